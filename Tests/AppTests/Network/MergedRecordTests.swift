// Needs: Books

import Core
import Foundation
import HTTP
import Synchronization
import TestKit
import Testing

@testable import AppComposition

@Suite("Records that were merged", .timeLimit(.minutes(60)))
@MainActor struct MergedRecordTests {
  /// Where HTTP redirects each question.
  enum Move: CaseIterable {
    case none
    /// To another path, once.
    case path
    /// To the same path of another server, as from http to https.
    case server
  }

  /// Answers as a service whose `OL7W` and `OL7A` were merged with other records. Its answers are stored, and are
  /// confirmed at each use.
  nonisolated private static func reply(to request: ServerRequest) -> ServerReply {
    let fields: HTTPFields = [
      .contentType: "application/json", .cacheControl: "max-age=0", .eTag: "\"1\"",
    ]
    if request.fields[.ifNoneMatch] == "\"1\"" {
      return ServerReply(status: .notModified, fields: fields)
    }
    let json =
      switch request.path.split(separator: "/").last {
      case "OL7W.json": #"{"type":{"key":"/type/redirect"},"location":"/works/OL8W"}"#
      case "OL8W.json": #"{"key":"/works/OL8W","title":"Merged"}"#
      case "OL7A.json": #"{"type":{"key":"/type/redirect"},"location":"/authors/OL8A"}"#
      case "OL8A.json": #"{"key":"/authors/OL8A","name":"An Author"}"#
      default:
        #"{"docs":[{"key":"/works/OL8W","title":"Merged","author_name":["An Author"],"language":["eng"]}]}"#
      }
    return ServerReply(fields: fields, body: json)
  }

  /// Redirects each question as a move says, and answers it there.
  nonisolated private static func reply(
    to request: ServerRequest, _ move: Move, _ other: LoopbackServer
  ) -> ServerReply {
    switch move {
    case .none: reply(to: request)
    case .path where request.path.hasPrefix("/moved"): reply(to: request)
    case .path: .redirect(to: "/moved\(request.target)")
    case .server: .redirect(to: other.url(request.target).absoluteString)
    }
  }

  @Test(
    "A link to a merged book sends 4 requests at most, and to a merged author, too, also when all answers are stored",
    arguments: ["books/OL7W", "authors/OL7A"], Move.allCases)
  func requests(_ link: String, _ move: Move) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(Self.reply) { other in
      try await withServer(library.reply) { server in
        let app = try await NetworkedApp(disk, server.url())
        library.fault = { Self.reply(to: $0, move, other) }
        for _ in 1...2 {
          let before = server.requests.count + other.requests.count
          await app.driver.open("booksapp://\(link)")
          await app.driver.session.settleAll()
          let count = server.requests.count + other.requests.count - before
          #expect((2...4).contains(count), "\(count)")
          if link == "books/OL7W" {
            #expect(app.driver.title == "Merged")
            // A search could be a fifth request.
            #expect(app.driver.text.contains("An Author") == (move == .none))
          } else {
            #expect(app.driver.title == (move == .none ? "An Author" : "Author"))
            #expect(app.driver.rows == ["Merged"])
          }
          await app.driver.back()
          await app.driver.session.settleAll()
        }
        let all = server.requests + other.requests
        #expect(all.contains { $0.fields.contains(.ifNoneMatch) })
        #expect(app.notices() == [])
        await app.end()
      }
    }
  }

  @Test("A book of the library has the editions of the record with which its own was merged")
  func editions() async throws {
    let disk = try Disk()
    let isMerged = Mutex(false)
    let reply = { @Sendable (request: ServerRequest) in
      let merged = isMerged.withLock(\.self)
      let json: String? =
        switch request.path {
        case "/works/OL7W.json" where merged:
          #"{"type":{"key":"/type/redirect"},"location":"/works/OL8W"}"#
        case "/works/OL7W.json": #"{"key":"/works/OL7W","title":"Own"}"#
        case "/works/OL8W.json": #"{"key":"/works/OL8W","title":"Merged"}"#
        case "/works/OL8W/editions.json":
          #"{"size":1,"entries":[{"key":"/books/OL1M","title":"An Edition"}]}"#
        case "/search.json": #"{"docs":[]}"#
        default: nil
        }
      return ServerReply(
        status: json == nil ? .notFound : .ok,
        fields: [.contentType: "application/json", .cacheControl: "no-store"], body: json ?? "{}")
    }
    try await withServer(reply) { server in
      let app = try await NetworkedApp(disk, server.url())
      await app.driver.open("booksapp://books/OL7W")
      await app.driver.tap("want")
      await app.driver.back()
      isMerged.withLock { $0 = true }
      await app.driver.open("booksapp://books/OL7W")
      await app.driver.session.settleAll()
      await app.driver.tap("edition")
      await app.driver.session.settleAll()
      #expect(app.driver.rows == ["An Edition"], "\(app.driver.text)")
      await app.end()
    }
  }

  @Test(
    "A failure that may pass adds one request to a page: 5 at most where each question is redirected, else 4",
    arguments: ["books/OL7W", "authors/OL7A"], Move.allCases)
  func retried(_ link: String, _ move: Move) async throws {
    var counts: [Int] = []
    for number in 1...4 {
      counts.append(try await requests(of: link, move, failing: number))
    }
    #expect(counts.max() == (move == .none ? 4 : 5), "\(counts)")
  }

  /// Opens a link in a new app, and returns the number of requests.
  ///
  /// - Parameter number: the number of the request that gets 503 instead of its answer.
  private func requests(
    of link: String, _ move: Move, failing number: Int
  ) async throws -> Int {
    let disk = try Disk()
    let library = FaultyServer()
    let count = Mutex(0)
    let fails = { @Sendable () -> Bool in
      count.withLock { count in
        count += 1
        return count == number
      }
    }
    let failure = ServerReply(status: .serviceUnavailable, fields: [.retryAfter: "0"])
    return try await withServer({ fails() ? failure : Self.reply(to: $0) }) { other in
      try await withServer(library.reply) { server in
        let app = try await NetworkedApp(disk, server.url())
        library.fault = { fails() ? failure : Self.reply(to: $0, move, other) }
        await app.driver.open("booksapp://\(link)")
        await app.driver.session.settleAll()
        #expect(app.driver.content.status == .idle)
        #expect(app.notices() == [])
        await app.end()
        return count.withLock(\.self)
      }
    }
  }
}
