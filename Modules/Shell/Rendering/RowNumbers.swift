/// Counts the rows of all visible screens, so that each has one number.
struct RowNumbers {
  /// The columns of the largest number.
  let columns: Int
  private var last = 0

  /// Starts counting towards a number of rows.
  init(count: Int) {
    columns = String(count).utf8.count
  }

  /// The next row's number.
  mutating func next() -> String {
    last += 1
    return String(last)
  }
}
