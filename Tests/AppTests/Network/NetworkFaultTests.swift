// Needs: Books

import Core
import Foundation
import HTTP
import Services
import TestKit
import Testing

@testable import AppComposition

/// Every way in which a server can misbehave, through the whole app: from a screen over the cache and
/// libcurl to a socket.
@Suite("A catalogue on the network that fails", .timeLimit(.minutes(60)))
@MainActor struct NetworkFaultTests {
  /// The faults by kind; those that take a time limit are alone, because they take their time.
  nonisolated private static let groups = Dictionary(grouping: Misbehaviour.allCases) { fault in
    FaultMessage(fault) == .late ? "late \(fault)" : "\("\(fault)".prefix { $0.isLetter })"
  }

  @Test(
    "Each fault gives its message, is asked for at most 4 times, spoils nothing that is stored, and the app goes on",
    arguments: groups.keys.sorted())
  func everyFault(_ kind: String) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    let faults = try #require(Self.groups[kind])
    try await withServer(library.reply) { server in
      // By an app that waits as long as usual.
      try await use(disk, server) { app in
        for words in faults.indices.map({ "kept \($0)" }) {
          #expect(await app.search(words) == Self.answer(words))
        }
      }
      try await use(disk, server, Self.limits(faults[0])) { app in
        for (number, fault) in faults.enumerated() {
          library.fault = { _ in .misbehaving(fault) }
          await fail(app, number, fault, server)
          library.fault = nil
          let (rows, news) = (await app.search("well again \(number)"), app.notices())
          // A busy machine may need longer than the short limits.
          if FaultMessage(fault) == .late { continue }
          let wasAway = FaultMessage(fault).notice(at: server.port) != nil
          #expect(rows == Self.answer("well again \(number)"), "\(fault)")
          #expect(news == (wasAway ? ["127.0.0.1:\(server.port) answers again."] : []), "\(fault)")
        }
      }
      try await use(disk, server) { app in
        for (number, fault) in faults.enumerated() {
          // A sample may rightly be stored for a minute.
          if case .date = fault { continue }
          let words = "zzz \(number)"
          #expect(await app.search(words) == Self.answer(words), "\(fault)")
        }
      }
    }
  }

  /// Searches while the server misbehaves.
  private func fail(
    _ app: NetworkedApp, _ number: Int, _ fault: Misbehaviour, _ server: LoopbackServer
  ) async {
    let message = FaultMessage(fault)
    let start = ContinuousClock.now
    let before = server.requests.count
    let rows = await app.search("zzz \(number)")
    #expect(server.requests.count - before <= 4, "\(fault)")
    let limit = Self.limits(fault).options.wholeTimeout ?? .zero
    #expect(ContinuousClock.now - start < limit + Self.slack, "\(fault)")
    #expect(app.notices() == (message.notice(at: server.port).map { [$0] } ?? []), "\(fault)")
    #expect(app.driver.title == "Search", "\(fault)")
    #expect(app.driver.text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isControl }, "\(fault)")
    guard message != .none else {
      #expect(app.driver.notice == nil, "\(fault)")
      if case .content = fault {} else { #expect(rows == ["A sample"], "\(fault)") }
      return
    }
    // Nothing on this machine matches.
    #expect(rows == [], "\(fault)")
    if case .refused = message {
      #expect(app.driver.content.status == message.status, "\(fault)")
    } else {
      #expect(await app.search("dune").contains("Dune"), "\(fault)")
    }
    let words = "kept \(number)"
    #expect(await app.search(words) == Self.answer(words), "\(fault)")
  }

  /// Starts the app for a moment.
  private func use(
    _ disk: Disk, _ server: LoopbackServer, _ limits: RemoteLimits = usual,
    _ body: (NetworkedApp) async -> Void
  ) async throws {
    let app = try await NetworkedApp(disk, server.url(), limits)
    await body(app)
    await app.end()
  }

  private static let usual = NetworkedApp.limits()
  /// What a busy machine may take beside the time of a request.
  private static let slack = Duration.seconds(300)

  private static func limits(_ fault: Misbehaviour) -> RemoteLimits {
    FaultMessage(fault) == .late ? impatient : usual
  }

  private static let impatient = {
    var limits = NetworkedApp.limits()
    limits.options.firstByteTimeout = .seconds(2)
    limits.options.idleTimeout = .seconds(2)
    limits.options.wholeTimeout = .seconds(4)
    return limits
  }()

  private static func answer(_ words: String) -> [String] { [FaultyServer.title(words)] }

  @Test(
    "A page that this machine does not have says what is wrong, and can be tried again",
    arguments: [
      .connection(.resetsInHeader), .retry(RetryFault(status: 503, after: .none)),
      .retry(RetryFault(status: 429, after: .year9999)), .content(.html), .coding(.bomb),
      .connection(.silentFromTheStart), .redirect(.https),
    ] as [Misbehaviour])
  func pages(_ fault: Misbehaviour) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let message = FaultMessage(fault)
      let app = try await NetworkedApp(disk, server.url(), Self.limits(fault))
      let driver = app.driver
      library.fault = { _ in .misbehaving(fault) }
      for link in ["books/OL7W", "authors/OL7A"] {
        await driver.open("booksapp://\(link)")
        #expect(driver.content.status == message.status, "\(link)")
        #expect(driver.content.action("retry") != nil, "\(link)")
      }
      await driver.open("booksapp://subjects/Poetry")
      #expect(driver.content.status == .idle && !driver.rows.isEmpty)
      await driver.tab("Discover")
      #expect(driver.content.status == .idle && !driver.rows.isEmpty)
      #expect(app.notices() == (message.notice(at: server.port).map { [$0] } ?? []))
      await app.end()
      library.fault = nil
      let calm = try await NetworkedApp(disk, server.url())
      await calm.driver.open("booksapp://books/OL7W")
      #expect(calm.driver.text.contains("Whole."))
      await calm.driver.open("booksapp://authors/OL7A")
      #expect(calm.driver.title == "An Author")
      await calm.end()
    }
  }

  @Test(
    "A request is tried again if its fault may pass, at most 4 times, whatever Retry-After says",
    arguments: [
      .connection(.closesAtOnce), .connection(.resetsBeforeHeader), .statusLine(.onlyContinue),
    ] + RetryFault.allCases.map { .retry($0) } as [Misbehaviour])
  func tries(_ fault: Misbehaviour) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      var limits = Self.usual
      limits.maximumRetryAfter = RemoteLimits().maximumRetryAfter
      try await use(disk, server, limits) { app in
        library.fault = { _ in .misbehaving(fault) }
        let before = server.requests.count
        #expect(await app.search("zzz") == [])
        let count = server.requests.count - before
        #expect(Self.waits(fault) ? count == 1 : (2...4).contains(count))
        #expect(app.notices() == [FaultMessage(fault).notice(at: server.port)])
        // While nothing succeeds no further request is tried again.
        #expect(await app.search("dune").contains("Dune"))
        #expect(server.requests.count - before - count <= 1)
      }
    }
  }

  /// Whether a server asks for more time than a person has.
  private static func waits(_ fault: Misbehaviour) -> Bool {
    guard case .retry(let fault) = fault else { return false }
    return [.day, .huge, .year9999, .two].contains(fault.after)
  }

  @Test(
    "A stored answer is shown, with the reason why there is nothing newer",
    arguments: [
      .connection(.closesAtOnce), .content(.html), .redirect(.https), .redirect(.loop),
      .retry(RetryFault(status: 503, after: .none)),
    ] as [Misbehaviour])
  func stored(_ fault: Misbehaviour) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      try await use(disk, server) { app in
        #expect(await app.search("kept") == Self.answer("kept"))
        library.fault = { _ in .misbehaving(fault) }
        #expect(await app.search("kept") == Self.answer("kept"))
        #expect(app.notices() == [FaultMessage(fault).notice(at: server.port)])
      }
    }
  }

  @Test(
    "The usual limits are half a minute and 4 MB for a request, and five seconds for a Retry-After")
  func usualLimits() {
    let limits = RemoteLimits()
    #expect(limits.options.wholeTimeout == .seconds(30))
    #expect(limits.options.maximumBodySize == 4 << 20)
    #expect(limits.maximumRetryAfter == .seconds(5) && limits.spacing == nil)
  }

  @Test("A closed port, an unknown host name and an address without a route can't be reached")
  func unreachable() async throws {
    let port = try RefusedPort()
    let name = try #require(URL(string: "http://unknown.invalid/"))
    // TCP has no route to a broadcast address, whatever network there is.
    let address = try #require(URL(string: "http://255.255.255.255/"))
    for (url, name) in [
      (port.url, "127.0.0.1:\(port.port)"), (name, "unknown.invalid"), (address, "255.255.255.255"),
    ] {
      let disk = try Disk()
      let app = try await NetworkedApp(disk, url)
      #expect(await app.search("dune").contains("Dune"))
      #expect(app.notices() == [FaultMessage.unreachable.notice(name)])
      await app.driver.open("booksapp://books/OL7W")
      #expect(app.driver.content.status == FaultMessage.unreachable.status)
      await app.end()
    }
  }

  @Test("Each outage is told once, and its end, too")
  func outages() async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let app = try await NetworkedApp(disk, server.url())
      for number in 1...3 {
        library.fault = { _ in .misbehaving(.content(.html)) }
        _ = await app.search("a \(number)")
        _ = await app.search("b \(number)")
        #expect(app.notices() == [FaultMessage.unreadable.notice(at: server.port)])
        library.fault = nil
        _ = await app.search("c \(number)")
        #expect(app.notices() == ["127.0.0.1:\(server.port) answers again."])
      }
      await app.end()
    }
  }
}
