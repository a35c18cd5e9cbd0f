import Accounts
import Services
import TestKit
import Testing

@testable import Core

@Suite("Rule 9: routes and a session that ends meanwhile")
@MainActor struct PlaceSaverTests {
  @Test("A request whose task was cancelled saves the routes, too")
  func cancelled() async throws {
    let store: any KeyValueStore = MemoryKeyValueStore()
    let toy = Toy()
    // Over a store that writes nothing in a cancelled task.
    try await withApp({ toy.session(store: SlowStore(store)) }) { app in
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await app.open("example://first/item")
      }.value
      let saved = try await store.routes()
      #expect(saved.contains("item"))
      #expect(app.session.consumeNotices().isEmpty)
    }
  }

  @Test("The routes of a guest who signs in are saved for the account, too")
  func signedIn() async throws {
    let store: any KeyValueStore = MemoryKeyValueStore()
    let toy = Toy()
    try await withApp({ toy.session(store: store) }) { app in
      await app.open("example://first/item")
      await app.session.context.currentOwner.signIn("ada", expires: nil)
      await app.session.settle()
      let saved = try await store.routes(of: .account("ada"))
      #expect(saved.contains("item"))
    }
  }

  @Test("After a new start the routes are saved, though they equal those saved before")
  func newStart() async throws {
    let store: any KeyValueStore = MemoryKeyValueStore()
    let toy = Toy()
    try await withApp({ toy.session(store: store) }) { app in
      let before = try await store.routes()
      // What an erased guest's store is like.
      try await store.set(nil, for: Owner.guest.routesKey)
      app.session.context.currentOwner.signOut()
      await app.session.settle()
      let after = try await store.routes()
      #expect(!before.isEmpty && after == before)
    }
  }

  @Test("No routes are saved for a user signed out while the saver checks for outside changes")
  func signedOut() async throws {
    let store: any KeyValueStore = MemoryKeyValueStore()
    let (toy, database, context) = (Toy(), EmptyDatabase(), AppContext.test())
    let owner = context.currentOwner
    var feature = toy.feature
    // The reload finds that the session has ended.
    feature.reload = {
      if owner.isSignedIn { owner.signOut() }
      return true
    }
    let session = AppSession(
      context: context, features: [feature], places: store, database: database)
    try await withApp({ session }) { app in
      await owner.signIn("ada", expires: nil)
      await app.session.settle()
      let tab = try #require(session.root.tabCoordinator("first"))
      tab.push(DetailScreen("other"), route: Route("other"))
      database.change()
      await app.session.saver.save()
      #expect(!owner.isSignedIn)
      await app.session.settle()
      let saved = try await store.routes(of: .account("ada"))
      #expect(!saved.contains("other"))
    }
  }
}
