import Core

// What is typed while a command runs.
extension ShellSession {
  /// Ends an action that takes long as soon as a command is typed that supersedes it, such as a newer search
  /// (``ScreenAction/supersedes``). All lines are read at the next prompt.
  ///
  /// A recording has each command with its end.
  ///
  /// - Parameter entries: those of the panes that the command was typed for.
  func watchTyping(during command: Command, _ entries: [NavigationTree.EntryID]) {
    guard recorder == nil, case .perform(let running, _, let pane) = command,
      entries.indices.contains(pane)
    else { return }
    let (entry, number) = (entries[pane], number)
    guard !superseding(running, on: entry).isEmpty else { return }
    console.watch { [weak self] line in
      guard let self, isBusy, self.number == number, supersedes(line, running, on: entry) else {
        return
      }
      isSuperseded = true
      app.session.activity.cancel(running, on: entry)
    }
  }

  private func supersedes(
    _ line: String, _ running: Action.ID, on entry: NavigationTree.EntryID
  ) -> Bool {
    let seen = seenSnapshot
    // A word without a command, or a number, may be about what the running action will show.
    var context = lineContext
    context.takesBareValues = false
    guard case .perform(let next, _, let pane)? = try? Command.parse(line, in: seen, with: context),
      seen.entries.indices.contains(pane), seen.entries[pane] == entry
    else { return false }
    return superseding(running, on: entry).contains(next)
  }

  /// The actions that supersede a running one.
  private func superseding(_ running: Action.ID, on entry: NavigationTree.EntryID) -> [Action.ID] {
    let actions = app.session.navigation.screen(of: entry)?.actions ?? []
    return actions.filter { $0.supersedes.contains(running) }.map(\.action.id)
  }
}
