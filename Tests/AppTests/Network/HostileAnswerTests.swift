// Needs: Books, Membership

import Core
import Foundation
import HTTP
import Services
import Synchronization
import TestKit
import Testing

@testable import AppComposition
@testable import Shell

/// A server whose answers are changed at random, and whatever the screens show of them.
@Suite("Hostile answers on the screen", .timeLimit(.minutes(60)))
@MainActor struct HostileAnswerTests {
  nonisolated private static let rounds = Nightly.isRunning ? 500 : 4

  /// Answers like Open Library, changed by a seed and the target.
  private final class Server: Sendable {
    let library: OpenLibraryServer
    let seed: Mutex<UInt64?>

    init(_ seed: UInt64?) throws {
      library = try OpenLibraryServer()
      self.seed = Mutex(seed)
    }

    @Sendable func reply(to request: ServerRequest) -> ServerReply {
      // A word of digits makes a question new.
      var request = request
      request.target = request.target.replacing(/%20[0-9]+/, with: "")
      var reply = library.reply(to: request)
      guard let seed = seed.withLock(\.self), case .data(let data) = reply.body else {
        return reply
      }
      let target = request.target.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) }
      var fuzzer = OpenLibraryFuzzer(seed: target)
      reply.body = .data(fuzzer.changed(data))
      return reply
    }
  }

  @Test(
    "Each page shows books or a message, in text that no terminal obeys, and the app goes on",
    arguments: 0..<4)
  func screens(_ part: Int) async throws {
    let disk = try Disk()
    let first = UInt64(part * Self.rounds)
    let server = try Server(first)
    try await withServer(server.reply) { socket in
      let app = try await NetworkedApp(disk, socket.url())
      let driver = app.driver
      for seed in first..<(first + UInt64(Self.rounds)) {
        server.seed.withLock { $0 = seed }
        for words in ["fiction", "letters", "tolkien", "love"] {
          _ = await app.search("\(words) \(seed)")
          try await check(app, seed)
          if driver.content.action("more") != nil {
            await driver.tap("more")
            try await check(app, seed)
          }
          try await walk(app, seed)
        }
        for link in ["books/OL1W", "books/OL3W", "authors/OL2A", "subjects/Fiction"] {
          _ = await driver.answer(to: "booksapp://\(link)")
          try await check(app, seed)
        }
        await driver.tab("Discover")
        try await check(app, seed)
      }
      server.seed.withLock { $0 = nil }
      #expect(await app.search("hobbit 9").contains("The Hobbit"))
      await driver.choose("The Hobbit")
      #expect(driver.text.contains("A hobbit leaves home"))
      await app.end()
    }
  }

  /// Opens the first book, puts it on a shelf, chooses an edition, and opens its author and its subject.
  private func walk(_ app: NetworkedApp, _ seed: UInt64) async throws {
    let driver = app.driver
    guard let book = driver.content.rows.first else { return }
    _ = await driver.session.select(book.id)
    try await check(app, seed)
    if driver.content.action("want") != nil {
      await driver.tap("want")
      try await check(app, seed)
    }
    if driver.content.action("edition") != nil {
      await driver.tap("edition")
      try await check(app, seed)
      if let edition = driver.content.rows.first {
        _ = await driver.session.select(edition.id)
      } else {
        await driver.back()
      }
      try await check(app, seed)
    }
    let rows = driver.content.rows
    for kind in ["author", "subject"] {
      guard let row = rows.first(where: { $0.id.rawValue.hasPrefix(kind) }) else { continue }
      _ = await driver.session.select(row.id)
      try await check(app, seed)
      await driver.back()
    }
    await driver.home()
  }

  /// Looks at everything that is shown. What loads again in the background is awaited.
  private func check(_ app: NetworkedApp, _ seed: UInt64) async throws {
    if app.driver.session.snapshot.isLoading { await app.driver.session.settleAll() }
    let snapshot = app.driver.session.snapshot
    #expect(!snapshot.isLoading, "\(seed): \(snapshot.panes.map(\.kind)) for ever")
    for pane in snapshot.panes {
      let content = pane.content
      let data = try JSONEncoder().encode(content)
      #expect(try JSONDecoder().decode(ScreenContent.self, from: data) == content, "\(seed)")
      #expect(data.count < 2_000_000, "\(seed)")
      #expect(!content.title.isEmpty, "\(seed)")
      try Self.expectPlain(JSONSerialization.jsonObject(with: data), "\(seed)")
    }
    let text = TextRenderer(width: 80).screen(snapshot)
    let isPlain = text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0.properties.generalCategory != .control
    }
    #expect(isPlain, "\(seed)")
    for notice in app.notices() {
      #expect(notice.unicodeScalars.allSatisfy { !$0.isControl }, "\(seed)")
    }
  }

  /// Expects that no string has a control character, except the line breaks of paragraphs.
  private static func expectPlain(_ value: Any, _ context: Comment) {
    switch value {
    case let text as String:
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isControl }, context)
    case let members as [String: Any]:
      for (key, value) in members {
        expectPlain(key, context)
        expectPlain(value, context)
      }
    case let elements as [Any]: for element in elements { expectPlain(element, context) }
    default: break
    }
  }
}

extension Snapshot {
  fileprivate var isLoading: Bool {
    panes.contains { if case .loading = $0.content.status { true } else { false } }
  }
}
