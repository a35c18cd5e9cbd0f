import Files
import Services
import Testing

@testable import Books

@Suite("Values of a Goodreads file that aren't recognised")
struct GoodreadsUnrecognizedTests {
  private let scene: GoodreadsScene
  private static let header =
    "Book Id,Title,My Rating,Number of Pages,Original Publication Year,Date Read"
  private static let rows = [
    "1,Emma,4,300,1815,2020/05/31", "2,Nada,seven,abc,19x,2024/13/45", "3,Kim,5,,,2019/05",
  ]

  init() throws { scene = try GoodreadsScene() }

  @Test("Unrecognised Goodreads values are listed with line, column and outcome, on each import")
  func listed() async throws {
    for isDryRun in [true, false, false, true] {
      let report = try await scene.importFile(Self.rows, header: Self.header, isDryRun: isDryRun)
      #expect(report.unrecognizedCount == 5 && report.unrecognized.map(\.line) == [3, 3, 3, 3, 4])
      #expect(report.unrecognized.map(\.title) == ["Nada", "Nada", "Nada", "Nada", "Kim"])
      let values = report.unrecognized.map { "\($0.column): \($0.fileValue)" }
      #expect(
        Set(values) == [
          "My Rating: seven", "Number of Pages: abc", "Original Publication Year: 19x",
          "Date Read: 2024/13/45", "Date Read: 2019/05",
        ])
      #expect(report.count("Values not recognised (kept for export)") == 5)
      let seven = try #require(report.unrecognized.first { $0.fileValue == "seven" })
      #expect(seven.title == "Nada" && seven.column == "My Rating")
      #expect(
        seven.outcome
          == "isn't a rating from 0 to 5 in half stars, so it isn't shown. It is exported unchanged,"
          + " unless you edit it.")
    }
    #expect(try await scene.exportFile().contains("\n2,Nada,seven,abc,19x,2024/13/45\n"))
  }

  @Test("Unrecognised Goodreads values are all counted, but the list and its values are shortened")
  func bounded() async throws {
    let header = "Book Id,Title,My Rating"
    let long = String(repeating: "x", count: 5000)
    let rows = (1...2).map { "\($0),Book \($0),\(long)" }
    let report = try await scene.importFile(rows, header: header)
    #expect(
      report.unrecognized.allSatisfy { $0.fileValue.count <= 61 && $0.fileValue.hasSuffix("…") })
    let many = (1...6000).map { "\($0),Book \($0),x" }
    let whole = try await scene.importFile(many, header: header, isDryRun: true)
    #expect(
      whole.unrecognizedCount == 6000
        && whole.unrecognized.count == GoodreadsPlan.maximumDifferences)
  }

  @Test("A dry run says what the import then does, and after it another that nothing changes")
  func dryRuns() async throws {
    let rows = Self.rows + ["4,,1,1,1,", "5,Two"]
    let first = try await scene.importFile(rows, header: Self.header, isDryRun: true)
    let again = try await scene.importFile(rows, header: Self.header, isDryRun: true)
    #expect(first == again)
    #expect(first.summary == "Dry run: 3 of 3 books would be imported. Skipped 2 rows.")
    let real = try await scene.importFile(rows, header: Self.header)
    #expect(real.counts == first.counts && real.rejections == first.rejections)
    let after = try await scene.importFile(rows, header: Self.header, isDryRun: true)
    #expect(after.summary == "Dry run: 3 books checked. Nothing to change. Skipped 2 rows.")
    #expect(after.count("Books added") == 0 && after.count("Books unchanged") == 3)
  }
}
