import Synchronization

/// The catalogue's records: single ones at once, and an index for searches when it is first needed.
///
/// Immutable as seen from outside: what is kept behind a lock is made from the texts alone.
final class CatalogueRecords: Sendable {
  /// The tables of records by key.
  struct Tables: Sendable {
    let works: RecordTable<WorkRow>
    let authors: RecordTable<AuthorRow>
    let editions: RecordTable<EditionRow>
  }

  /// The records in the binary.
  ///
  /// One for the whole process, though nothing else here is: it depends on no app, never changes,
  /// and two apps in one process - tests, most of all - should not decode the same text twice.
  static let embedded = CatalogueRecords(
    works: EmbeddedRecords.works, authors: EmbeddedRecords.authors,
    editions: EmbeddedRecords.editions, featured: EmbeddedRecords.featured)

  /// The keys of the works to begin with.
  let featured: [Substring]
  private let makeTables: @Sendable () -> Tables
  private let tablesMade = Mutex<Tables?>(nil)
  private let indexMade = Mutex<SearchIndex?>(nil)

  /// Takes texts with one record a line, and one key a line.
  init(works: String, authors: String, editions: String, featured: String) {
    self.featured = featured.split(whereSeparator: \.isNewline)
    makeTables = {
      Tables(
        works: RecordTable(works), authors: RecordTable(authors), editions: RecordTable(editions))
    }
  }

  /// The tables; made in about a millisecond.
  var tables: Tables {
    tablesMade.withLock { made in
      if let made { return made }
      let tables = makeTables()
      made = tables
      return tables
    }
  }

  /// The index; made in some twenty milliseconds, while others who need it wait.
  var index: SearchIndex {
    indexMade.withLock { made in
      if let made { return made }
      let index = SearchIndex(tables)
      made = index
      return index
    }
  }

  /// A work put together from its records, without the index.
  func document(_ key: Substring) -> CatalogueDocument? {
    let tables = tables
    return tables.works.rows(key).first.flatMap { work in
      CatalogueDocument(work, editions: tables.editions.rows(key)) {
        tables.authors.rows($0).first
      }
    }
  }
}
