import Files
import Services
import Testing

@testable import Books

@Suite("Importing a file with doubled rows twice")
struct GoodreadsTwiceTests {
  private static let header =
    "Book Id,Title,Author,ISBN13,Year Published,My Rating,Publisher,Bookshelves,Exclusive Shelf"
  private let scene: GoodreadsScene

  init() throws { scene = try GoodreadsScene() }

  private func publishers(in scene: GoodreadsScene) async throws -> [String] {
    let lines = try await scene.exportFile().split(separator: "\n").dropFirst()
    return lines.map { String($0.split(separator: ",", omittingEmptySubsequences: false)[6]) }
  }

  @Test("A row that was skipped does not take the book of a later row")
  func doubled() async throws {
    let rows = [
      "1,Dune,Frank Herbert,9780441172719,,5,Ace,,read",
      ",Dune,Frank Herbert,9780441172719,,1,Double,gift,read",
      "2,Dune,Frank Herbert,9780441172719,,4,Gollancz,,read",
    ]
    for added in [2, 0] {
      let report = try await scene.importFile(rows, header: Self.header)
      #expect(report.count("Books added") == added && report.rejections.map(\.line) == [3])
      #expect(try await publishers(in: scene) == ["Ace", "Gollancz"])
    }
  }

  @Test(
    "Titles that differ only in signs such as + and #, or have no words, are different books",
    arguments: [["C", "C++", "C#"], ["?", "!", "…"], ["1 + 1", "1 = 1", "11"]])
  func signs(titles: [String]) async throws {
    for added in [titles.count, 0] {
      let report = try await scene.importFile(
        titles.map { ",\($0),Ann Lee,,,3,Ace,,read" }, header: Self.header)
      #expect(report.count("Books added") == added && report.rejections == [])
    }
    let numbered = titles.enumerated().map { "\($0 + 7),\($1),Ann Lee,,,3,Ace,,read" }
    let report = try await scene.importFile(numbered, header: Self.header)
    #expect(report.count("Books added") == 0 && report.rejections == [])
    let file = try await scene.exportFile()
    for row in numbered { #expect(file.contains("\n\(row.prefix { $0 != "A" })"), "\(file)") }
  }

  @Test("Other punctuation makes no difference to a title")
  func punctuation() async throws {
    for (row, added) in [(",Who's Afraid?", 1), ("1,Whos afraid", 0)] {
      let report = try await scene.importFile(
        ["\(row),Ann Lee,,,3,Ace,,read"], header: Self.header)
      #expect(report.count("Books added") == added)
    }
  }

  @Test("A new row takes no book whose number a later row has")
  func newer() async throws {
    let header = "Book Id,Title,Author,ISBN13,My Rating"
    try await scene.importFile(["2,Dune,Frank Herbert,9780441172719,4"], header: header)
    let report = try await scene.importFile(
      [",Dune,Frank Herbert,9780441172719,1", "2,Dune,Frank Herbert,9780441172719,5"],
      header: header)
    #expect(report.rejections.map(\.line) == [2])
    #expect(report.rejections.first?.reason.contains("line 3") == true)
    #expect(try await scene.exportFile().hasSuffix("\n2,Dune,Frank Herbert,9780441172719,4\n"))
  }

  @Test(
    "Files of a few editions with repeated and missing numbers change nothing", arguments: 0..<8)
  func random(seed: UInt64) async throws {
    var random = SeededRandomness(seed: seed)
    for _ in 0..<25 {
      let rows = (0..<Int.random(in: 2...7, using: &random)).map { number in
        let values = [
          ["", "", "1", "2", "3"], ["Dune", "Dune", "\"Dune (Dune, #1)\"", "Emma"], ["A. Writer"],
          ["", "9780441172719", "9780441172719", "9780441013593"], ["", "1965", "1990"],
          ["0", "4", "5"], ["Row \(number)", "Ace"], ["", "sf"], ["read", "to-read"],
        ]
        return values.map { $0.randomElement(using: &random) ?? "" }.joined(separator: ",")
      }
      let scene = try GoodreadsScene()
      try await scene.importFile(rows, header: Self.header)
      let (entries, file) = (try await scene.entries, try await scene.exportFile())
      let again = try await scene.importFile(rows, header: Self.header)
      #expect(again.count("Books added") == 0 && again.count("Books updated") == 0, "\(rows)")
      #expect(try await scene.entries == entries, "\(rows)")
      #expect(try await scene.exportFile() == file, "\(rows)")
    }
  }
}
