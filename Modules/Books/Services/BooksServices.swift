import Catalogue
import Core
/// The services of the feature's coordinators and view models.
@MainActor struct BooksServices {
  let catalogue: any BookCatalogue
  let library: Library
  /// Used by coordinators only.
  var requirements = BooksRequirements()
  var preferences = BooksPreferences()
}
