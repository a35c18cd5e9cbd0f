// Needs: Books, Onboarding

import Core
import Foundation
import HTTP
import Services
import TestKit
import Testing

@testable import AppComposition

@Suite("A request that hangs", .timeLimit(.minutes(60)))
@MainActor struct NetworkEndTests {
  /// Ways to leave a page while it loads.
  nonisolated private static let endings: [Ending] = [
    .back, .cancelledTask, .endedParent, .quit,
  ]

  nonisolated private static let hangs: [Misbehaviour] = [
    .connection(.silentFromTheStart), .connection(.silentInBody), .connection(.slowBody),
    .framing(.endlessChunkExtension), .status(100),
  ]

  @Test(
    "Leaving its page ends it at the server, too, and the app goes on or ends without a leak",
    arguments: endings)
  func leaving(_ ending: Ending) async throws {
    for hang in Self.hangs {
      let disk = try Disk()
      let library = FaultyServer()
      try await withServer(library.reply) { server in
        let app = try await NetworkedApp(disk, server.url())
        let driver = app.driver
        _ = await app.search("zzz")
        let before = server.requests.count
        library.fault = { _ in .misbehaving(hang) }
        let opening = Task.immediate { await driver.choose("Found for zzz") }
        let request = try await server.request(before + 1)
        await ending.end(driver.session, on: "search", by: try DeepLink("booksapp://shelves"))
        await opening.value
        try await server.end(ofConnection: request.connection)
        library.fault = nil
        if !driver.session.hasEnded {
          if ending == .cancelledTask { await driver.tap("retry") }
          await driver.open("booksapp://books/OL7W")
          #expect(driver.text.contains("Whole."), "\(hang)")
        }
        #expect(app.notices() == [], "\(hang)")
        await app.end()
      }
    }
  }

  @Test("Stopping the app ends what it asks for", arguments: hangs)
  func stopping(_ hang: Misbehaviour) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let app = try await NetworkedApp(disk, server.url())
      let driver = app.driver
      _ = await app.search("zzz")
      let before = server.requests.count
      library.fault = { _ in .misbehaving(hang) }
      let search = Task.immediate { await driver.tap("search", "yyy") }
      let request = try await server.request(before + 1)
      let start = ContinuousClock.now
      driver.session.stop()
      await search.value
      try await server.end(ofConnection: request.connection)
      #expect(ContinuousClock.now - start < .seconds(300), "it ends by itself after 600")
      await app.end()
    }
  }

  /// Screens appear again when the catalogue is back, which cancels what they were loading; a search goes on.
  @Test(
    "A screen that appears again while it is loaded is loaded to its end",
    arguments: ["subjects/Poetry", "authors/OL7A", "books/OL7W"])
  func appearingAgain(_ link: String) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let app = try await NetworkedApp(disk, server.url())
      let driver = app.driver
      await driver.open("booksapp://\(link)")
      let loaded = driver.content
      let other = try await NetworkedApp(try Disk(), server.url())
      let before = server.requests.count
      library.fault = { _ in .misbehaving(.connection(.silentFromTheStart)) }
      let opening = Task.immediate { await other.driver.open("booksapp://\(link)") }
      let request = try await server.request(before + 1)
      library.fault = nil
      other.driver.session.refreshSoon()
      try await server.end(ofConnection: request.connection)
      _ = await opening.value
      await other.driver.session.settleAll()
      #expect(other.driver.content == loaded)
      await other.end()
      await app.end()
    }
  }

  @Test("The program ends at once by a signal, while it waits for the server")
  func program() async throws {
    let library = FaultyServer()
    // It gives up the request by itself after 20 seconds. The shortest time counts: any end may stall.
    var least = Duration.seconds(600)
    for _ in 1...3 where least > .seconds(15) {
      let disk = try Disk()
      library.fault = nil
      try await withServer(library.reply) { server in
        let window = try ProgramWindow(
          Program(arguments: [
            "--data-dir", disk.path, "--json", "--catalog-url", server.url().absoluteString,
          ]))
        try await window.type("skip-all\ntab search\n", until: "\"title\":\"Search\"")
        library.fault = { _ in .misbehaving(.connection(.silentFromTheStart)) }
        try window.type("search zzz\n")
        _ = try await server.first { $0.requests.first { $0.query["q"] == "zzz" } }
        let start = ContinuousClock.now
        #expect(await window.end(by: SIGTERM) == 143)
        least = min(least, ContinuousClock.now - start)
      }
    }
    #expect(least < .seconds(15))
  }
}
