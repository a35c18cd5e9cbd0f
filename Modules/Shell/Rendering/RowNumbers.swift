/// Numbers the rows of all visible screens.
struct RowNumbers {
  /// The columns of the largest number.
  let columns: Int
  private var last = 0

  /// Starts with the total number of rows.
  init(count: Int) {
    columns = String(count).utf8.count
  }

  /// Returns the next row's number.
  mutating func next() -> String {
    last += 1
    return String(last)
  }
}
