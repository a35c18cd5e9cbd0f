// Needs: Books

import Books
import Catalogue
import Core
import Foundation
import HTTP
import Services
import TestKit
import Testing

@testable import AppComposition

/// The app's own gate, of one request a second, and its own second of patience, each on a clock of the test.
@Suite("The patience with a server that is away", .timeLimit(.minutes(60)))
@MainActor struct PatienceTests {
  /// Sleeps on one clock for as long as a question waits, and on another one otherwise.
  private struct TwoClocks: AppClock {
    let patience = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
    let others = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))

    var now: Date { others.now }
    var timeZone: TimeZone { .gmt }

    func sleep(for duration: Duration) async throws {
      let clock = duration == RemoteCatalogue.patience ? patience : others
      try await clock.sleep(for: duration)
    }
  }

  private let disk: Disk
  private let library: OpenLibraryServer
  private let gate = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
  private let clocks = TwoClocks()

  init() throws {
    disk = try Disk()
    library = try OpenLibraryServer()
  }

  /// Stores the record of The Hobbit, and no search for it; then lets the server refuse a question.
  ///
  /// - Parameter body: is called with a catalogue that is away, when its next request may be sent.
  private func withOutage(
    _ body: (FallbackCatalogue, LoopbackServer, AsyncStream<FallbackCatalogue.Change>) async throws
      -> Void
  ) async throws {
    let files = CatalogueFiles(try AppFolders(dataFolder: disk.path, environment: [:]))
    try await withServer(library.reply) { server in
      var options = AppOptions(features: ["books"], usesFiles: false)
      options.network = AppOptions.machineNetwork
      options.networkClock = gate
      // Otherwise with a second try, whose wait is random.
      options.limits.furtherTries = 0
      let network = AppNetwork(options, .test())
      let client = CatalogueClients(over: network, options.limits).client(for: nil)
      let (changes, sink) = AsyncStream.makeStream(of: FallbackCatalogue.Change.self)
      let remote = RemoteCatalogue(
        server.url(), client, local: EmbeddedMemory.catalogue,
        cache: AnswerCaches(files, gate, MemoryLogger()).cache(of: .guest, over: client.patient),
        clock: clocks
      ) { sink.yield($0) }
      let listed = CatalogueBook(
        reference: CatalogueReference(key: "OL1W"), title: "The Hobbit", languages: ["eng"])
      _ = try await remote.catalogue.book("OL1W", listed: listed)
      gate.advance(by: .seconds(1))
      library.variations = [.unavailable]
      let page = try await remote.catalogue.featured()
      #expect(page.origin == .standIn(because: .unavailable(status: 503)))
      gate.advance(by: .seconds(1))
      try await body(remote.catalogue, server, changes)
      remote.close()
      library.gate.open()
    }
    files.close()
  }

  private func expectRecord(_ detail: CatalogueBookDetail) {
    #expect(detail.book.title == "The Hobbit" && detail.book.year == 1937)
    #expect(detail.summary?.contains("A hobbit leaves home") == true)
    var problem: CatalogueError?
    if case .earlier(_, because: let reason) = detail.origin { problem = reason }
    #expect(problem == .unavailable(status: 503))
  }

  @Test("A link to a book whose record is stored shows it after a second of silence")
  func silent() async throws {
    try await withOutage { catalogue, server, _ in
      library.variations = [.slow]
      async let detail = catalogue.book("OL1W")
      try await server.request(3)
      await clocks.patience.sleeper(until: clocks.patience.now + 1)
      clocks.patience.advance(by: .seconds(1))
      expectRecord(try await detail)
      #expect(server.requests.map(\.path).last == "/works/OL1W.json")
      #expect(server.requests.count == 3 && catalogue.isAway)
    }
  }

  @Test(
    "A stored record is shown after a second, also while the question about it waits for its turn"
  )
  func slowGate() async throws {
    try await withOutage { catalogue, server, changes in
      library.variations = []
      async let detail = catalogue.book("OL1W")
      await gate.sleeper(until: gate.now + 1)
      await clocks.patience.sleeper(until: clocks.patience.now + 1)
      clocks.patience.advance(by: .seconds(1))
      expectRecord(try await detail)
      #expect(catalogue.isAway)
      // Asking again has no such limit.
      gate.advance(by: .seconds(1))
      await clocks.others.sleeper(until: clocks.others.now + 5)
      clocks.others.advance(by: .seconds(5))
      await gate.sleeper(until: gate.now + 1)
      gate.advance(by: .seconds(1))
      for await change in changes where change == .back { break }
      #expect(!catalogue.isAway)
    }
  }
}
