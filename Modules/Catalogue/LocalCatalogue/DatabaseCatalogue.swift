public import Core
import Synchronization

/// A catalogue in a database: a dump of Open Library that was imported or, while there is none, the
/// records that come with the app.
///
/// The records that come with the app are put into their database when it is first asked, so it can be
/// deleted at any time; where it can't be used, they answer without it. Books that come with the app are
/// found by their keys also when a dump has taken their place, for they stand on readers' shelves.
public struct LocalCatalogue: BookCatalogue {
  /// The name of the records that come with the app in references.
  public static let embeddedSource = "embedded"
  /// The name of an imported dump in references.
  public static let dumpSource = "openlibrary"

  private let embedded: OpenLibraryCatalogue
  private let filled: ReadyDatabase
  private let dump: ReadyDatabase
  private let logger: (any AppLogger)?
  private let onProblem: (@Sendable (CatalogueProblem) -> Void)?
  private let reported = Reported()

  private static let outdated = StorageError.unavailable(
    "an older version of the app has made it; import the dump again")

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - databases: where the records are.
  ///   - embedded: answers where no database has an answer.
  ///   - logger: logs each database that can't be used, once.
  ///   - onProblem: is called each time the dump can't be used.
  public init(
    _ databases: CatalogueDatabases, embedded: OpenLibraryCatalogue,
    logger: (any AppLogger)? = nil, onProblem: (@Sendable (CatalogueProblem) -> Void)? = nil
  ) {
    self.embedded = embedded
    self.logger = logger
    self.onProblem = onProblem
    filled = ReadyDatabase { () throws(StorageError) in
      let database = try databases.embedded()
      try EmbeddedFilling.fill(database)
      return database
    }
    dump = ReadyDatabase { () throws(StorageError) in
      let database = try databases.dump()
      try database?.migrate(CatalogueState.migrations)
      return database
    }
  }

  /// The chosen books of the records that come with the app; of a dump the most popular ones.
  @concurrent public func featured() async throws(CatalogueError) -> [CatalogueBook] {
    let found = try read("looking for books to begin with") {
      reader, records throws(StorageError) in
      let chosen = try reader.rows(
        "SELECT work FROM featured_\(records.slot.rawValue) ORDER BY position"
      ) { row throws(StorageError) in try row.number(0) }
      return chosen.isEmpty
        ? try records.books(ranks: Array(1...20)) : try records.books(works: chosen)
    }
    if let found { return found }
    return try await embedded.featured()
  }

  /// The books that match: of more than ten thousand the most popular ones that have the words
  /// themselves.
  @concurrent public func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    guard let match = CatalogueMatch(query) else {
      if Task.isCancelled { throw .cancelled }
      return Page(items: [], total: 0, next: nil)
    }
    let found = try page(match, query.order, offset, limit)
    if let found { return found }
    return try await embedded.search(query, offset: offset, limit: limit)
  }

  /// The books of a subject, the most popular one first.
  @concurrent public func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    let folded = FoldedText(subject)
    guard !folded.bytes.isEmpty, folded.bytes.count <= 200 else { throw .notFound }
    let match = CatalogueMatch(fact: FactToken.subject(folded))
    if let found = try page(match, .relevance, offset, limit) { return found }
    return try await embedded.books(onSubject: subject, offset: offset, limit: limit)
  }

  /// The books of an author, the oldest one first.
  @concurrent public func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    let key = try embedded.name(key)
    let found = try read("looking for an author's books") {
      _, records throws(StorageError) -> Page<CatalogueBook>? in
      guard let number = try records.number(key, .author) else { return nil }
      return try Self.page(
        CatalogueMatch(fact: FactToken.author(number)), .oldest, offset, limit, records)
    }
    if let page = found ?? nil, page.total > 0 { return page }
    return try await embedded.books(byAuthor: key, offset: offset, limit: limit)
  }

  /// One book.
  @concurrent public func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail {
    let key = try embedded.name(key)
    let found = try read("reading a book") { _, records throws(StorageError) in
      try records.book(key)
    }
    if let book = found ?? nil { return book }
    return try await embedded.book(key, listed: nil)
  }

  /// One author.
  @concurrent public func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
    let key = try embedded.name(key)
    let found = try read("reading about an author") { _, records throws(StorageError) in
      try records.author(key)
    }
    if let author = found ?? nil { return author }
    return try await embedded.author(key)
  }

  // MARK: Reading

  private func page(
    _ match: CatalogueMatch, _ order: BookQuery.Order, _ offset: Int, _ limit: Int
  ) throws(CatalogueError) -> Page<CatalogueBook>? {
    try read("searching the catalogue") { _, records throws(StorageError) in
      try Self.page(match, order, offset, limit, records)
    }
  }

  private static func page(
    _ match: CatalogueMatch, _ order: BookQuery.Order, _ offset: Int, _ limit: Int,
    _ records: CatalogueRecordReader
  ) throws(StorageError) -> Page<CatalogueBook> {
    let search = CatalogueSearch(slot: records.slot, reader: records.reader)
    let found = try search.page(match, order: order, offset: offset, limit: limit)
    let end = max(offset, 0) + found.ranks.count
    return Page(
      items: try records.books(ranks: found.ranks), total: found.total,
      next: !found.ranks.isEmpty && end < found.total ? end : nil, isWhole: !found.isBounded)
  }

  /// Reads from the tables that answer: those of a dump before those of the records that come with the
  /// app; nil where no database can be used.
  private func read<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseReader, CatalogueRecordReader) throws(StorageError) -> Value
  ) throws(CatalogueError) -> Value? {
    for (place, source) in [(dump, Self.dumpSource), (filled, Self.embeddedSource)] {
      do throws(StorageError) {
        if Task.isCancelled { throw .cancelled }
        guard let database = try place.get() else { continue }
        let value = try database.read(operation) { reader throws(StorageError) -> Value? in
          guard let state = try CatalogueState.read(reader), state.source == source else {
            return nil
          }
          guard state.isCurrent else { throw Self.outdated }
          return try body(
            reader, CatalogueRecordReader(slot: state.slot, source: source, reader: reader))
        }
        if let value { return value }
      } catch {
        if error == .cancelled { throw .cancelled }
        report(error, of: source)
      }
    }
    return nil
  }

  private func report(_ error: StorageError, of source: String) {
    if reported.isNew(source) {
      logger?.log(.error, "A database of the catalogue (\(source)) can't be used: \(error)")
    }
    guard source == Self.dumpSource else { return }
    onProblem?(error == Self.outdated ? .outdatedDump : .unusableDump(error))
  }
}

/// The sources whose problems are in the log already.
private final class Reported: Sendable {
  private let sources = Mutex<Set<String>>([])

  func isNew(_ source: String) -> Bool {
    sources.withLock { $0.insert(source).inserted }
  }
}
