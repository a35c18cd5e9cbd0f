import Catalogue
import Foundation
import Services

/// The values that an entry adds to the tables of ``LibrarySearchMigration``.
struct LibrarySearchRow: Sendable {
  let owner: String
  /// The entry's number in its table.
  let number: Int
  let added: Date
  var book: BookCopy
  let review: String
  let notes: String

  /// Replaces what the tables have of the entry.
  ///
  /// - Returns: the stored words.
  @discardableResult
  func replace(_ transaction: any DatabaseTransaction) throws(StorageError) -> LibraryDocument {
    for table in ["library_search", "library_links"] {
      try transaction.execute("DELETE FROM \(table) WHERE entry = ?", [DatabaseValue(number)])
    }
    return try insert(transaction)
  }

  /// Adds the entry to the tables.
  ///
  /// - Returns: the stored words.
  @discardableResult
  func insert(_ transaction: any DatabaseTransaction) throws(StorageError) -> LibraryDocument {
    let document = LibraryDocument(book, review: review, notes: notes)
    try transaction.execute(
      "INSERT INTO library_search VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .text(owner), DatabaseValue(added), DatabaseValue(number), .text(document.titles),
        .text(document.authors), .text(document.subjects), .text(document.texts),
        DatabaseValue(book.year), DatabaseValue(book.language), DatabaseValue(book.isbn),
      ])
    for key in BookLink.keys(of: book) {
      try transaction.execute(
        "INSERT INTO library_links VALUES (?, ?, ?)",
        [.text(owner), .text(key), DatabaseValue(number)])
    }
    return document
  }
}
