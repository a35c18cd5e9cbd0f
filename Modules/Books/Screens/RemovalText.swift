import Catalogue
import Core
import Services

/// The question before books are removed.
struct RemovalText {
  let title: String
  let message: String

  /// The button that removes.
  static let remove: Action.ID = "remove"

  static let buttons = [
    Action("keep", title: "Keep", role: .cancel),
    Action(remove, title: "Remove", role: .destructive),
  ]

  /// The question about a book, or nil if nothing that the reader wrote is lost.
  init?(_ entry: LibraryEntry) {
    guard entry.hasPersonalData else { return nil }
    let hasDates = entry.started != nil || entry.finished != nil || !entry.readings.isEmpty
    let lost = [
      entry.rating == nil ? nil : "your rating", entry.review.isEmpty ? nil : "your review",
      entry.notes.isEmpty ? nil : "your notes", hasDates ? "your reading dates" : nil,
    ].compactMap(\.self)
    title = "Remove “\(entry.book.title)”?"
    message = "This also removes \(Self.list(lost))."
  }

  /// The question about several books.
  ///
  /// - Parameter withWords: the number of books with a rating, a review or notes.
  init(_ count: Int, withWords: Int) {
    let books = BooksText.count(withWords, "book")
    title = "Remove \(BooksText.count(count, "book")) from your library?"
    message =
      withWords == 0
      ? "\(count == 1 ? "It doesn't have" : "None of them has") a rating, a review or notes."
      : "This also removes your ratings, reviews and notes of \(books)."
  }

  private static func list(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return "\(parts.dropLast().joined(separator: ", ")) and \(last)"
  }
}
