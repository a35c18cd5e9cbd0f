import Accounts
import Services
import Testing

@testable import Books

@Suite("A list of changes that is overtaken while it is read") @MainActor
struct OvertakenChangesTests {
  private let scene = LibraryScene()
  private let hook = Hook()
  private let library: Library

  init() {
    var stores = HookedLibraryStores(stores: scene.stores) {}
    stores.afterReading = { [hook] _ in await hook.run() }
    library = Library(
      stores: stores, owner: scene.owner, clock: scene.clock, identifiers: UniqueIdentifiers())
  }

  @Test("A change that is made while the list is read stays the last one")
  func change() async throws {
    let dune = scene.dune()
    hook.body = { [library] in _ = try? await library.put(dune, on: Shelf.read) }
    await library.loadChanges()
    #expect(library.changes.undo?.kind == .added(to: .read))
    // Without a change the list that was read is shown.
    try await scene.store.change("testing") { records throws(StorageError) in
      try records.record(RecordedChange(.edited, [.init(before: nil, after: .sample(1))]))
    }
    await library.loadChanges()
    #expect(library.changes.undo?.kind == .edited)
  }

  @Test("The list of a user who signs in while the guest's is read stays the user's")
  func signIn() async throws {
    try await library.put(scene.dune(), on: Shelf.read)
    let adas = scene.stores.store(of: .account("ada"))
    try await adas.change("testing") { records throws(StorageError) in
      try records.record(RecordedChange(.edited, [.init(before: nil, after: .sample(1))]))
    }
    hook.body = { [library, owner = scene.owner] in
      await owner.signIn("ada", expires: nil)
      await library.loadChanges()
    }
    await library.loadChanges()
    #expect(library.changes.undo?.kind == .edited)
  }
}
