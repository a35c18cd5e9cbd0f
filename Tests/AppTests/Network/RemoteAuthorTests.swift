// Needs: Books, Onboarding

import AppComposition
import Core
import Foundation
import HTTP
import Services
import Synchronization
import TestKit
import Testing

@Suite("Authors from a server", .timeLimit(.minutes(60)))
@MainActor struct RemoteAuthorTests {
  private let disk: Disk
  private let library: OpenLibraryServer

  init() throws {
    disk = try Disk()
    library = try OpenLibraryServer()
  }

  @Test("A link to an author who was merged with another one shows the other one, with all books")
  func mergedAuthor() async throws {
    try await withOnlineApp(disk, library.reply) { app, _, _ in
      await app.open("booksapp://authors/OL900A")
      #expect(app.title == "Leo Tolstoy")
      #expect(app.rows == ["Война и мир", "Анна Каренина"])
    }
  }

  @Test("An author who was merged since the last visit becomes the other one, with all books")
  func mergedSince() async throws {
    let merged = ServerReply(
      fields: [.contentType: "application/json"],
      body: #"{"type":{"key":"/type/redirect"},"location":"/authors/OL1A"}"#)
    try await withChangedAuthor(merged) { app in
      await app.session.settleAll()
      #expect(app.title == "J. R. R. Tolkien")
      #expect(app.rows == ["The Hobbit", "The Lord of the Rings"])
    }
  }

  @Test("An author who was seen before is shown at once, and looked up again in the background")
  func authorAgain() async throws {
    var renamed = ServerReply(
      fields: [.contentType: "application/json"],
      body: #"{"key":"/authors/OL2A","name":"L. N. Tolstoy"}"#)
    renamed.delay = .gate(library.gate)
    try await withChangedAuthor(renamed) { app in
      #expect(app.title == "Leo Tolstoy" && app.rows.count == 2)
      library.gate.open()
      await app.session.settleAll()
      #expect(app.title == "L. N. Tolstoy")
    }
  }

  @Test("When the server is back, an author who was seen before is looked up again")
  func authorAfterReturn() async throws {
    let isChanged = Atomic(false)
    let library = library
    try await withOnlineApp(disk) { request in
      guard isChanged.load(ordering: .relaxed), request.path == "/authors/OL2A.json" else {
        return library.reply(to: request)
      }
      return ServerReply(
        fields: [.contentType: "application/json"],
        body: #"{"key":"/authors/OL2A","name":"L. N. Tolstoy"}"#)
    } run: { app, online, _ in
      await app.open("booksapp://authors/OL2A")
      await app.session.settleAll()
      await app.back()
      library.variations = [.unavailable]
      await app.open("booksapp://authors/OL2A")
      await app.session.settleAll()
      #expect(app.title == "Leo Tolstoy" && app.rows.count == 2)
      library.variations = []
      isChanged.store(true, ordering: .relaxed)
      await online.passUntilAskedAgain()
      await app.until { app.title == "L. N. Tolstoy" }
    }
  }

  /// Visits Leo Tolstoy twice, and runs a body on the second visit, at which the server has another reply
  /// about him.
  private func withChangedAuthor(
    _ reply: ServerReply, _ body: (AppDriver) async throws -> Void
  ) async throws {
    let isChanged = Atomic(false)
    let library = library
    try await withOnlineApp(disk) { request in
      guard isChanged.load(ordering: .relaxed), request.path == "/authors/OL2A.json" else {
        return library.reply(to: request)
      }
      return reply
    } run: { app, _, _ in
      await app.open("booksapp://authors/OL2A")
      await app.session.settleAll()
      #expect(app.title == "Leo Tolstoy")
      await app.back()
      isChanged.store(true, ordering: .relaxed)
      await app.open("booksapp://authors/OL2A")
      try await body(app)
    }
  }
}
