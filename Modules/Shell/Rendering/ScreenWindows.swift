import Core

/// Remembers for each screen which part of it the terminal shows.
@MainActor final class ScreenWindows {
  /// Where a window moves.
  enum Move: Hashable, Sendable { case up, down }

  /// An item that has to be visible.
  enum Item: Hashable { case row(Row.ID), field(Field.ID) }

  /// What was shown of a screen last.
  private struct View {
    /// The first line, and the number of lines; nil if the whole screen is visible.
    var top = 0
    var room: Int?
    var lines = 0
    var width = 0
    var rows: [Row.ID] = []
    var selected: Row.ID?
    /// Whether the user has moved the window, perhaps away from the selected row.
    var isMoved = false
    var status = ContentStatus.idle
    var problems: Set<Field.ID> = []
  }

  private let terminalRows: () -> Int?
  private var views: [NavigationTree.EntryID: View] = [:]
  private var wanted: [NavigationTree.EntryID: Item] = [:]

  /// Creates windows for a terminal, whose number of rows is read again for each screen.
  init(rows: @escaping () -> Int?) {
    terminalRows = rows
  }

  /// The terminal's rows, or nil if screens are shown whole.
  var rows: Int? { terminalRows() }

  /// Makes an item visible when its screen is drawn next.
  func reveal(_ item: Item, on entry: NavigationTree.EntryID) {
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
  func move(_ move: Move, inFirst isFirst: Bool, of snapshot: Snapshot) -> Bool {
    let entries = isFirst ? Array(snapshot.entries.prefix(1)) : snapshot.entries.reversed()
    guard let entry = entries.first(where: { views[$0]?.room != nil }), var view = views[entry],
      let room = view.room
    else { return false }
    let last = max(0, view.lines - room)
    let top = min(last, max(0, view.top + (move == .down ? room : -room)))
    guard top != view.top else { return false }
    view.top = top
    view.isMoved = true
    views[entry] = view
    return true
  }

  /// Returns the first line of a screen's body to show.
  ///
  /// The window stays where it was, unless something else has to be visible: the row that was chosen,
  /// a field that was filled or has a new problem, a new status, or the rows that were added at the
  /// end.
  ///
  /// - Parameter room: the number of visible lines, or nil if all are.
  func top(
    of column: PaneColumn, _ content: ScreenContent, entry: NavigationTree.EntryID?, room: Int?
  ) -> Int {
    let old = entry.flatMap { views[$0] } ?? View()
    var view = View(
      top: old.top, room: room, lines: column.body.count, width: column.width,
      rows: content.rows.map(\.id), selected: content.rows.first(where: \.isSelected)?.id,
      status: content.status,
      problems: Set(content.fields.filter { $0.problem != nil }.map(\.id)))
    // On lines of another width, or in another order, the rows are elsewhere.
    let isSame = view.width == old.width && view.rows.first == old.rows.first
    view.isMoved = old.isMoved && isSame && view.selected == old.selected
    view.top = 0
    if let room {
      let isNewStatus = view.status != old.status && view.status != .idle
      if !isNewStatus, view.rows.first == old.rows.first { view.top = old.top }
      let item = entry.flatMap { wanted[$0] }
      if item == nil, old.rows.count > 0, view.rows.count > old.rows.count,
        view.rows.starts(with: old.rows)
      {
        view.top = column.rowLines[old.rows.count]
        view.isMoved = true
      } else if let item = item ?? news(in: view, since: old, content),
        let lines = Self.lines(of: item, in: column, content)
      {
        view.top = Self.top(showing: lines, from: view.top, room: room)
      }
      view.top = Self.top(view.top, in: column.body, room: room)
    }
    if let entry {
      views[entry] = view
      wanted[entry] = nil
    }
    return view.top
  }

  /// Returns the first line of a window that is filled to its end.
  private static func top(_ top: Int, in body: TextPage, room: Int) -> Int {
    let last = max(0, body.count - room)
    // The window needs no empty line below the title.
    return top > 0 && top < last && body.isBlank(top) ? top + 1 : min(top, last)
  }

  /// Returns what has changed and should be visible.
  private func news(in view: View, since old: View, _ content: ScreenContent) -> Item? {
    let problem = content.fields.first { $0.problem != nil && !old.problems.contains($0.id) }
    if let problem { return .field(problem.id) }
    return view.isMoved ? nil : view.selected.map(Item.row)
  }

  /// Returns the lines of an item.
  private static func lines(
    of item: Item, in column: PaneColumn, _ content: ScreenContent
  ) -> Range<Int>? {
    let (starts, index) =
      switch item {
      case .row(let id): (column.rowLines, content.rows.firstIndex { $0.id == id })
      case .field(let id): (column.fieldLines, content.fields.firstIndex { $0.id == id })
      }
    guard let index, starts.indices.contains(index) else { return nil }
    let next = (starts[index] + 1..<column.body.count).first {
      starts.contains($0) || column.body.isBlank($0)
    }
    return starts[index]..<(next ?? column.body.count)
  }

  /// Returns the first line of a window that shows these lines, as close as possible to an earlier
  /// one.
  private static func top(showing lines: Range<Int>, from top: Int, room: Int) -> Int {
    // A field may be taller than the window: its beginning says what it is.
    let end = min(lines.upperBound, lines.lowerBound + room)
    if lines.lowerBound >= top, end <= top + room { return top }
    return max(0, lines.lowerBound - room / 3)
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
