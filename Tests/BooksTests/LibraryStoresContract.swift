import Catalogue
import Core
import Services
import Testing

@testable import Books

/// The contract of ``LibraryStores``.
@Suite("Every owner's library")
@MainActor struct LibraryStoresContract {
  @Test("A library is visible to its owner only, and is saved", arguments: NamedLibraryStores.all)
  func apart(_ named: NamedLibraryStores) async throws {
    let stores = try named.make().stores
    let owners = [Owner.guest, .account("guest"), .account("ada"), .account("ad/a")]
    for (number, owner) in owners.enumerated() {
      try await stores.store(of: owner).save(.sample(number, reference: "same"))
      try await stores.store(of: owner).save(Shelf(id: "own", name: "Shelf \(number)"))
    }
    for (number, owner) in owners.enumerated() {
      let store = stores.store(of: owner)
      let id = LibraryEntry.ID("entry-\(number)")
      #expect(try await store.allEntries().map(\.id) == [id])
      #expect(try await store.entries(on: .reading, offset: 0, limit: 9).items.map(\.id) == [id])
      #expect(try await store.entries(for: [.test("same")]).values.map(\.id) == [id])
      #expect(try await store.counts() == [.reading: 1])
      #expect(try await store.ownShelves().map(\.name) == ["Shelf \(number)"])
      for other in owners.indices where other != number {
        let others = LibraryEntry.ID("entry-\(other)")
        #expect(try await store.entry(others) == nil)
        try await store.remove(others)
      }
    }
    try await stores.store(of: .guest).removeAll()
    #expect(try await stores.store(of: .guest).allEntries() == [])
    #expect(try await stores.store(of: .account("ada")).allEntries().count == 1)
    #expect(try await stores.store(of: .account("guest")).ownShelves().count == 1)
  }

  @Test(
    "A change on the calling thread is saved for its owner alone",
    arguments: NamedLibraryStores.all)
  func written(_ named: NamedLibraryStores) async throws {
    let stores = try named.make().stores
    let entry = LibraryEntry.sample(1, on: [.read])
    // Not on the main actor, which a transaction would stop.
    let writing = Task.detached {
      try stores.write("testing", for: .account("ada")) { records throws(StorageError) in
        try records.save(entry)
        return try records.allEntries().count
      }
    }
    #expect(try await writing.value == 1)
    #expect(try await stores.store(of: .account("ada")).allEntries() == [entry])
    #expect(try await stores.store(of: .guest).count() == 0)
  }

  @Test("A library keeps the imported rows of each owner", arguments: NamedLibraryStores.all)
  func importedRows(_ named: NamedLibraryStores) async throws {
    let stores = try named.make().stores
    let store = stores.store(of: .account("ada"))
    func kept(_ store: any LibraryStore) async throws -> [ImportedRow] {
      try await store.change("testing") { records throws(StorageError) in
        try records.importedRows()
      }
    }
    let rows = [3, 1, 2].map {
      ImportedRow(
        entry: LibraryEntry.ID("entry-\($0)"), position: $0,
        header: $0 == 2 ? "Title,U\u{308}" : "Title,Ü\u{0}",
        text: "\"👩‍👩‍👧\n\u{0}\($0)\"")
    }
    try await store.change("testing") { records throws(StorageError) in try records.save(rows) }
    let sorted = try await kept(store)
    #expect(sorted == [rows[1], rows[2], rows[0]])
    // `==` ignores differences in Unicode normalization.
    #expect(Array(sorted[1].header.utf8) == Array(rows[2].header.utf8))
    #expect(try await kept(stores.store(of: .guest)) == [])
    var changed = rows[0]
    changed.text = "x"
    changed.position = 0
    try await store.change("testing") { [changed] records throws(StorageError) in
      try records.save([changed])
    }
    #expect(try await kept(store) == [changed, rows[1], rows[2]])
    try await stores.store(of: .guest).removeAll()
    #expect(try await kept(store).count == 3)
    try await store.removeAll()
    #expect(try await kept(store) == [])
  }

  @Test(
    "Two owners' entries and shelves with the same identifier are kept apart",
    arguments: NamedLibraryStores.all)
  func sameIdentifier(_ named: NamedLibraryStores) async throws {
    let stores = try named.make().stores
    let (guests, adas) = (stores.store(of: .guest), stores.store(of: .account("ada")))
    try await guests.save(.sample(1, on: [.read]))
    try await adas.save(.sample(1, on: [.reading]))
    for store in [guests, adas] { try await store.save(Shelf(id: "own", name: "Own")) }
    try await guests.remove("entry-1")
    try await guests.removeShelf("own")
    #expect(try await guests.count() == 0)
    #expect(try await adas.entry("entry-1") == .sample(1, on: [.reading]))
    #expect(try await guests.ownShelves() == [])
    #expect(try await adas.ownShelves().map(\.id) == ["own"])
  }
}
