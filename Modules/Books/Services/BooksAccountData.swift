import Core
import Foundation

/// The libraries of the app's owners: what is moved, exported and erased with an account.
struct BooksAccountData: AccountData {
  let name = "library"
  private let stores: any LibraryStores
  private let identifiers: any IdentifierSource

  /// - Parameter identifiers: names what would have the same identifier as something else.
  init(stores: any LibraryStores, identifiers: any IdentifierSource) {
    self.stores = stores
    self.identifiers = identifiers
  }

  func summary(of owner: Owner) async throws(StorageError) -> String? {
    let store = stores.store(of: owner)
    let books = try await store.allEntries().count
    let shelves = try await store.ownShelves().count
    return BooksText.summary(books: books, shelves: shelves)
  }

  /// Each thing is with the receiver before the giver loses it, so that a move that is interrupted
  /// loses nothing; begun again, it goes on.
  func move(from giver: Owner, to receiver: Owner) async throws(StorageError) {
    guard giver != receiver else { return }
    let (source, target) = (stores.store(of: giver), stores.store(of: receiver))
    let shelves = try await moveShelves(from: source, to: target)
    for entry in try await source.allEntries() {
      var moved = entry
      moved.shelves = Set(entry.shelves.map { shelves[$0] ?? $0 })
      try await target.save(try await received(moved, in: target))
      try await source.remove(entry.id)
    }
    // Not everything at once: what came meanwhile was not moved.
    for shelf in shelves.keys { try await source.removeShelf(shelf) }
  }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    let store = stores.store(of: owner)
    let (entries, shelves) = (try await store.allEntries(), try await store.ownShelves())
    guard !entries.isEmpty || !shelves.isEmpty else { return nil }
    return await Self.encoded(entries, shelves)
  }

  func erase(_ owner: Owner) async throws(StorageError) {
    try await stores.store(of: owner).removeAll()
  }

  /// Moves own shelves; one of the same name becomes the receiver's.
  ///
  /// - Returns: the receiver's shelves by the giver's.
  private func moveShelves(
    from source: any LibraryStore, to target: any LibraryStore
  ) async throws(StorageError) -> [Shelf.ID: Shelf.ID] {
    var taken = Set(try await target.ownShelves().map(\.id))
    var moved: [Shelf.ID: Shelf.ID] = [:]
    for shelf in try await source.ownShelves() {
      if let same = try await target.shelf(named: shelf.name) {
        moved[shelf.id] = same.id
        continue
      }
      let id = taken.contains(shelf.id) ? Shelf.ID(identifiers.next("shelf")) : shelf.id
      taken.insert(id)
      moved[shelf.id] = id
      try await target.save(Shelf(id: id, name: shelf.name))
    }
    return moved
  }

  /// An entry as the receiver keeps it: merged into theirs of the same book, or beside the others.
  private func received(
    _ entry: LibraryEntry, in target: any LibraryStore
  ) async throws(StorageError) -> LibraryEntry {
    if let reference = entry.reference,
      var own = try await target.entries(for: [reference])[reference]
    {
      own.merge(entry)
      return own
    }
    guard var own = try await target.entry(entry.id) else { return entry }
    if own.reference == entry.reference, own.book.title == entry.book.title {
      // It came with an earlier move that was interrupted.
      own.merge(entry)
      return own
    }
    return LibraryEntry(entry, id: LibraryEntry.ID(identifiers.next("entry")))
  }

  @concurrent private static func encoded(
    _ entries: [LibraryEntry], _ shelves: [Shelf]
  ) async -> Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    encoder.dateEncodingStrategy = .iso8601
    return try? encoder.encode(LibraryExport(entries, shelves))
  }
}
