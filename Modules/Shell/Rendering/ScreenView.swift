import Core

/// The part of a screen that a terminal shows, and what is needed to find the next part.
struct ScreenView {
  /// An item that has to be visible; `added` is the first row that was added at the end.
  enum Item: Hashable { case row(Row.ID), field(Field.ID), added }

  /// The first visible line of the body.
  private(set) var top = 0
  /// The number of visible lines, or nil if the whole screen is visible.
  let room: Int?
  private let lines: Int
  private let width: Int
  private let rows: [Row.ID]
  /// The lines on which the rows begin.
  private let rowLines: [Int]
  private let selected: Row.ID?
  private let subtitle: String?
  private let status: ContentStatus
  private let problems: Set<Field.ID>
  /// Whether the user has moved the window, perhaps away from the selected row.
  private var isMoved = false
  /// The line on which the row begins that the window's end cuts, or nil.
  private var cutRow: Int?

  /// Finds the part to show.
  ///
  /// The window stays where it was, unless something else has to be visible: an item that a command
  /// was about, such as the rows that it has loaded, a field with a new problem, a new status, or the
  /// selected row.
  init(
    _ column: PaneColumn, _ content: ScreenContent, room: Int?, after old: ScreenView?,
    _ item: Item?
  ) {
    self.room = room
    lines = column.body.count
    width = column.width
    rows = content.rows.map(\.id)
    rowLines = column.rowLines
    selected = content.rows.first(where: \.isSelected)?.id
    (subtitle, status) = (content.subtitle, content.status)
    problems = Set(content.fields.filter { $0.problem != nil }.map(\.id))
    // A screen without rows that gets another subtitle shows something else, such as another year.
    let isSame =
      old.map { $0.rows.first == rows.first && (!rows.isEmpty || $0.subtitle == subtitle) } ?? false
    if let old, isSame, old.selected == selected { isMoved = old.isMoved }
    guard let room else { return }
    let isNewStatus = status != .idle && status != old?.status
    if let old, isSame, !isNewStatus { top = top(after: old) }
    if item == .added, let added = rows(addedTo: old) {
      top = column.rowLines[added]
      isMoved = true
    } else if let item = item ?? news(since: old, content) {
      top = column.lines(of: item, content).map { top(showing: $0, room: room) } ?? top
    }
    let last = max(0, lines - room)
    // A window in the middle of the screen, or of one line, needs no empty line below the title.
    let skipsBlank = (top > 0 || room == 1) && top < last
    top = skipsBlank && column.body.isBlank(top) ? top + 1 : min(top, last)
    // A row that is taller than the window is not shown again.
    cutRow = column.beginning(ofRowOn: top + room).flatMap { $0 > top ? $0 : nil }
  }

  /// Returns the first line of a window that stays where it was; in another width the rows have other
  /// lines, so that the first visible row stays. If the window begins above the first row or shows no
  /// row, its line number stays.
  private func top(after old: ScreenView) -> Int {
    guard old.width != width, old.top > 0, let room = old.room,
      let index = old.rowLines.firstIndex(where: { $0 >= old.top }), index < old.rows.count,
      index > 0 || old.rowLines[index] == old.top, old.rowLines[index] < old.top + room,
      let row = rows.firstIndex(of: old.rows[index]), row < rowLines.count
    else { return old.top }
    return rowLines[row]
  }

  /// Returns the index of the first row that was added at the end of a list, or nil.
  private func rows(addedTo old: ScreenView?) -> Int? {
    guard let old, !old.rows.isEmpty, rows.count > old.rows.count, rows.starts(with: old.rows)
    else { return nil }
    return old.rows.count
  }

  /// Returns what has changed and should be visible.
  private func news(since old: ScreenView?, _ content: ScreenContent) -> Item? {
    let known = old?.problems ?? []
    let problem = content.fields.first { $0.problem != nil && !known.contains($0.id) }
    if let problem { return .field(problem.id) }
    return isMoved ? nil : selected.map(Item.row)
  }

  /// Returns the first line of a window that shows these lines, or the window's own if it does.
  private func top(showing lines: Range<Int>, room: Int) -> Int {
    // An item may be taller than the window: its beginning says what it is.
    let end = min(lines.upperBound, lines.lowerBound + room)
    if lines.lowerBound >= top, end <= top + room { return top }
    return max(0, lines.lowerBound - room / 3)
  }

  /// Moves the window by its height, or down to the row that its end cuts; returns false if it is at the end.
  mutating func move(_ move: WindowMove) -> Bool {
    guard let room else { return false }
    let last = max(0, lines - room)
    let next = move == .down ? min(cutRow ?? top + room, last) : max(0, top - room)
    guard next != top else { return false }
    (top, cutRow) = (next, nil)
    isMoved = true
    return true
  }
}

extension PaneColumn {
  /// Returns the line on which a row begins that goes on on another line, or nil.
  fileprivate func beginning(ofRowOn line: Int) -> Int? {
    guard line < body.count, let start = rowLines.last(where: { $0 <= line }), start < line,
      !(start...line).contains(where: body.isBlank)
    else { return nil }
    return start
  }

  /// Returns the lines of an item, to the next one or an empty line.
  fileprivate func lines(of item: ScreenView.Item, _ content: ScreenContent) -> Range<Int>? {
    let (starts, index): ([Int], Int?) =
      switch item {
      case .row(let id): (rowLines, content.rows.firstIndex { $0.id == id })
      case .field(let id): (fieldLines, content.fields.firstIndex { $0.id == id })
      case .added: (rowLines, nil)
      }
    guard let index, starts.indices.contains(index) else { return nil }
    let end = (starts[index] + 1..<body.count).first { starts.contains($0) || body.isBlank($0) }
    return starts[index]..<(end ?? body.count)
  }
}
