import Files
import Goodreads
import Services
import Testing

@testable import Books

@Suite("The columns of several Goodreads files")
struct GoodreadsColumnTests {
  private let scene: GoodreadsScene

  init() throws { scene = try GoodreadsScene() }

  @Test(
    "A row that would be too long with the columns of an earlier file is skipped, and they stay",
    arguments: [(600, 1), (2, 4_000_000)])
  func tooLongTogether(_ count: Int, _ length: Int) async throws {
    func header(_ name: String) -> String {
      "Book Id,Title," + (1...count).map { "\(name)\($0)" }.joined(separator: ",")
    }
    let value = String(repeating: "x", count: length)
    let row = "7,Emma," + Array(repeating: value, count: count).joined(separator: ",")
    try await scene.importFile([row], header: header("first"))
    let before = try await scene.exportFile()
    let report = try await scene.importFile([row], header: header("second"))
    #expect(report.rejections.map(\.line) == [2])
    #expect(report.rejections.first?.reason == GoodreadsTransferText.reason(.tooLongTogether))
    let after = try await scene.exportFile()
    #expect(after == before && after.hasPrefix("Book Id,Title,first1,"))
  }

  @Test("A row that has as many columns as a row may have with those of an earlier file is kept")
  func longest() async throws {
    func columns(_ name: String) -> [String] { (1...499).map { "\(name)\($0)" } }
    for name in ["first", "second"] {
      try await scene.importFile(
        ["7,Emma,\(columns("x").joined(separator: ","))"],
        header: "Book Id,Title,\(columns(name).joined(separator: ","))")
    }
    let text = try await scene.exportFile()
    #expect(text.contains(",first499,second1,") && text.contains("7,Emma,x1,"))
    #expect(text.split(separator: "\n").map { $0.split(separator: ",").count } == [1000, 1000])
  }
}
