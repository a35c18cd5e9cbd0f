import Core

/// Remembers for each screen which part of it the terminal shows.
@MainActor final class ScreenWindows {
  /// The pictures of the terminal, or nil for their texts alone.
  var pictures: TerminalPictures?
  private let terminalRows: () -> Int?
  private var views: [NavigationTree.EntryID: ScreenView] = [:]
  private var wanted: [NavigationTree.EntryID: ScreenView.Item] = [:]

  /// Creates windows for a terminal, whose number of rows is read again for each screen.
  init(rows: @escaping () -> Int?) {
    terminalRows = rows
  }

  /// The terminal's rows, or nil if screens are shown whole.
  var rows: Int? { terminalRows() }

  /// Makes an item visible when its screen is drawn next.
  func reveal(_ item: ScreenView.Item, on entry: NavigationTree.EntryID) {
    wanted[entry] = item
  }

  /// Forgets all screens except these.
  func keep(_ entries: some Sequence<NavigationTree.EntryID>) {
    let kept = Set(entries)
    views = views.filter { kept.contains($0.key) }
    wanted = wanted.filter { kept.contains($0.key) }
  }

  /// Moves the window of a visible screen by its height.
  ///
  /// - Parameter isFirst: whether the first of two screens is meant; otherwise the last one that has
  ///   a window.
  /// - Returns: false if there is nothing more in that direction.
  func move(_ move: WindowMove, inFirst isFirst: Bool, of snapshot: Snapshot) -> Bool {
    guard let pane = pane(inFirst: isFirst, of: snapshot) else { return false }
    let entry = snapshot.entries[pane]
    guard var view = views[entry], view.move(move) else { return false }
    views[entry] = view
    return true
  }

  /// Returns the index of the screen whose window moves: the first one, or the last one that has a
  /// window; if both screens are shown whole, the last one. Nil without a screen.
  func pane(inFirst isFirst: Bool, of snapshot: Snapshot) -> Int? {
    let entries = snapshot.entries
    guard !isFirst, let last = entries.indices.last else { return entries.indices.first }
    return entries.lastIndex { views[$0]?.room != nil } ?? last
  }

  /// Returns whether the window can move down.
  func canMoveDown(inFirst isFirst: Bool, of snapshot: Snapshot) -> Bool {
    guard let pane = pane(inFirst: isFirst, of: snapshot),
      var view = views[snapshot.entries[pane]]
    else { return false }
    return view.move(.down)
  }

  /// Returns the first line of a screen's body to show.
  ///
  /// - Parameter room: the number of visible lines, or nil if all are.
  func top(
    of column: PaneColumn, _ content: ScreenContent, entry: NavigationTree.EntryID?, room: Int?
  ) -> Int {
    guard let entry else { return ScreenView(column, content, room: room, after: nil, nil).top }
    let view = ScreenView(
      column, content, room: room, after: views[entry], wanted.removeValue(forKey: entry))
    views[entry] = view
    return view.top
  }
}

extension TextRenderer {
  /// Renders the screen for a terminal, no taller than it is.
  ///
  /// - Parameter lines: the lines that the terminal needs below the screen.
  @MainActor func screen(
    _ snapshot: Snapshot, in windows: ScreenWindows, leaving lines: Int
  ) -> String {
    guard let rows = windows.rows, !snapshot.panes.isEmpty else { return screen(snapshot) }
    return FittedScreen(snapshot, self, height: rows - lines, windows: windows).text
  }
}
