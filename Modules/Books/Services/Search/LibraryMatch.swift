import Catalogue

/// A book that matches a search in a library.
struct LibraryMatch<ID> {
  let id: ID
  let level: LibraryQuery.Level
  let year: Int?
  /// What it is sorted by among titles, as on a shelf; empty in another order.
  let titleKey: String
}

extension LibraryQuery {
  /// Returns matches in the order of the query; equal ones keep their order, newest first.
  func sorted<ID>(_ matches: [LibraryMatch<ID>]) -> [LibraryMatch<ID>] {
    let indexed = matches.enumerated()
    let sorted =
      switch order {
      case .relevance:
        indexed.sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
      case .title:
        indexed.sorted { ($0.element.titleKey, $0.offset) < ($1.element.titleKey, $1.offset) }
      // Books without a year come last.
      case .oldest:
        indexed.sorted {
          ($0.element.year ?? .max, $0.offset) < ($1.element.year ?? .max, $1.offset)
        }
      case .newest:
        indexed.sorted {
          (-($0.element.year ?? -.max), $0.offset) < (-($1.element.year ?? -.max), $1.offset)
        }
      }
    return sorted.map(\.element)
  }

  /// Searches, and searches again with other words if nothing is found and words are misspelled.
  ///
  /// - Parameters:
  ///   - matches: returns all matches of a query, newest first.
  ///   - texts: returns the folded titles and names of all books.
  /// - Returns: the matches in order, and the query with words in place of misspelled ones, or nil.
  func run<ID, Failure: Error>(
    _ matches: (LibraryQuery) throws(Failure) -> [LibraryMatch<ID>],
    texts: () throws(Failure) -> [String]
  ) throws(Failure) -> (found: [ID], corrected: LibraryQuery?) {
    if isEmpty { return ([], nil) }
    let found = try matches(self)
    guard found.isEmpty, !spellings.isEmpty, let corrected = corrected(by: try texts()) else {
      return (sorted(found).map(\.id), nil)
    }
    let others = try matches(corrected)
    return others.isEmpty ? ([], nil) : (sorted(others).map(\.id), corrected)
  }
}
