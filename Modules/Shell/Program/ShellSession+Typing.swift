import Core

// What is typed while a command runs.
extension ShellSession {
  /// Ends a command that takes long as soon as one is typed that supersedes it, such as a newer search: an action by
  /// ``ScreenAction/supersedes``, a link by one to the same place. All lines are read at the next prompt.
  ///
  /// A recording has each command with its end.
  ///
  /// - Parameter entries: those of the panes that the command was typed for.
  func watchTyping(during command: Command, _ entries: [NavigationTree.EntryID]) {
    guard recorder == nil, canBeSuperseded(command, entries) else { return }
    let number = number
    console.watch { [weak self] line in
      guard let self, isBusy, self.number == number, supersedes(line, command, entries) else {
        return
      }
      isSuperseded = true
      if case .perform(let running, _, let pane) = command {
        app.session.activity.cancel(running, on: entries[pane])
      } else {
        app.session.activity.cancelNewestAction()
      }
    }
  }

  private func canBeSuperseded(_ command: Command, _ entries: [NavigationTree.EntryID]) -> Bool {
    switch command {
    case .open: true
    case .perform(let action, _, let pane):
      entries.indices.contains(pane) && !superseding(action, on: entries[pane]).isEmpty
    default: false
    }
  }

  private func supersedes(
    _ line: String, _ running: Command, _ entries: [NavigationTree.EntryID]
  ) -> Bool {
    let seen = seenSnapshot
    // A word without a command, or a number, may be about what the running command will show.
    var context = lineContext
    context.takesBareValues = false
    guard let next = try? Command.parse(line, in: seen, with: context) else { return false }
    switch (running, next) {
    case (.open(let old), .open(let new)): return (old.host, old.path) == (new.host, new.path)
    case (.perform(let old, _, let pane), .perform(let new, _, let other)):
      return seen.entries.indices.contains(other) && seen.entries[other] == entries[pane]
        && superseding(old, on: entries[pane]).contains(new)
    default: return false
    }
  }

  /// The actions that supersede a running one.
  private func superseding(_ running: Action.ID, on entry: NavigationTree.EntryID) -> [Action.ID] {
    let actions = app.session.navigation.screen(of: entry)?.actions ?? []
    return actions.filter { $0.supersedes.contains(running) }.map(\.action.id)
  }
}
