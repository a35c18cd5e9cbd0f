import Services
import Core

/// The reason why a link or a restored screen can't be shown.
enum PlaceRefusal: RefusalReason {
  /// The route's parameters are invalid.
  case malformed
  /// The book was removed from the library.
  case noEntry
  /// The shelf was removed, or never existed.
  case noShelf
  /// The catalogue has no book on the subject.
  case noSubject
  /// The catalogue has no such book or author.
  case notFound
  /// The page is for members only.
  case onlyForMembers
  /// The library can't be read.
  case storage(StorageError)
}
