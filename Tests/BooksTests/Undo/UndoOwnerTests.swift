import Accounts
import Catalogue
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Books

@Suite("The list of changes of an owner") @MainActor
struct UndoOwnerTests {
  private let ada = Owner.account("ada")

  private func data(_ stores: any LibraryStores) -> BooksAccountData {
    BooksAccountData(stores: stores, identifiers: UniqueIdentifiers())
  }

  /// Makes a change with a note, and undoes another one.
  private func change(_ owner: Owner, in stores: any LibraryStores) async throws {
    let current = CurrentOwner()
    if case .account = owner { await current.signIn("ada", expires: nil) }
    let library = Library(
      stores: stores, owner: current, clock: ManualClock(now: .init(timeIntervalSince1970: 1e9)),
      identifiers: UniqueIdentifiers())
    let entry = library.newEntry(BookCopy(title: "Dune"), .test("dune"))
    let kept = try await library.put(entry, on: .read).value
    try await library.change(kept, as: .edited) { $0.notes = "sesquipedalian" }
    try await library.put(kept, on: .reading)
    _ = try await library.step(.undo)
  }

  @Test(
    "A list of changes is erased with its owner's data, and only then",
    arguments: NamedLibraryStores.all)
  func erased(_ named: NamedLibraryStores) async throws {
    let (stores, database) = try named.make()
    for owner in [Owner.guest, ada] { try await change(owner, in: stores) }
    try await data(stores).erase(ada, database: database)
    #expect(try await stores.store(of: ada).undoState() == UndoState())
    let kept = try await stores.store(of: .guest).undoState()
    #expect(kept.undo?.kind == .edited && kept.redo?.kind == .moved(to: .reading))
    let rows = try database?.dump(["library_changes", "library_change_entries"]) ?? []
    #expect(rows.allSatisfy { !$0.contains("account/ada/") })
    #expect(rows.count == (database == nil ? 0 : 6))
  }

  @Test(
    "An account's list of changes stays when a guest's books come, and the guest's list ends",
    arguments: NamedLibraryStores.all)
  func moved(_ named: NamedLibraryStores) async throws {
    let (stores, database) = try named.make()
    for owner in [Owner.guest, ada] { try await change(owner, in: stores) }
    try await data(stores).move(from: .guest, to: ada, database: database)
    #expect(try await stores.store(of: .guest).undoState() == UndoState())
    #expect(try await stores.store(of: ada).undoState().undo?.kind == .edited)
    #expect(try await stores.store(of: ada).count() == 1)
  }

  @Test("The export of an account has no list of changes", arguments: NamedLibraryStores.all)
  func exported(_ named: NamedLibraryStores) async throws {
    let (stores, _) = try named.make()
    try await change(ada, in: stores)
    let library = stores.store(of: ada)
    for entry in try await library.allEntries() { try await library.remove(entry.id) }
    try await library.save(Shelf(id: "own", name: "Own"))
    let file = try #require(try await data(stores).export(of: ada))
    #expect(!String(decoding: file, as: UTF8.self).contains("sesquipedalian"))
  }
}
