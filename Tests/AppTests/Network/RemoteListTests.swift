// Needs: Books, Onboarding

import AppComposition
import Core
import Foundation
import HTTP
import Services
import TestKit
import Testing

@Suite("Long lists from a server", .timeLimit(.minutes(60)))
@MainActor struct RemoteListTests {
  private let disk: Disk
  private let library: OpenLibraryServer

  init() throws {
    disk = try Disk()
    library = try OpenLibraryServer()
  }

  /// Loads all pages, and returns the number of rows after each.
  private func loadAll(_ app: AppDriver) async -> [Int] {
    var counts = [app.rows.count]
    while app.content.action("more") != nil, counts.count < 9 {
      await app.session.settleAll()
      await app.tap("more")
      counts.append(app.rows.count)
    }
    return counts
  }

  @Test("A book that several pages have is one row, whatever totals the pages announce")
  func books() async throws {
    library.variations = [.repeatedKeys, .changingCount]
    try await withOnlineApp(disk, library.reply) { app, _, _ in
      await app.tab("Search")
      await app.tap("search", "letters")
      // The service shows the last book of each page again, and so never gets to its last book.
      #expect(await loadAll(app) == [20, 39, 59, 59])
      #expect(Set(app.rows).count == 59)
    }
  }

  /// A page of 45 editions, which begins with the last one of the page before, and announces another number.
  nonisolated private static func editions(_ request: ServerRequest) -> ServerReply {
    let offset = request.query["offset"].flatMap { Int($0) } ?? 0
    let first = max(offset - 1, 0)
    let entries = (first..<max(first, min(first + 20, 45))).map {
      #"{"key":"/books/OL\#($0)M","title":"Edition \#($0)"}"#
    }
    let list = entries.joined(separator: ",")
    return ServerReply(
      fields: [.contentType: "application/json"],
      body: #"{"size":\#(45 + offset % 7),"entries":[\#(list)]}"#)
  }

  @Test(
    "Overlapping pages of editions show each edition once, and the next one is loaded early"
  )
  func editions() async throws {
    let path = "/works/OL3W/editions.json"
    try await withOnlineApp(disk) { [library] request in
      request.path == path ? Self.editions(request) : library.reply(to: request)
    } run: { app, _, server in
      await app.open("booksapp://books/OL3W")
      await app.session.settleAll()
      await app.tap("want")
      await app.tap("edition")
      await app.session.settleAll()
      func requests(_ offset: Int) -> Int {
        server.requests.count { $0.path == path && $0.query["offset"] == "\(offset)" }
      }
      #expect(app.rows.count == 20 && requests(20) == 1)
      #expect(await loadAll(app) == [20, 39, 45, 45])
      #expect(Set(app.rows).count == 45 && requests(20) == 1)
      await app.back()
    }
  }
}
