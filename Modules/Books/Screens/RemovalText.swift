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

  /// The question before a book is removed, or nil if nothing that the reader wrote is lost.
  @MainActor static func question(_ entry: LibraryEntry) -> AlertCoordinator? {
    let lost = [
      entry.rating == nil ? nil : "your rating", entry.review.isEmpty ? nil : "your review",
      entry.notes.isEmpty ? nil : "your notes",
    ].compactMap(\.self)
    guard !lost.isEmpty else { return nil }
    return AlertCoordinator(
      title: "Remove “\(entry.book.title)”?",
      message: "This also removes \(list(lost)).", buttons: buttons)
  }

  private static func list(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return "\(parts.dropLast().joined(separator: ", ")) and \(last)"
  }
}
