/// What the feature's coordinators and view models work with.
@MainActor struct BooksServices {
  let catalogue: any BookCatalogue
  /// The catalogue's name in references.
  let source: String
  let library: Library
  /// Read in coordinators only.
  var requirements = BooksRequirements()
  var preferences = BooksPreferences()
}
