import Catalogue
import Foundation
import TestKit
import Testing

@Suite("A remote catalogue with a local one in its place")
struct FallbackCatalogueTests {
  private let remote = Answers("remote")
  private let local = Answers("local")
  private let changes = Changes()
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 0))

  private var patience: @Sendable () async throws -> Void {
    { [clock] in try await clock.sleep(for: .seconds(1)) }
  }

  private var catalogue: FallbackCatalogue {
    FallbackCatalogue(remote: remote, local: local, patience: patience) { [changes] in
      changes.add($0)
    }
  }

  @Test("The remote one answers; its answers are no change")
  func remoteAnswers() async throws {
    let catalogue = catalogue
    #expect(try await catalogue.featured().items.map(\.title) == ["remote"])
    #expect(
      try await catalogue.search(BookQuery(), offset: 0, limit: 1).items.map(\.title) == ["remote"])
    #expect(try await catalogue.author("OL1A").name == "remote")
    #expect(changes.all.isEmpty)
  }

  @Test(
    "While it is away the local one answers, and each change is told once",
    arguments: [
      CatalogueError.offline, .interrupted, .noTransport("x"), .proxy("x"), .untrusted(.expired),
      .timedOut, .unavailable(status: 503), .unreadable,
    ])
  func away(_ error: CatalogueError) async throws {
    let catalogue = catalogue
    remote.fail(error)
    for _ in 0..<2 {
      #expect(try await catalogue.featured().items.map(\.title) == ["local"])
      #expect(try await catalogue.book("OL1W").book.title == "local")
    }
    remote.fail(nil)
    #expect(
      try await catalogue.books(byAuthor: "OL1A", offset: 0, limit: 1).items.map(\.title) == [
        "remote"
      ])
    #expect(changes.all == [.away(error), .back])
  }

  @Test("Asking again is about what was not answered last; not found and refused are answers")
  func askedAgain() async throws {
    let catalogue = catalogue
    let other = Answers("other")
    try await catalogue.askAgain(other)
    #expect(other.count == 0)
    remote.fail(.unreadable)
    _ = try await catalogue.book("OL1W")
    other.fail(.unreadable)
    await #expect(throws: CatalogueError.unreadable) { try await catalogue.askAgain(other) }
    other.fail(.cancelled)
    await #expect(throws: CatalogueError.cancelled) { try await catalogue.askAgain(other) }
    other.fail(.notFound)
    try await catalogue.askAgain(other)
    other.fail(.refused(status: 422))
    try await catalogue.askAgain(other)
    #expect(other.count == 4)
  }

  @Test("A part of an answer, such as of a book whose search fails, is none when asking again")
  func askedAgainInPart() async throws {
    let catalogue = catalogue
    let problem = CatalogueError.unavailable(status: 503)
    remote.answerWith(.earlier(seconds: 0, because: problem))
    _ = try await catalogue.book("OL1W")
    await #expect(throws: problem) { try await catalogue.askAgain(remote) }
    remote.answerWith(.catalogue)
    try await catalogue.askAgain(remote)
    #expect(changes.all == [.away(problem), .back])
  }

  @Test("While it is away, what still holds is given without asking it, and is no return")
  func stillHolds() async throws {
    let stored = Answers("stored")
    let remote = Answers("remote", earlier: stored)
    let catalogue = FallbackCatalogue(remote: remote, local: local, patience: patience) {
      [changes] in
      changes.add($0)
    }
    remote.fail(.offline)
    _ = try await catalogue.featured()
    #expect(remote.count == 1)
    #expect(try await catalogue.author("OL1A").name == "stored")
    #expect(remote.count == 1 && catalogue.isAway)
    // What may have changed is asked for.
    stored.answerWith(.earlier(seconds: 9, because: nil))
    remote.fail(nil)
    #expect(try await catalogue.author("OL1A").name == "remote")
    #expect(changes.all == [.away(.offline), .back])
  }

  @Test(
    "Not found, refused and cancelled are answers: the local catalogue is not asked",
    arguments: [CatalogueError.notFound, .refused(status: 422), .cancelled])
  func answered(_ error: CatalogueError) async {
    let catalogue = catalogue
    remote.fail(error)
    await #expect(throws: error) { try await catalogue.book("OL1W") }
    #expect(changes.all.isEmpty && local.count == 0)
  }

  @Test("A list goes on with the catalogue that it began with")
  func pages() async {
    let catalogue = catalogue
    remote.fail(.offline)
    await #expect(throws: CatalogueError.offline) {
      try await catalogue.search(BookQuery(), offset: 20, limit: 20)
    }
    #expect(local.count == 0)
  }

  @Test("An answer says where it comes from, and an earlier one whether the remote one is away")
  func origins() async throws {
    let catalogue = catalogue
    #expect(try await catalogue.book("OL1W").origin == .catalogue)
    remote.answerWith(.earlier(seconds: 60, because: nil))
    #expect(try await catalogue.featured().origin == .earlier(seconds: 60, because: nil))
    #expect(changes.all.isEmpty && !catalogue.isAway)
    remote.answerWith(.earlier(seconds: 60, because: .timedOut))
    #expect(try await catalogue.author("OL1A").origin == .earlier(seconds: 60, because: .timedOut))
    #expect(changes.all == [.away(.timedOut)] && catalogue.isAway)
    remote.answerWith(.earlier(seconds: 60, because: nil))
    _ = try await catalogue.featured()
    #expect(catalogue.isAway, "nobody was asked")
    remote.fail(.offline)
    #expect(try await catalogue.featured().origin == .standIn(because: .offline))
    remote.fail(nil)
    remote.answerWith(.catalogue)
    _ = try await catalogue.featured()
    #expect(changes.all == [.away(.timedOut), .back])
  }

  @Test("Each page of a list that has begun locally is local, also when the remote one is back")
  func localPages() async throws {
    let catalogue = catalogue
    remote.fail(.offline)
    var next = try #require(try await catalogue.search(BookQuery(), offset: 0, limit: 1).next)
    remote.fail(nil)
    for _ in 2...3 {
      let page = try await catalogue.search(BookQuery(), offset: next, limit: 1)
      #expect(page.items.map(\.title) == ["local"])
      #expect(page.origin == .standIn(because: .offline))
      next = try #require(page.next)
    }
    #expect(local.offsets == [0, 1, 2])
  }

  @Test("Editions are only those of the remote one")
  func editions() async throws {
    let catalogue = catalogue
    #expect(catalogue.listsEditions)
    #expect(
      try await catalogue.editions(of: "OL1W", offset: 0, limit: 9).items.map(\.title) == ["remote"]
    )
    await #expect(throws: CatalogueError.notFound) {
      try await catalogue.editions(of: "dune", offset: 0, limit: 9)
    }
    remote.fail(.offline)
    await #expect(throws: CatalogueError.offline) {
      try await catalogue.editions(of: "OL1W", offset: 0, limit: 9)
    }
  }

  @Test(
    "Of two origins the less reliable one counts",
    arguments: [
      (AnswerOrigin.catalogue, AnswerOrigin.catalogue, AnswerOrigin.catalogue),
      (
        .catalogue, .earlier(seconds: 5, because: nil), .earlier(seconds: 5, because: nil)
      ),
      (
        .earlier(seconds: 9, because: nil), .earlier(seconds: 5, because: .offline),
        .earlier(seconds: 9, because: .offline)
      ),
      (
        .earlier(seconds: 9, because: nil), .standIn(because: .offline), .standIn(because: .offline)
      ),
    ])
  func joined(_ one: AnswerOrigin, _ other: AnswerOrigin, _ joined: AnswerOrigin) {
    #expect(one.joined(other) == joined)
    #expect(other.joined(one) == joined)
  }

  @Test("A book that the local one does not have is unreachable, not missing")
  func missingHere() async {
    let catalogue = catalogue
    remote.fail(.offline)
    local.fail(.notFound)
    await #expect(throws: CatalogueError.offline) { try await catalogue.book("OL1W") }
  }

  @Test("Books that the local one does not have are unreachable, not none")
  func unknownAuthor() async throws {
    let catalogue = FallbackCatalogue(
      remote: remote, local: Answers("local", hasBooks: false), patience: patience)
    #expect(try await catalogue.books(byAuthor: "OL1A", offset: 0, limit: 1).items.count == 1)
    remote.fail(.offline)
    await #expect(throws: CatalogueError.offline) {
      try await catalogue.books(byAuthor: "OL1A", offset: 0, limit: 1)
    }
    await #expect(throws: CatalogueError.offline) {
      try await catalogue.search(BookQuery(), offset: 0, limit: 1)
    }
    await #expect(throws: CatalogueError.offline) {
      try await catalogue.books(onSubject: "Sea", offset: 0, limit: 1)
    }
  }

  @Test(
    "The local one's own books never need the network",
    arguments: ["dune", "OLW", "OL1X", "OL1é2W", ""])
  func ownBooks(_ key: String) async throws {
    #expect(try await catalogue.book(key).book.title == "local")
    #expect(try await catalogue.author(key).name == "local")
    #expect(remote.count == 0)
  }
}
