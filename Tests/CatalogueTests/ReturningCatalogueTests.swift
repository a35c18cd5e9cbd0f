import Foundation
import TestKit
import Testing

@testable import Catalogue

@Suite("A remote catalogue that returns while the local one is asked")
struct ReturningCatalogueTests {
  private let remote = Answers("remote")
  private let changes = Changes()

  /// Searches while the remote catalogue is offline, until the local one is asked.
  ///
  /// - Parameter error: the remote catalogue's error after its return, or nil.
  private func search(thenFailing error: CatalogueError?) async throws -> Page<CatalogueBook> {
    let local = Answers("local")
    let catalogue = FallbackCatalogue(remote: remote, local: local, patience: {}) { [changes] in
      changes.add($0)
    }
    local.whenSearched { [remote] in
      remote.fail(error)
      catalogue.noteReturn()
    }
    defer { local.whenSearched(nil) }
    remote.fail(.offline)
    return try await catalogue.search(BookQuery(), offset: 0, limit: 1)
  }

  @Test("A remote catalogue that returns is asked again")
  func returns() async throws {
    let page = try await search(thenFailing: nil)
    #expect(page.items.map(\.title) == ["remote"] && page.origin == .catalogue)
    #expect(changes.all == [.away(.offline), .back])
  }

  @Test("A remote catalogue that returns and then fails is away again")
  func failsAgain() async throws {
    let page = try await search(thenFailing: .timedOut)
    #expect(page.items.map(\.title) == ["local"])
    #expect(page.origin == .standIn(because: .timedOut))
    #expect(changes.all == [.away(.offline), .back, .away(.timedOut)])
  }

  @Test("A remote catalogue that returns and refuses the search has answered")
  func refuses() async throws {
    let refusal = CatalogueError.refused(status: 422)
    await #expect(throws: refusal) { try await search(thenFailing: refusal) }
    #expect(changes.all == [.away(.offline), .back])
  }

  /// Returns a catalogue whose remote one is away, with a question that waits for it as long as it takes.
  private func catalogueAway(because problem: CatalogueError) async throws -> FallbackCatalogue {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    let catalogue = FallbackCatalogue(
      remote: remote, local: Answers("local"), patience: { try await clock.sleep(for: .seconds(1)) }
    ) { [changes] in changes.add($0) }
    remote.fail(problem)
    _ = try await catalogue.featured()
    return catalogue
  }

  @Test("A remote catalogue that was away and refuses a search is back")
  func refusesWhileAway() async throws {
    let catalogue = try await catalogueAway(because: .offline)
    let refusal = CatalogueError.refused(status: 422)
    remote.fail(refusal)
    await #expect(throws: refusal) {
      try await catalogue.search(BookQuery(), offset: 0, limit: 1)
    }
    #expect(!catalogue.isAway && changes.all == [.away(.offline), .back])
  }

  @Test("A remote catalogue that was away and refuses a search with an earlier answer is back")
  func refusesNow() async throws {
    let catalogue = try await catalogueAway(because: .timedOut)
    remote.fail(nil)
    remote.answerWith(.earlier(seconds: 60, because: .refused(status: 422)))
    _ = try await catalogue.search(BookQuery(), offset: 0, limit: 1)
    #expect(!catalogue.isAway && changes.all == [.away(.timedOut), .back])
  }

  @Test("Further pages of a local list have the reason for which it is in place of the remote one")
  func furtherPages() async throws {
    let catalogue = try await catalogueAway(because: .timedOut)
    let page = try await catalogue.search(BookQuery(), offset: 0, limit: 1)
    let next = try #require(page.next)
    let further = try await catalogue.search(BookQuery(), offset: next, limit: 1)
    #expect(further.items.map(\.title) == ["local"])
    #expect(further.origin == .standIn(because: .timedOut))
  }
}
