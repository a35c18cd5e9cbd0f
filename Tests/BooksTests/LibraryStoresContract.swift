import Books
import Core
import Testing

/// What every ``LibraryStores`` does.
@Suite("Every owner's library")
struct LibraryStoresContract {
  private static let all: [@Sendable () -> any LibraryStores] = [{ MemoryLibraryStores() }]

  @Test("is seen by its owner only, and is there again")
  func apart() async throws {
    for make in Self.all {
      let stores = make()
      let owners = [Owner.guest, .account("guest"), .account("ada"), .account("ad/a")]
      for (number, owner) in owners.enumerated() {
        try await stores.store(of: owner).save(.sample(number, reference: "same"))
        try await stores.store(of: owner).save(Shelf(id: "own", name: "Shelf \(number)"))
      }
      for (number, owner) in owners.enumerated() {
        let store = stores.store(of: owner)
        #expect(try await store.allEntries().map(\.id.rawValue) == ["entry-\(number)"])
        #expect(try await store.ownShelves().map(\.name) == ["Shelf \(number)"])
      }
      try await stores.store(of: .guest).removeAll()
      #expect(try await stores.store(of: .guest).allEntries() == [])
      #expect(try await stores.store(of: .account("ada")).allEntries().count == 1)
    }
  }
}
