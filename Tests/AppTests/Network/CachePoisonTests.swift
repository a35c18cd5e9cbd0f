// Needs: Auth, Books

import Core
import Foundation
import HTTP
import Services
import TestKit
import Testing

@testable import AppComposition

/// A network that answers in the place of the catalogue, and says that its answers may be kept for a
/// year. Later the catalogue itself answers.
@Suite("Answers that must not be kept", .timeLimit(.minutes(60)))
@MainActor struct CachePoisonTests {
  nonisolated private static let year: HTTPFields = [
    .cacheControl: "public, max-age=31536000, immutable", .eTag: "\"portal\"",
    .expires: "Fri, 31 Dec 2055 23:59:59 GMT", .lastModified: "Thu, 01 Jan 1998 00:00:00 GMT",
  ]

  /// Answers that are none.
  nonisolated private static let bodies: [String: Data] = {
    var bodies = Dictionary(
      uniqueKeysWithValues: ContentFault.allCases.filter {
        FaultMessage(.content($0)) == .unreadable
      }.map { ("\($0)", $0.data) })
    bodies["error"] = Data(#"{"error":"Too busy","status":200}"#.utf8)
    bodies["error beside books"] = Data(#"{"error":"Too busy","docs":null}"#.utf8)
    return bodies
  }()

  private func reply(_ body: Data, _ status: Int = 200) -> ServerReply {
    ServerReply(
      status: .init(code: status), fields: [.contentType: "application/json"] + Self.year,
      body: .data(body))
  }

  @Test(
    "After a network's own answer, the server is asked again, and stored answers are still there"
  )
  func bodies() async throws {
    try await check(Self.bodies.mapValues { body in reply(body) })
  }

  @Test("A redirect to the page of a network, and an error, leave the stored answers, too")
  func others() async throws {
    var replies = Dictionary(
      uniqueKeysWithValues: [400, 401, 403, 404, 410, 414, 451, 501, 511].map {
        ("\($0)", reply(Data("{}".utf8), $0))
      })
    for status in [301, 302, 303, 307, 308] {
      var redirect = reply(Data(), status)
      redirect.fields[.location] = "/sign-in"
      replies["\(status)"] = redirect
    }
    try await check(replies)
  }

  /// Asks a question whose answer is stored, and one whose answer is not, of a server with each reply.
  private func check(_ replies: [String: ServerReply]) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let app = try await NetworkedApp(disk, server.url())
      for (name, reply) in replies.sorted(by: { $0.key < $1.key }) {
        let (kept, new) = (["Found for kept \(name)"], ["Found for zzz \(name)"])
        #expect(await app.search("kept \(name)") == kept)
        library.fault = { request in
          request.path == "/sign-in"
            ? ServerReply(fields: [.contentType: "text/html"] + Self.year, body: "<html>")
            : reply
        }
        #expect(await app.search("zzz \(name)") == [], "\(name)")
        #expect(await app.search("kept \(name)") == kept, "\(name)")
        library.fault = { _ in .misbehaving(.connection(.closesAtOnce)) }
        #expect(await app.search("kept \(name)") == kept, "\(name)")
        library.fault = nil
        let before = server.requests.count
        #expect(await app.search("zzz \(name)") == new, "\(name)")
        let asked = server.requests.dropFirst(before).filter { $0.query["q"] == "zzz \(name)" }
        #expect(!asked.isEmpty, "\(name)")
      }
      await app.end()
    }
  }

  @Test("Works, authors, subjects and trending books are kept no longer")
  func otherKinds() async throws {
    let disk = try Disk()
    let library = FaultyServer()
    for body in ["<html>", #"{"error":"Too busy"}"#] {
      library.fault = { [reply = reply(Data(body.utf8))] _ in reply }
      try await withServer(library.reply) { server in
        let app = try await NetworkedApp(disk, server.url())
        let driver = app.driver
        await driver.open("booksapp://books/OL7W")
        #expect(driver.content.status == FaultMessage.unreadable.status)
        await driver.open("booksapp://authors/OL7A")
        #expect(driver.content.status == FaultMessage.unreadable.status)
        await driver.open("booksapp://subjects/Poetry")
        #expect(!driver.rows.contains("Found for"))
        library.fault = nil
        await driver.open("booksapp://subjects/Poetry")
        #expect(driver.rows.contains("Found for"))
        await driver.open("booksapp://authors/OL7A")
        #expect(driver.title == "An Author")
        await driver.open("booksapp://books/OL7W")
        #expect(driver.text.contains("Whole."))
        await app.end()
      }
    }
  }

  @Test("An answer that may be stored is stored")
  func kept() async throws {
    let disk = try Disk()
    try await withServer { request in
      let title = "Answer \(request.number)"
      return ServerReply(
        fields: [.cacheControl: "max-age=3600"],
        body: #"{"works":[],"docs":[{"key":"/works/OL7W","title":"\#(title)"}]}"#)
    } run: { server in
      let app = try await NetworkedApp(disk, server.url())
      let first = await app.search("zzz")
      let count = server.requests.count
      #expect(await app.search("other") != first)
      #expect(await app.search("zzz") == first)
      #expect(server.requests.count == count + 1)
      await app.end()
    }
  }
}
