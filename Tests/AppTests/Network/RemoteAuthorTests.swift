// Needs: Books, Onboarding

import AppComposition
import Core
import Foundation
import HTTP
import Services
import Synchronization
import TestKit
import Testing

@Suite("Authors from a server", .timeLimit(.minutes(20)))
@MainActor struct RemoteAuthorTests {
  private let disk: Disk
  private let library: OpenLibraryServer

  init() throws {
    disk = try Disk()
    library = try OpenLibraryServer()
  }

  @Test("A link to an author who was merged with another one shows the other one, with all books")
  func mergedAuthor() async throws {
    try await withServer(library.reply) { server in
      let online = try await OnlineWorld(disk, server)
      let app = await online.window(disk)
      await app.open("booksapp://authors/OL900A")
      #expect(app.title == "Leo Tolstoy")
      #expect(app.rows == ["Война и мир", "Анна Каренина"])
      await disk.end(app)
      online.world.close()
    }
  }

  @Test("An author who was merged since the last visit becomes the other one, with all books")
  func mergedSince() async throws {
    let isMerged = Atomic(false)
    let library = library
    try await withServer { request in
      guard isMerged.load(ordering: .relaxed), request.path == "/authors/OL2A.json" else {
        return library.reply(to: request)
      }
      return ServerReply(
        fields: [.contentType: "application/json"],
        body: #"{"type":{"key":"/type/redirect"},"location":"/authors/OL1A"}"#)
    } run: { server in
      let online = try await OnlineWorld(disk, server)
      let app = await online.window(disk)
      await app.open("booksapp://authors/OL2A")
      await app.session.settleAll()
      #expect(app.title == "Leo Tolstoy")
      await app.back()
      isMerged.store(true, ordering: .relaxed)
      await app.open("booksapp://authors/OL2A")
      await app.session.settleAll()
      #expect(app.title == "J. R. R. Tolkien")
      #expect(app.rows == ["The Hobbit", "The Lord of the Rings"])
      await disk.end(app)
      online.world.close()
    }
  }

  @Test("An author who was seen before is shown at once, and looked up again in the background")
  func authorAgain() async throws {
    let isNewer = Atomic(false)
    let library = library
    try await withServer { request in
      guard isNewer.load(ordering: .relaxed), request.path == "/authors/OL2A.json" else {
        return library.reply(to: request)
      }
      var reply = ServerReply(body: #"{"key":"/authors/OL2A","name":"L. N. Tolstoy"}"#)
      reply.fields[.contentType] = "application/json"
      reply.delay = .gate(library.gate)
      return reply
    } run: { server in
      let online = try await OnlineWorld(disk, server)
      let app = await online.window(disk)
      await app.open("booksapp://authors/OL2A")
      await app.session.settleAll()
      #expect(app.title == "Leo Tolstoy")
      await app.back()
      isNewer.store(true, ordering: .relaxed)
      await app.open("booksapp://authors/OL2A")
      #expect(app.title == "Leo Tolstoy" && app.rows.count == 2)
      library.gate.open()
      await app.session.settleAll()
      #expect(app.title == "L. N. Tolstoy")
      await disk.end(app)
      online.world.close()
    }
  }
}
