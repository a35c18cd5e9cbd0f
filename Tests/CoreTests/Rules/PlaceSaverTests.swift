import Accounts
import Foundation
import Services
import TestKit
import Testing

@testable import Core

@Suite("Rule 9: routes and a session that ends meanwhile")
@MainActor struct PlaceSaverTests {
  @Test("No routes are saved for a user who was signed out during the question whether that is so")
  func signedOut() async throws {
    let store: any KeyValueStore = MemoryKeyValueStore()
    let toy = Toy()
    try await withApp({ toy.session(store: store) }) { app in
      let owner = app.session.context.currentOwner
      await owner.signIn("ada", expires: nil)
      await app.session.settle()
      try toy.tab().push(DetailScreen("other"), route: Route("other"))
      await app.session.saver.save {
        // A check in the background has found it out first.
        owner.signOut()
        return false
      }
      await app.session.settle()
      let saved = try await OwnedValues(store, of: .account("ada"), about: AppSession.placesSubject)
        .value(for: SavedPlaces.key)
      #expect(saved.map { String(decoding: $0, as: UTF8.self).contains("other") } != true)
    }
  }
}
