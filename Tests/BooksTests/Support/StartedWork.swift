import Core

@testable import Books

/// Background work of view models, which begins at once.
@MainActor final class StartedWork {
  private var tasks: [Task<Void, Never>] = []

  /// The number of works so far.
  var count: Int { tasks.count }

  /// Starts work for a view model.
  var start: BackgroundStart {
    { [self] _, work in
      tasks.append(Task.immediate { await work() })
      return nil
    }
  }

  /// Waits for one work, the first being 0.
  func end(_ index: Int) async { await tasks[index].value }

  /// Waits for all work.
  func endAll() async {
    for task in tasks { await task.value }
  }
}
