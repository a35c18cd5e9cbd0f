import Core
import Files
import Services
import Testing

@testable import Books

@Suite("Books of a Goodreads file that were given up")
struct GoodreadsGivenUpTests {
  private let scene: GoodreadsScene
  private static let header = "Book Id,Title,Date Read,Exclusive Shelf,Read Count"

  init() throws { scene = try GoodreadsScene() }

  @Test("The date of a book on another exclusive shelf that was never read is no finish")
  func noFinish() async throws {
    let rows = [
      "1,Dune,2024/03/01,dnf,0", "2,Emma,2024/03/02,dnf,1", "3,Kim,2024/03/03,read,0",
    ]
    let report = try await scene.importFile(rows, header: Self.header)
    #expect(report.unrecognized == [] && report.differences == [])
    let dune = try await scene.entry("Dune")
    #expect(dune.finished == nil && dune.standardShelf == nil)
    #expect(try await scene.shelves(of: "Dune") == ["dnf"])
    let statistics = ReadingStatistics(try await scene.entries, today: .testDay)
    #expect(statistics.years[2024]?.total.books == 2)
    let text = try await scene.exportFile()
    #expect(text == ([Self.header] + rows).map { "\($0)\n" }.joined())
    let again = try await scene.importFile(text: text)
    #expect(again.count("Books unchanged") == 3 && again.differences == [])
  }

  @Test("The date of a book that was given up is not exported when the reader wants to read it")
  func wanted() async throws {
    try await scene.importFile(["1,Dune,2024/03/01,dnf,0"], header: Self.header)
    try await scene.change("Dune") { $0.shelves = [.wantToRead] }
    let text = try await scene.exportFile()
    #expect(text.contains("\n1,Dune,,to-read,0"), "\(text)")
    try await scene.importFile(text: text)
    #expect(try await scene.entry("Dune").finished == nil)
  }

  @Test("The date of a book that was given up is not exported once the reader has read it before")
  func readBefore() async throws {
    try await scene.importFile(["1,Dune,2024/03/01,dnf,0"], header: Self.header)
    try await scene.change("Dune") { $0.readings = [PastReading(finished: nil)] }
    let text = try await scene.exportFile()
    #expect(text.contains("\n1,Dune,,dnf,1"), "\(text)")
  }

  @Test("The date of a file without exclusive shelves is a finish, also after it was exported")
  func otherShelves() async throws {
    let header = "Book Id,Title,Date Read,Bookshelves,Read Count"
    let rows = ["1,Dune,2024/03/01,fav,0", "2,Kim,2024/03/02,sea,1"]
    try await scene.importFile(rows, header: header)
    let day = CalendarDate("2024-03-01")
    #expect(try await scene.entry("Dune").finished == day)
    #expect(try await scene.exportFile() == ([header] + rows).map { "\($0)\n" }.joined())
    let sea = try await scene.entry("Kim").shelves
    try await scene.change("Dune") { $0.shelves.formUnion(sea) }
    let text = try await scene.exportFile()
    let other = try GoodreadsScene()
    try await other.importFile(text: text)
    #expect(try await other.entry("Dune").finished == day, "\(text)")
  }

  @Test("A book that was given up and is finished later has the reader's date")
  func finished() async throws {
    try await scene.importFile(["1,Dune,2024/03/01,dnf,0"], header: Self.header)
    let day = CalendarDate("2025-02-01")
    try await scene.change("Dune") { ($0.shelves, $0.finished) = ([.read], day) }
    let text = try await scene.exportFile()
    #expect(text.contains("\n1,Dune,2025/02/01,read,1"), "\(text)")
    try await scene.importFile(text: text)
    #expect(try await scene.entry("Dune").finished == day)
  }
}
