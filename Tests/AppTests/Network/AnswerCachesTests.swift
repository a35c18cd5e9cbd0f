// Needs: Books

import Accounts
import Books
import Catalogue
import Core
import Foundation
import HTTP
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import AppComposition

@Suite("The cache of answers", .timeLimit(.minutes(60)))
@MainActor struct AnswerCachesTests {
  private let disk: Disk
  private let folders: AppFolders

  init() throws {
    disk = try Disk()
    folders = try AppFolders(dataFolder: disk.path, environment: [:])
  }

  private var hasFile: Bool { FileManager.default.fileExists(atPath: folders.answers) }

  @Test("The first request opens the cache of answers, and the choice of a catalogue does not")
  func opening() async throws {
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let cached = try OnlineCatalogue(disk, server.url())
      #expect(!hasFile)
      let page = try await cached.catalogue.search(BookQuery(words: "sea"), offset: 0, limit: 10)
      #expect(page.items.map(\.title) == [FaultyServer.title("sea")])
      #expect(hasFile)
      cached.close()
    }
  }

  private func data() -> AnswersData {
    AnswersData(AnswerCaches(CatalogueFiles(folders), SystemClock(), MemoryLogger()))
  }

  @Test(
    "A damaged cache of answers stops no change of accounts, and is deleted",
    arguments: [OwnerChange.move(from: .guest, to: .account("ada")), .erase(.account("ada"))],
    [false, true])
  func damaged(_ change: OwnerChange, isDone: Bool) async throws {
    let files = CatalogueFiles(folders)
    _ = try files.answers()
    files.close()
    // The first pages have the schema and the list of migrations.
    try damageDatabase(at: folders.answers, from: 2 * 16_384, count: nil)
    // It may be damaged when the change begins, and when it is done.
    if isDone { await data().finish(change) } else { try await data().prepare(change) }
    #expect(!hasFile)
  }

  @Test("An answer that comes while its account is being deleted is deleted, too")
  func meanwhile() async throws {
    let (disk, files) = (disk, CatalogueFiles(folders))
    let caches = AnswerCaches(files, SystemClock(), MemoryLogger())
    let client = MemoryHTTPClient { request in
      HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=3600"]),
        body: HTTPBody(Data("sesquipedalian".utf8)), from: request.url)
    }
    let cache = try #require(caches.cache(of: .account("ada"), over: client))
    let request = HTTPRequest(url: try #require(URL(string: "https://books.example/search.json")))
    try await OwnerChange.erase(.account("ada")).make(
      in: [AnswersData(caches)], database: nil,
      committed: {
        _ = try? await cache.send(request).body.collect(upTo: 100)
        #expect((try? disk.files(holding: "sesquipedalian").isEmpty) == false)
      })
    #expect(try disk.files(holding: "sesquipedalian") == [])
    files.close()
  }

  @Test("An unreadable cache of answers stops no sign-in, but it stops the deletion of an account")
  func unreadable() async throws {
    try FileManager.default.createDirectory(
      atPath: folders.answers, withIntermediateDirectories: true)
    let data = data()
    try await data.prepare(.move(from: .guest, to: .account("ada")))
    await #expect(throws: StorageError.self) {
      try await data.prepare(.erase(.account("ada")))
    }
  }
}
