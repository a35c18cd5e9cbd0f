extension BookDetailViewModel {
  /// Which book is shown.
  enum Source: Hashable {
    /// A catalogue's book.
    case catalogue(CatalogueReference)
    /// A catalogue's book as it stood in a list: what is known of it is shown at once.
    case listed(CatalogueBook)
    /// A book of the library, perhaps one that is in no catalogue.
    case entry(LibraryEntry.ID)
  }
}
