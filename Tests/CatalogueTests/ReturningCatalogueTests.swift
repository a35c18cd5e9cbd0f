import Catalogue
import Testing

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
}
