/// The catalogue's records: single ones at once, and an index for searches when it is first needed.
///
/// Immutable as seen from outside: what is made later is made from the texts alone.
final class CatalogueRecords: Sendable {
  /// The tables of records by key.
  struct Tables: Sendable {
    let works: RecordTable<WorkRow>
    let authors: RecordTable<AuthorRow>
    let editions: RecordTable<EditionRow>

    /// A work put together from its records, without the index.
    func document(_ key: Substring) -> CatalogueDocument? {
      works.rows(key).first.flatMap { work in
        CatalogueDocument(work, editions: editions.rows(key)) { authors.rows($0).first }
      }
    }
  }

  /// The records in the binary.
  ///
  /// One for the whole process, though nothing else here is: it depends on no app, never changes,
  /// and two apps in one process - tests, most of all - should not decode the same text twice.
  static let embedded = CatalogueRecords(
    works: EmbeddedRecords.works, authors: EmbeddedRecords.authors,
    editions: EmbeddedRecords.editions, featured: EmbeddedRecords.featured)

  /// Answers of the index, which never change.
  let answers = KnownAnswers()
  private let lazyTables: LazyValue<Tables>
  /// The works to begin with, each made when it is first asked for; nil for one that is damaged.
  let featured: [LazyValue<RenderedDocument?>]
  private let lazyIndex: LazyValue<SearchIndex>

  /// Takes texts with one record a line, and one key a line.
  init(works: String, authors: String, editions: String, featured: String) {
    let tables = LazyValue {
      Tables(
        works: RecordTable(works), authors: RecordTable(authors), editions: RecordTable(editions))
    }
    let keys = featured.split(whereSeparator: \.isNewline)
    lazyTables = tables
    self.featured = keys.map { key in
      LazyValue { tables.value.document(key).map { RenderedDocument($0) } }
    }
    lazyIndex = LazyValue { SearchIndex(tables.value, featured: keys) }
  }

  /// The tables; made in about a millisecond.
  var tables: Tables { lazyTables.value }
  /// The index; made in some twenty milliseconds.
  var index: SearchIndex { lazyIndex.value }
}
