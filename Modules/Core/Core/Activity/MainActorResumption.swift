import Dispatch

/// Suspends tasks of the main actor, and resumes them there at once (Docs/decisions/0009).
///
/// A continuation's task is otherwise resumed on the global executor, only to find out there that it
/// belongs to the main actor: two changes of thread for nothing.
final class MainActorResumption: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    // The main actor runs on the main queue; asking the actor would lead back here.
    DispatchQueue.main.async {
      job.runSynchronously(isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: executor)
    }
  }

  /// Suspends the current task until the continuation that `body` is given is resumed.
  ///
  /// Other work may run on the main actor before `body` does.
  @MainActor func suspend(_ body: (CheckedContinuation<Void, Never>) -> Void) async {
    // For the suspension alone: what is begun elsewhere does not inherit the preference.
    await withTaskExecutorPreference(self) {
      await withCheckedContinuation { body($0) }
    }
  }
}
