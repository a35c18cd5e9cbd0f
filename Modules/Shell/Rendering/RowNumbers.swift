/// Numbers the rows of all visible screens, and remembers where the items of a screen are drawn.
struct RowNumbers {
  /// The columns of the largest number.
  let columns: Int
  /// The last number that was used.
  private(set) var last = 0
  /// The page's lines on which the rows of the current screen begin.
  private(set) var rowLines: [Int] = []
  /// The page's lines on which the fields of the current screen begin.
  private(set) var fieldLines: [Int] = []
  /// The page's lines on which the sections of the current screen begin, and their headings.
  private(set) var sections: [(line: Int, heading: String?)] = []

  /// Starts with the total number of rows.
  init(count: Int) {
    columns = String(count).utf8.count
  }

  /// Forgets the lines of the last screen.
  mutating func beginScreen() {
    rowLines = []
    fieldLines = []
    sections = []
  }

  /// Returns the next row's number.
  ///
  /// - Parameter line: the page's line on which the row begins.
  mutating func next(line: Int) -> String {
    last += 1
    rowLines.append(line)
    return String(last)
  }

  /// Remembers the page's line on which the next section begins.
  mutating func addSection(_ heading: String?, line: Int) {
    sections.append((line, heading))
  }

  /// Remembers the page's line on which the next field begins.
  mutating func addField(line: Int) {
    fieldLines.append(line)
  }
}
