import Catalogue

/// An owner's entries by the titles and authors of their books, for a move. A book of the catalogue and a copy without
/// a reference, such as an imported one, are the same book by ``BookLink``. Each entry is found once.
struct LinkedEntries {
  /// The entries with a reference, by the keys of their books.
  private var catalogued: [String: LibraryEntry.ID] = [:]
  /// The entries without a reference, by the keys of their books.
  private var copies: [String: LibraryEntry.ID] = [:]
  private var found: Set<LibraryEntry.ID> = []

  /// Creates the index; of several entries of a book the last one is found.
  init(_ entries: some Sequence<LibraryEntry>) {
    for entry in entries {
      for key in BookLink.keys(of: entry.book) {
        if entry.reference == nil { copies[key] = entry.id } else { catalogued[key] = entry.id }
      }
    }
  }

  /// Returns the entry of another owner's book if exactly one of the two has a reference, or nil.
  mutating func entry(of other: LibraryEntry) -> LibraryEntry.ID? {
    let known = other.reference == nil ? catalogued : copies
    guard let id = BookLink(other.book).keys.lazy.compactMap({ known[$0] }).first,
      found.insert(id).inserted
    else { return nil }
    return id
  }
}
