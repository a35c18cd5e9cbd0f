import Core
import Files
import Services
import TestKit
import Testing

@testable import Books

@Suite("Half stars in a Goodreads file")
struct GoodreadsHalfStarTests {
  private let scene: GoodreadsScene
  private static let header = "Book Id,Title,My Rating"

  init() throws { scene = try GoodreadsScene() }

  @Test("Half stars of a Goodreads file are written as they came; changed ones are rounded up")
  func written() async throws {
    let rows = ["1,Emma,3.5", "2,Nada,0.50", "3,Kim,4.0"]
    let report = try await scene.importFile(rows, header: Self.header)
    #expect(report.unrecognizedCount == 0)
    #expect(try await scene.entries.compactMap(\.rating).sorted() == [0.5, 3.5, 4])
    #expect(try await scene.exportFile() == ([Self.header] + rows).map { "\($0)\n" }.joined())
    try await scene.change("Emma") { $0.rating = 2.5 }
    try await scene.change("Nada") { $0.rating = nil }
    try await scene.change("Kim") { $0.rating = 3.5 }
    let changed = try await scene.exportFile()
    #expect(changed == "\(Self.header)\n1,Emma,3\n2,Nada,0\n3,Kim,4\n")
    let again = try await scene.importFile(text: changed)
    #expect(again.differences == [] && again.count("Books unchanged") == 3)
    #expect(try await scene.entry("Kim").rating == 3.5)
  }

  @Test("A file's rating that differs from the library's is reported")
  func differing() async throws {
    try await scene.importFile(["1,Emma,3.5"], header: Self.header)
    try await scene.change("Emma") { $0.rating = 4 }
    let report = try await scene.importFile(["1,Emma,4.5"], header: Self.header)
    #expect(
      report.differences.map(\.fileValue) == ["4.5"]
        && report.differences.map(\.libraryValue) == ["4"])
  }

  @Test("Other numbers are kept and reported")
  func unrecognized() async throws {
    let values = [
      "99", "NaN", "-1", "٣", "3.25", "5.5", "inf", "-inf", "1e300", "0x7", "3.5.5", "0.5000000001",
    ]
    let rows = values.enumerated().map { "\($0),Book \($0),\($1)" }
    let report = try await scene.importFile(rows, header: Self.header)
    #expect(
      report.unrecognized.map(\.fileValue) == values
        && report.unrecognized.map(\.line) == Array(2...13))
    #expect(try await scene.entries.allSatisfy { $0.rating == nil })
    #expect(try await scene.exportFile() == ([Self.header] + rows).map { "\($0)\n" }.joined())
  }
}
