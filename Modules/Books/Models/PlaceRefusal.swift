import Services
import Core

/// Why a link or a restored place can't be shown.
enum PlaceRefusal {
  /// The route's parameters make no sense.
  case malformed
  /// No tab of the feature shows this.
  case noPage
  /// The book was removed from the library.
  case noEntry
  /// The shelf was removed, or never existed.
  case noShelf
  /// The catalogue has no book on the subject.
  case noSubject
  /// The catalogue has no such book or author.
  case notFound
  /// Only members see this.
  case onlyForMembers
  /// The library can't be read.
  case storage(StorageError)
}
