public import Catalogue
public import Services
import Synchronization

/// A catalogue in databases: an imported dump of Open Library or, without one, the embedded
/// records.
///
/// Embedded books are still found by their keys after a dump has replaced them, because readers
/// have them on shelves.
public struct DatabaseCatalogue: BookCatalogue {
  /// The reason why an imported dump is ignored; the embedded records answer instead.
  public enum Problem: Hashable, Sendable {
    /// Another version of the app imported it, in a format that this one can't search.
    case outdatedDump
    /// Its database can't be used.
    case unusableDump(StorageError)
  }

  /// The result of a request to one database.
  private enum Lookup<Value: Sendable>: Sendable {
    /// No records of the source.
    case nothing
    /// The database can't be used.
    case failed
    /// Tables of a format that can't be searched.
    case outdated
    /// The answer of its records.
    case answer(Value?)

    /// Whether there are records that can't be read.
    var isUnreadable: Bool {
      switch self {
      case .failed, .outdated: true
      case .nothing, .answer: false
      }
    }
  }

  /// The maximum length of a subject, in bytes.
  private static let maximumSubjectLength = 1000

  /// The databases of the embedded records, in order of preference.
  private let embedded: [EmbeddedDatabase]
  private let dump: ImportedDump
  private let logger: (any AppLogger)?
  private let onProblem: (@Sendable (Problem) -> Void)?
  private let reported = Reported()

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - embedded: the embedded records; the second database answers if the first one can't be
  ///     used.
  ///   - dump: returns the database of an imported dump, nil without one. It is called at each use:
  ///     an import may replace a damaged file, and then its database is another one.
  ///   - logger: logs each unusable database once.
  ///   - onProblem: is called each time the dump can't be used.
  public init(
    embedded: [EmbeddedDatabase],
    dump: @escaping @Sendable () throws(StorageError) -> (any Database)? = { nil },
    logger: (any AppLogger)? = nil, onProblem: (@Sendable (Problem) -> Void)? = nil
  ) {
    self.embedded = embedded
    self.logger = logger
    self.onProblem = onProblem
    self.dump = ImportedDump(dump)
  }

  /// Returns the featured books of the embedded records, or the most popular ones of a dump.
  @concurrent public func featured() async throws(CatalogueError) -> Page<CatalogueBook> {
    let books: [CatalogueBook] =
      try answer("looking for books to begin with") { records throws(StorageError) in
        let chosen = try records.reader.rows(
          "SELECT work FROM featured_\(records.slot.rawValue) ORDER BY position"
        ) { row throws(StorageError) in try row.number(0) }
        return chosen.isEmpty
          ? try records.books(ranks: Array(1...20)) : try records.books(works: chosen)
      } ?? []
    return Page(items: books, total: books.count, next: nil)
  }

  /// Returns the matching books: by relevance up to ten thousand that match whole words, and of more than ten
  /// thousand that only begin so the most popular ones, which alone are sorted in other orders. If there are none,
  /// unknown words are replaced by near known ones that together find a book.
  @concurrent public func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    guard let match = CatalogueMatch(query) else {
      if Task.isCancelled { throw .cancelled }
      return .empty
    }
    return try answer("searching the catalogue") { records throws(StorageError) in
      let page = try Self.page(match, query.order, offset, limit, records)
      if page.total > 0 { return page }
      return try Self.correctedPage(query, offset, limit, records) ?? page
    } ?? .empty
  }

  /// Searches for the words that may be meant; nil if that finds nothing, either.
  private static func correctedPage(
    _ query: BookQuery, _ offset: Int, _ limit: Int, _ records: CatalogueRecordReader
  ) throws(StorageError) -> Page<CatalogueBook>? {
    let spelling = CatalogueSpelling(slot: records.slot, reader: records.reader)
    guard let corrected = try spelling.corrected(query), let match = CatalogueMatch(corrected)
    else { return nil }
    let search = CatalogueSearch(slot: records.slot, reader: records.reader)
    let found = try search.page(match, order: query.order, offset: offset, limit: limit)
    guard found.total > 0 else { return nil }
    var page = try records.page(of: found, offset: offset)
    let isFirst = query.order == .relevance && offset <= 0
    page.correction = try records.written(
      corrected.words, typed: query.words, match, first: isFirst ? found : nil)
    return page
  }

  /// Returns the books of a subject, most popular first.
  @concurrent public func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    guard subject.utf8.count <= Self.maximumSubjectLength else { throw .notFound }
    let folded = FoldedText(subject)
    guard !folded.bytes.isEmpty else { throw .notFound }
    return try page(CatalogueMatch(subject: folded), .relevance, offset, limit)
  }

  /// Returns the books of an author, oldest first.
  @concurrent public func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    let key = try CatalogueReference.checkedKey(key)
    return try answer("looking for an author's books") { records throws(StorageError) in
      guard let number = try records.number(key, .author) else { return nil }
      let page = try Self.page(
        CatalogueMatch(fact: FactToken.author(number)), .oldest, offset, limit, records)
      return page.total > 0 ? page : nil
    } ?? .empty
  }

  /// Returns one book.
  @concurrent public func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail {
    let key = try CatalogueReference.checkedKey(key)
    let found = try answer("reading a book") { records throws(StorageError) in
      try records.book(key)
    }
    guard let found else { throw .notFound }
    return found
  }

  /// Returns one author.
  @concurrent public func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
    let key = try CatalogueReference.checkedKey(key)
    let found = try answer("reading about an author") { records throws(StorageError) in
      try records.author(key)
    }
    guard let found else { throw .notFound }
    return found
  }

  // MARK: Reading

  private func page(
    _ match: CatalogueMatch, _ order: BookQuery.Order, _ offset: Int, _ limit: Int
  ) throws(CatalogueError) -> Page<CatalogueBook> {
    try answer("searching the catalogue") { records throws(StorageError) in
      try Self.page(match, order, offset, limit, records)
    } ?? .empty
  }

  private static func page(
    _ match: CatalogueMatch, _ order: BookQuery.Order, _ offset: Int, _ limit: Int,
    _ records: CatalogueRecordReader
  ) throws(StorageError) -> Page<CatalogueBook> {
    let search = CatalogueSearch(slot: records.slot, reader: records.reader)
    let found = try search.page(match, order: order, offset: offset, limit: limit)
    return try records.page(of: found, offset: offset)
  }

  /// Reads from the tables of a dump or, if it has no answer, from the embedded records.
  private func answer<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (CatalogueRecordReader) throws(StorageError) -> Value?
  ) throws(CatalogueError) -> Value? {
    let imported = try read(CatalogueReference.openLibrarySource, operation, body) {
      () throws(StorageError) in try dump.get()
    }
    if case .answer(let value?) = imported { return value }
    for database in embedded {
      let found = try read(CatalogueReference.embeddedSource, operation, body) {
        () throws(StorageError) in try database.get()
      }
      guard case .answer(let value) = found else { continue }
      // The dump may have it.
      if value == nil, imported.isUnreadable { break }
      return value
    }
    throw .unavailable(status: 0)
  }

  /// Reads from one database, and reports one that can't be used.
  private func read<Value: Sendable>(
    _ source: String, _ operation: String,
    _ body: @Sendable (CatalogueRecordReader) throws(StorageError) -> Value?,
    from open: () throws(StorageError) -> (any Database)?
  ) throws(CatalogueError) -> Lookup<Value> {
    do throws(StorageError) {
      if Task.isCancelled { throw .cancelled }
      guard let database = try open() else { return .nothing }
      let lookup = try database.read(operation) { reader throws(StorageError) -> Lookup<Value> in
        guard let state = try CatalogueState.read(reader), state.source == source else {
          return .nothing
        }
        guard state.isSearchable else { return .outdated }
        return .answer(
          try body(CatalogueRecordReader(slot: state.slot, source: source, reader: reader)))
      }
      if case .outdated = lookup { report(.outdatedDump, of: source) }
      return lookup
    } catch {
      if error == .cancelled { throw .cancelled }
      report(.unusableDump(error), of: source)
      return .failed
    }
  }

  private func report(_ problem: Problem, of source: String) {
    let isDump = source == CatalogueReference.openLibrarySource
    if reported.isNew(source) {
      let why =
        switch problem {
        case .outdatedDump: "another version of the app filled it"
        case .unusableDump(let error): error.description
        }
      logger?.log(.error, "A database of the catalogue (\(source)) can't be used: \(why)")
    }
    if isDump { onProblem?(problem) }
  }
}

/// The sources whose problems are already in the log.
private final class Reported: Sendable {
  private let sources = Mutex<Set<String>>([])

  func isNew(_ source: String) -> Bool {
    sources.withLock { $0.insert(source).inserted }
  }
}
