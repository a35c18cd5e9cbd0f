// Needs: Books

import Books
import Catalogue
import Core
import Foundation
import HTTP
import Services
import Synchronization
import TestKit
import Testing

@testable import AppComposition

@Suite("A busy server is not stormed", .timeLimit(.minutes(60)))
@MainActor struct NetworkStormTests {
  nonisolated private static let faults: [Misbehaviour] = [
    .connection(.closesAtOnce), .connection(.resetsInHeader), .content(.html),
    .retry(RetryFault(status: 503, after: .none)), .retry(RetryFault(status: 429, after: .zero)),
    .retry(RetryFault(status: 503, after: .negative)), .retry(RetryFault(status: 429, after: .day)),
    .redirect(.loop), .redirect(.pingPong), .redirect(.growing),
  ]

  @Test("One question of fifty screens at once is asked at most 4 times", arguments: faults)
  func equal(_ fault: Misbehaviour) async throws {
    let library = FaultyServer()
    let gate = try ServerGate()
    library.fault = { _ in
      var reply = ServerReply.misbehaving(fault)
      reply.delay = .gate(gate)
      return reply
    }
    try await withServer(library.reply) { server in
      let catalogue = try OnlineCatalogue(nil, server.url()).catalogue
      let answers = (0..<50).map { _ in
        // All ask before the first answer.
        Task.immediate { () async throws -> Page<CatalogueBook> in
          try await catalogue.search(BookQuery(words: "dune"), offset: 0, limit: 20)
        }
      }
      gate.open()
      for answer in answers {
        let page = try await answer.value
        #expect(page.items.contains { $0.title == "Dune" })
      }
      #expect((1...4).contains(server.requests.count), "\(fault)")
    }
  }

  @Test("Fifty questions at once are asked once each, and one of them again", arguments: faults)
  func different(_ fault: Misbehaviour) async throws {
    let library = FaultyServer()
    library.fault = { _ in .misbehaving(fault) }
    try await withServer(library.reply) { server in
      let catalogue = try OnlineCatalogue(nil, server.url()).catalogue
      await withTaskGroup { group in
        for number in 0..<50 {
          group.addTask {
            let query = BookQuery(words: "dune", fromYear: -number)
            _ = try? await catalogue.search(query, offset: 0, limit: 20)
          }
        }
      }
      let redirects = if case .redirect = fault { 1 } else { 0 }
      // libcurl itself repeats a request if the connection that it used again was closed.
      let repeated = fault == .connection(.closesAtOnce) ? 50 : 0
      let most = 50 * (1 + redirects) + 1 + repeated
      #expect((1...most).contains(server.requests.count))
    }
  }

  @Test(
    "A page that a link opens asks at most 4 times",
    arguments: faults, ["books/OL7W", "authors/OL7A", "subjects/Poetry", "search?q=zzz"])
  func pages(_ fault: Misbehaviour, _ link: String) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let app = try await NetworkedApp(disk, server.url())
      library.fault = { _ in .misbehaving(fault) }
      let before = server.requests.count
      await app.driver.open("booksapp://\(link)")
      let count = server.requests.count - before
      #expect((1...4).contains(count))
      await app.end()
    }
  }

  @Test(
    "A link asks each question once, also without a cache",
    arguments: ["books/OL7W", "authors/OL7A", "subjects/Poetry"])
  func withoutCache(_ link: String) async throws {
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      var options = AppOptions(features: ["books"], usesFiles: false)
      options.catalogue = CatalogueChoice(.server(server.url()))
      options.network = AppOptions.machineNetwork
      options.networkClock = NetworkClock()
      options.limits = NetworkedApp.limits()
      let world = AppWorld(options)
      await withApp({ world.makeSession() }) { app in
        await app.session.settleAll()
        let before = server.requests.count
        await app.open("booksapp://\(link)")
        await app.session.settleAll()
        let asked = server.requests.dropFirst(before).map(\.target)
        #expect(!asked.isEmpty && Set(asked).count == asked.count, "\(asked)")
      }
      world.close()
    }
  }

  @Test(
    "A link to a book whose records redirect in a circle asks at most 4 times",
    arguments: [false, true])
  func circle(isMoved: Bool) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let app = try await NetworkedApp(disk, server.url())
      library.fault = { request in
        // Also where HTTP redirects each request once.
        if isMoved, !request.path.hasPrefix("/moved") {
          return ServerReply(status: .found, fields: [.location: "/moved\(request.path)"])
        }
        let target = request.path.hasSuffix("/OL7W.json") ? "OL8W" : "OL7W"
        return ServerReply(
          fields: [.contentType: "application/json"],
          body: #"{"type":{"key":"/type/redirect"},"location":"/works/\#(target)"}"#)
      }
      let before = server.requests.count
      await app.driver.open("booksapp://books/OL7W")
      #expect(app.driver.text.contains("This is not in the catalogue."))
      let count = server.requests.count - before
      #expect(count == (isMoved ? 4 : 2))
      await app.end()
    }
  }

  @Test("A stumble is not noticed", arguments: [429, 502, 503, 504, 408])
  func stumble(_ status: Int) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let app = try await NetworkedApp(disk, server.url())
      let before = server.requests.count
      library.fault = { [library] request in
        if request.number == before + 1 {
          return ServerReply(status: .init(code: status), fields: [.retryAfter: "0"])
        }
        library.fault = nil
        return library.reply(to: request)
      }
      #expect(await app.search("zzz") == [FaultyServer.title("zzz")])
      #expect(app.notices() == [])
      await app.end()
    }
  }

  @Test(
    "A Retry-After of any size never lets a person wait, and the server is left alone meanwhile",
    arguments: [
      "6", "20", "60", "86400", "31536000", "1000000000000000000000",
      "Fri, 31 Dec 9999 23:59:59 GMT",
    ])
  func patience(_ value: String) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      // As the app has them, but for the time of an answer.
      var limits = RemoteLimits()
      limits.options = NetworkedApp.limits().options
      limits.spacing = .milliseconds(1)
      // On a busy machine, a moment of the test may take longer than what the server asks for.
      let slept = Mutex(Duration.zero)
      let clock = NetworkClock(stoppedAt: SystemClock().now) { duration in
        // The app also sleeps before it asks again by itself, and beside a question to a server that is away.
        if duration < .seconds(5), duration != RemoteCatalogue.patience {
          slept.withLock { $0 += duration }
        }
      }
      let app = try await NetworkedApp(disk, server.url(), limits, clock: clock)
      #expect(await app.search("kept") == [FaultyServer.title("kept")])
      library.fault = { _ in
        ServerReply(status: .tooManyRequests, fields: [.retryAfter: value])
      }
      let before = server.requests.count
      #expect(await app.search("dune").contains("Dune"))
      #expect(server.requests.count == before + 1)
      library.fault = nil
      #expect(await app.search("zzz") == [])
      #expect(await app.search("kept") == [FaultyServer.title("kept")])
      #expect(server.requests.count == before + 1)
      #expect(slept.withLock(\.self) < .seconds(1))
      #expect(app.notices().first == FaultMessage.busy(429).notice(at: server.port))
      await app.end()
    }
  }

  @Test("More than five seconds are not waited for, a moment is", arguments: [("6", 1), ("0", 2)])
  func moment(_ value: String, _ tries: Int) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      var limits = RemoteLimits()
      limits.options = NetworkedApp.limits().options
      limits.spacing = .milliseconds(1)
      limits.firstDelay = .milliseconds(1)
      let app = try await NetworkedApp(disk, server.url(), limits)
      library.fault = { _ in
        ServerReply(status: .serviceUnavailable, fields: [.retryAfter: value])
      }
      let before = server.requests.count
      #expect(await app.search("zzz") == [])
      #expect(server.requests.count == before + tries)
      await app.end()
    }
  }

  @Test("When the time is over, the server is asked again")
  func afterwards() async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      var limits = NetworkedApp.limits()
      limits.maximumRetryAfter = .seconds(1)
      limits.maximumClosing = .milliseconds(50)
      let app = try await NetworkedApp(disk, server.url(), limits)
      library.fault = { _ in
        ServerReply(status: .serviceUnavailable, fields: [.retryAfter: "31536000"])
      }
      #expect(await app.search("zzz") == [])
      library.fault = nil
      #expect(await app.search("yyy") == [FaultyServer.title("yyy")])
      #expect(
        app.notices() == [
          FaultMessage.busy(503).notice(at: server.port), "127.0.0.1:\(server.port) answers again.",
        ])
      await app.end()
    }
  }
}
