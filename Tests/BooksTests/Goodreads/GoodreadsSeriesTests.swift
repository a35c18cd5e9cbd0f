import Files
import Core
import Services
import Foundation
import TestKit
import Testing

@testable import Books

@Suite("A series from Goodreads, of many volumes without numbers")
struct GoodreadsSeriesTests {
  private static let header = "Title,Author,Original Publication Year,My Rating"

  private func volumes(_ count: Int, rating: Int = 0) -> [String] {
    (1...count).map {
      "\"One Piece (One Piece, #\($0))\",Eiichiro Oda,\(1997 + $0 / 4),\(rating)"
    }
  }

  @Test(
    "Importing it twice changes nothing, and a changed file changes only its own books",
    arguments: [false, true])
  func twice(_ isInDatabase: Bool) async throws {
    let scene = try GoodreadsScene(isInDatabase ? try TestDatabase.books() : nil)
    let rows = volumes(200)
    let first = try await scene.importFile(rows, header: Self.header)
    #expect(first.count("Books added") == 200)
    #expect(first.summary == "Imported 200 books.")
    let before = try await scene.entries
    for _ in 1...2 {
      let again = try await scene.importFile(rows.reversed(), header: Self.header)
      #expect(again.count("Books added") == 0 && again.count("Books unchanged") == 200)
      #expect(try await scene.entries == before)
    }
    let rated = try await scene.importFile(volumes(200, rating: 5), header: Self.header)
    #expect(rated.count("Books added") == 0 && rated.count("Books updated") == 200)
    #expect(try await scene.entries.count == 200)
  }

  @Test("Titles without volumes are told apart by their years")
  func years() async throws {
    let scene = try GoodreadsScene()
    let rows = (1...200).map { "Poems,Anonymous,\(1700 + $0),0" }
    for added in [200, 0] {
      let report = try await scene.importFile(rows, header: Self.header)
      #expect(report.count("Books added") == added && report.rejectionCount == 0)
    }
  }

  @Test("The summary counts the created books, not the rows")
  func summary() async throws {
    let scene = try GoodreadsScene()
    let rows = volumes(22)
    try await scene.importFile(Array(rows.prefix(2)), header: Self.header)
    let report = try await scene.importFile(rows + rows, header: Self.header)
    #expect(report.summary == "Imported 20 books. 2 books unchanged. Skipped 22 rows.")
  }
}
