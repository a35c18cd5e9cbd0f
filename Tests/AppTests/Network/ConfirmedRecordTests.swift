// Needs: Books

import Core
import Foundation
import HTTP
import Synchronization
import TestKit
import Testing

@testable import AppComposition

@Suite("Stored records that a server confirms in its own way", .timeLimit(.minutes(60)))
@MainActor struct ConfirmedRecordTests {
  /// How the server confirms a stored answer.
  enum Confirmation: CaseIterable {
    /// By the end of its tag.
    case partOfTag
    /// Without a tag, after two answers with the same tag that no request selects.
    case sharedTag
  }

  /// Answers as a service whose `OL7W` was merged with another record.
  ///
  /// - Parameter number: how often the same was asked, from 1.
  nonisolated private static func reply(
    to request: ServerRequest, _ confirmation: Confirmation, _ number: Int
  ) -> ServerReply {
    let isConditional = request.fields.contains(.ifNoneMatch)
    var fields: HTTPFields = [.contentType: "application/json"]
    switch confirmation {
    case .partOfTag:
      fields[.cacheControl] = "max-age=0"
      fields[.eTag] = isConditional ? "b\"" : "\"a, b\""
      if isConditional { return ServerReply(status: .notModified, fields: fields) }
    case .sharedTag where isConditional && number > 2:
      return ServerReply(status: .notModified)
    case .sharedTag:
      fields[.eTag] = "\"a\""
      fields[.vary] = number == 1 ? "*" : "*, Accept"
    }
    let json =
      switch request.path {
      case "/works/OL7W.json": #"{"type":{"key":"/type/redirect"},"location":"/works/OL8W"}"#
      case "/works/OL8W.json":
        #"{"key":"/works/OL8W","title":"Merged","authors":[{"author":{"key":"/authors/OL8A"}}]}"#
      case "/authors/OL8A.json": #"{"key":"/authors/OL8A","name":"An Author"}"#
      default: #"{"docs":[],"works":[]}"#
      }
    return ServerReply(fields: fields, body: json)
  }

  @Test("A link to a merged book sends 4 requests at most", arguments: Confirmation.allCases)
  func requests(_ confirmation: Confirmation) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    let asked = Mutex<[String]>([])
    try await withServer(library.reply) { server in
      let app = try await NetworkedApp(disk, server.url())
      library.fault = { request in
        let number = asked.withLock { asked in
          asked.append(request.target)
          return asked.count { $0 == request.target }
        }
        return Self.reply(to: request, confirmation, number)
      }
      for _ in 1...4 {
        let before = server.requests.count
        await app.driver.open("booksapp://books/OL7W")
        await app.driver.session.settleAll()
        #expect((2...4).contains(server.requests.count - before))
        #expect(app.driver.title == "Merged")
        await app.driver.back()
        await app.driver.session.settleAll()
      }
      #expect(app.notices() == [])
      await app.end()
    }
  }
}
