import Core
import Services

extension ShellSession {
  /// Moves a window, or makes visible what a command is about.
  ///
  /// - Returns: a message if a window can't be moved.
  func adjustWindows(for command: Command, in snapshot: Snapshot) -> String? {
    guard let windows else { return nil }
    func reveal(_ item: ScreenView.Item, pane: Int) {
      guard snapshot.entries.indices.contains(pane) else { return }
      windows.reveal(item, on: snapshot.entries[pane])
    }
    switch command {
    case .choose(let row, let pane): reveal(.row(row), pane: pane)
    case .fill(let field, _, let pane): reveal(.field(field), pane: pane)
    // Any other list that begins with the same rows is seen from its beginning, such as a broader search.
    case .perform(let action, _, let pane) where snapshot.loadsMore(action, pane: pane):
      reveal(.added, pane: pane)
    // The screens of the next session are other ones.
    case .relaunch: windows.keep([])
    case .scroll(let move, let isFirst):
      if windows.move(move, inFirst: isFirst, of: snapshot) { return nil }
      return move == .down ? "Nothing more below." : "Nothing more above."
    default: break
    }
    return nil
  }
}

extension Snapshot {
  /// Whether an action loads more of a list, or tries that again.
  fileprivate func loadsMore(_ action: Action.ID, pane: Int) -> Bool {
    guard panes.indices.contains(pane) else { return false }
    return ListPaging.loadsMore(action) || panes[pane].content.status.retryAction == action
  }
}

extension ScreenWindows {
  /// Returns what a line means that asks for the part of the screen below, or nil for its own
  /// meaning: an empty line moves the window, and `down` at the end of a list loads more of it.
  func command(below command: Command, in snapshot: Snapshot) -> (line: String, command: Command)? {
    switch command {
    case .nothing where canMoveDown(inFirst: false, of: snapshot):
      return (ShellWord.down.rawValue, .scroll(.down, inFirst: false))
    case .scroll(.down, let isFirst) where !canMoveDown(inFirst: isFirst, of: snapshot):
      guard let pane = pane(inFirst: isFirst, of: snapshot),
        snapshot.panes[pane].content.hasMoreRows
      else { return nil }
      return (ListPaging.more.rawValue, .perform(ListPaging.more, .none, pane: pane))
    default: return nil
    }
  }
}
