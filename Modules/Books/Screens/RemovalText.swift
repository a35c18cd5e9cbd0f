import Catalogue
import Services
import Core

/// Questions before books are removed.
enum RemovalText {
  /// The button that removes.
  static let remove: Action.ID = "remove"

  private static let buttons = [
    Action("keep", title: "Keep", role: .cancel),
    Action(remove, title: "Remove", role: .destructive),
  ]

  /// A question and its buttons.
  struct Question {
    let title: String
    let message: String
    let buttons: [Action]
  }

  /// The question before a book is removed, or nil if nothing that the reader wrote is lost.
  static func question(_ entry: LibraryEntry) -> Question? {
    let lost = [
      entry.rating == nil ? nil : "your rating", entry.review.isEmpty ? nil : "your review",
      entry.notes.isEmpty ? nil : "your notes",
    ].compactMap(\.self)
    guard !lost.isEmpty else { return nil }
    return Question(
      title: "Remove “\(entry.book.title)”?",
      message: "This also removes \(list(lost)).", buttons: buttons)
  }

  /// The question before several books are removed.
  ///
  /// - Parameter withWords: the number of books with a rating, a review or notes.
  static func question(_ count: Int, withWords: Int) -> Question {
    let books = BooksText.count(withWords, "book")
    let message =
      withWords == 0
      ? "None of them has a rating, a review or notes."
      : "This also removes your ratings, reviews and notes of \(books)."
    return Question(
      title: "Remove \(BooksText.count(count, "book")) from your library?", message: message,
      buttons: buttons)
  }

  private static func list(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return "\(parts.dropLast().joined(separator: ", ")) and \(last)"
  }
}
