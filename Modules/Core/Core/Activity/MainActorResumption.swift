import Dispatch

/// Suspends tasks of the main actor and resumes them there directly (Docs/decisions/0009).
///
/// Otherwise a continuation resumes its task on the global executor, which then switches to the
/// main actor.
final class MainActorResumption: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    // The main actor runs on the main queue; using the actor here would recurse.
    DispatchQueue.main.async {
      job.runSynchronously(isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: executor)
    }
  }

  /// Suspends the current task until the continuation is resumed.
  ///
  /// Other work may run on the main actor before `body`.
  @MainActor func suspend(_ body: (CheckedContinuation<Void, Never>) -> Void) async {
    // Only for the suspension: tasks that start elsewhere do not inherit the preference.
    await withTaskExecutorPreference(self) {
      await withCheckedContinuation { body($0) }
    }
  }
}
