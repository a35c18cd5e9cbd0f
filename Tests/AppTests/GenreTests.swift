// Needs: Books, Onboarding

import Core
import Services
import AppComposition
import TestKit
import Testing

@testable import Onboarding

@Suite("Onboarding's genres and the catalogue's subjects")
@MainActor struct GenreTests {
  @Test("Every genre has a subject with books", arguments: Genre.all.map(\.subject))
  func subject(_ subject: String) async throws {
    await withApp({ Worlds.compact() }) { app in
      let link = "booksapp://subjects/\(subject.replacing(" ", with: "%20"))"
      #expect(await app.open(link) == .shown)
      #expect(app.rows.count > 3)
    }
  }
}
