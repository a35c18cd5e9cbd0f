import Accounts
import Catalogue
import Services
import Foundation

/// The libraries of the app's owners: what is moved, exported and erased with an account.
struct BooksAccountData: AccountData {
  let name = "library"
  private let stores: any LibraryStores
  private let identifiers: any IdentifierSource
  private let summarize: @Sendable (_ books: Int, _ shelves: Int) -> String?

  /// - Parameters:
  ///   - identifiers: names what would have the same identifier as something else.
  ///   - summarize: says how much a library has; nil for nothing.
  init(
    stores: any LibraryStores, identifiers: any IdentifierSource,
    summarize: @escaping @Sendable (_ books: Int, _ shelves: Int) -> String?
  ) {
    self.stores = stores
    self.identifiers = identifiers
    self.summarize = summarize
  }

  func summary(of owner: Owner) async throws(StorageError) -> String? {
    let store = stores.store(of: owner)
    let books = try await store.count()
    let shelves = try await store.ownShelves().count
    return summarize(books, shelves)
  }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    let store = stores.store(of: owner)
    let (entries, shelves) = (try await store.allEntries(), try await store.ownShelves())
    guard !entries.isEmpty || !shelves.isEmpty else { return nil }
    let rows = try await store.change("reading your library") { records throws(StorageError) in
      try records.importedRows()
    }
    return try await Self.encoded(entries, shelves, rows)
  }

  func move(
    from giver: Owner, to receiver: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    guard giver != receiver else { return }
    let source = stores.records(of: giver, in: transaction)
    let target = stores.records(of: receiver, in: transaction)
    let shelves = try moveShelves(from: source, to: target)
    var entries: [LibraryEntry.ID: LibraryEntry.ID] = [:]
    for entry in try source.allEntries() {
      var moved = entry
      moved.shelves = Set(entry.shelves.map { shelves[$0] ?? $0 })
      let kept = try received(moved, in: target)
      try target.save(kept)
      entries[entry.id] = kept.id
    }
    try moveRows(from: source, to: target, entries)
    try source.removeAll()
  }

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    try stores.records(of: owner, in: transaction).removeAll()
  }

  /// Gives own shelves; one of the same name becomes the receiver's.
  ///
  /// - Returns: the receiver's shelves by the giver's.
  private func moveShelves(
    from source: any LibraryRecords, to target: any LibraryRecords
  ) throws(StorageError) -> [Shelf.ID: Shelf.ID] {
    var taken = Set(try target.ownShelves().map(\.id))
    var moved: [Shelf.ID: Shelf.ID] = [:]
    for shelf in try source.ownShelves() {
      if let same = try target.shelf(named: shelf.name) {
        moved[shelf.id] = same.id
        continue
      }
      let id = taken.contains(shelf.id) ? Shelf.ID(identifiers.next("shelf")) : shelf.id
      taken.insert(id)
      moved[shelf.id] = id
      try target.save(Shelf(id: id, name: shelf.name))
    }
    return moved
  }

  /// An entry as the receiver keeps it: merged into theirs of the same book, or beside the others.
  private func received(
    _ entry: LibraryEntry, in target: any LibraryRecords
  ) throws(StorageError) -> LibraryEntry {
    if let reference = entry.reference,
      var own = try target.entries(for: [reference])[reference]
    {
      own.merge(entry)
      return own
    }
    // Two owners' entries may have the same identifier, and are two books.
    guard try target.entry(entry.id) != nil else { return entry }
    return LibraryEntry(entry, id: LibraryEntry.ID(identifiers.next("entry")))
  }

  /// Gives what files said of the entries; where both have a row of the same book, the receiver's
  /// stays.
  ///
  /// - Parameter entries: the receiver's entries by the giver's.
  private func moveRows(
    from source: any LibraryRecords, to target: any LibraryRecords,
    _ entries: [LibraryEntry.ID: LibraryEntry.ID]
  ) throws(StorageError) {
    let old = try target.importedRows()
    let taken = Set(old.map(\.entry))
    let offset = (old.last?.position ?? 0) + 1
    let rows = try source.importedRows().compactMap { row -> ImportedRow? in
      guard let entry = entries[row.entry], !taken.contains(entry) else { return nil }
      return ImportedRow(
        entry: entry, position: offset + row.position, header: row.header, text: row.text)
    }
    try target.save(rows)
  }

  @concurrent private static func encoded(
    _ entries: [LibraryEntry], _ shelves: [Shelf], _ rows: [ImportedRow]
  ) async throws(StorageError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    encoder.dateEncodingStrategy = .iso8601
    do { return try encoder.encode(LibraryExport(entries, shelves, rows)) } catch {
      throw .unavailable("the library can't be written as JSON")
    }
  }
}
