import Core
import Services
import AppComposition
import Onboarding
import TestKit
import Testing

@Suite("What onboarding asks is what the catalogue has")
@MainActor struct GenreTests {
  @Test("Every genre's subject has books", arguments: Genre.all.map(\.subject))
  func subject(_ subject: String) async throws {
    await withApp({ Worlds.compact() }) { app in
      let link = "booksapp://subjects/\(subject.replacing(" ", with: "%20"))"
      #expect(await app.open(link) == .shown)
      #expect(app.rows.count > 3)
    }
  }
}
