// Needs: Auth, Books, Onboarding

import AppComposition
import Core
import Services
import Testing
import TestKit

@Suite("A guest who deletes what they keep")
@MainActor struct ErasedGuestTests {
  @Test("The library and the profile are gone, also at the next start")
  func erased() async {
    let world = Worlds.world(Worlds.allFeatures)
    await withApp(world.makeSession) { app in
      await app.skipOnboarding()
      await app.open("booksapp://account/goal")
      await app.fill("goal", "12")
      await app.tap("save")
      await app.open("booksapp://books/emma")
      await app.tap("want")
      await app.tab("Account")
      await app.tap("delete")
      #expect(app.text.contains("This deletes a profile, 1 book and everything else"))
      await app.tap("delete")
      #expect(app.title == "Discover", "all screens of the guest are closed")
      await checkEmpty(app)
    }
    await withApp(world.makeSession) { app in await checkEmpty(app) }
  }

  private func checkEmpty(_ app: AppDriver) async {
    await app.open("booksapp://shelves/want-to-read")
    #expect(app.rows.isEmpty)
    await app.open("booksapp://account")
    #expect(app.title == "Guest" && !app.text.contains("12 books a year"))
  }
}
