import Catalogue
import Core
/// What the feature's coordinators and view models work with.
@MainActor struct BooksServices {
  let catalogue: any BookCatalogue
  let library: Library
  /// Read in coordinators only.
  var requirements = BooksRequirements()
  var preferences = BooksPreferences()
}
