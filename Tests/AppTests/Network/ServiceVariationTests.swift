// Needs: Books

import Catalogue
import Foundation
import TestKit
import Testing

@testable import AppComposition

@Suite("Questions to a service that varies", .timeLimit(.minutes(60)))
@MainActor struct ServiceVariationTests {
  @Test(
    "Lists, works, authors and editions are whole, or come from elsewhere with the reason",
    arguments: OpenLibraryServer.Variation.allCases)
  func questions(_ variation: OpenLibraryServer.Variation) async throws {
    let disk = try Disk()
    let library = try OpenLibraryServer(varying: [variation])
    library.gate.open()
    try await withServer(library.reply) { server in
      let cached = try OnlineCatalogue(disk, server.url())
      let catalogue = cached.catalogue
      switch variation {
      case .unavailable: try await expectAway(catalogue, .unavailable(status: 503))
      case .captivePortal: try await expectAway(catalogue, .unreadable)
      case .interrupted: try await expectAway(catalogue, .interrupted)
      case .tooManyRequests: try await expectHalf(catalogue)
      case .validators:
        for _ in 1...2 { try await expectAnswers(catalogue, variation) }
        // Also what is loaded ahead is asked for once.
        let targets = server.requests.map(\.target)
        #expect(Set(targets).count == targets.count)
      default: try await expectAnswers(catalogue, variation)
      }
      cached.close()
    }
  }

  private func letters(
    _ catalogue: any BookCatalogue, _ offset: Int
  ) async throws -> Page<CatalogueBook> {
    try await catalogue.search(BookQuery(words: "letters"), offset: offset, limit: 20)
  }

  private func expectAnswers(
    _ catalogue: any BookCatalogue, _ variation: OpenLibraryServer.Variation
  ) async throws {
    let first = try await letters(catalogue, 0)
    let second = try await letters(catalogue, try #require(first.next))
    for page in [first, second] {
      // Of each three books one has no title.
      #expect(page.items.count == (variation == .missingFields ? 14 : 20))
      #expect(Set(page.items.map(\.reference)).count == page.items.count)
      #expect(page.origin == .catalogue && page.next != nil)
    }
    let subject = try await catalogue.books(onSubject: "Fairy tales", offset: 0, limit: 20)
    #expect(subject.items.count == 2 && subject.items.allSatisfy { $0.cover == nil })
    let detail = try await catalogue.book("OL1W")
    #expect(detail.book.title.contains("The Hobbit") && detail.book.cover ?? 1001 == 1001)
    // Also where the search does not know it.
    #expect(detail.book.year == 1937 && detail.origin == .catalogue)
    #expect(detail.summary?.contains("A hobbit leaves home") == true)
    let author = try await catalogue.author("OL2A")
    #expect(author.name.contains("Leo Tolstoy") && author.origin == .catalogue)
    #expect(author.biography?.contains("Russian novelist.") == true)
    let editions = try await catalogue.editions(of: "OL1W", offset: 0, limit: 20)
    #expect(editions.items.count == 2)
  }

  /// Expects the local catalogue, which has no book or author of this service.
  private func expectAway(
    _ catalogue: any BookCatalogue, _ problem: CatalogueError
  ) async throws {
    let page = try await catalogue.search(BookQuery(words: "dune"), offset: 0, limit: 20)
    #expect(page.origin == .standIn(because: problem))
    #expect(page.items.contains { $0.title == "Dune" })
    await #expect(throws: problem) { try await catalogue.book("OL1W") }
    await #expect(throws: problem) { try await catalogue.author("OL2A") }
  }

  /// Expects that every second request is refused.
  private func expectHalf(_ catalogue: any BookCatalogue) async throws {
    let refused = CatalogueError.unavailable(status: 429)
    #expect(try await letters(catalogue, 0).origin == .standIn(because: refused))
    #expect(try await letters(catalogue, 0).items.count == 20)
    await #expect(throws: refused) { try await catalogue.author("OL2A") }
    #expect(try await catalogue.author("OL2A").name == "Leo Tolstoy")
  }
}
