/// The values of a book by which a shelf is sorted, see ``ShelfOrder/sorted(_:)``.
struct ShelfSortKey {
  /// The value of an order; nil if the book has none.
  enum Value {
    case text(String)
    case number(Double)
  }

  /// The row's number in a database.
  var number = 0
  let id: String
  /// The time when the book was added, in seconds since the reference date.
  let added: Double
  let value: Value?
}
