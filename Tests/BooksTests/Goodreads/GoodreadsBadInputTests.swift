import Core
import Goodreads
import Files
import Services
import Foundation
import Testing

@testable import Books

@Suite("Invalid Goodreads files")
struct GoodreadsBadInputTests {
  /// Files whose first lines have misplaced quotation marks, a letter in Windows-1252, and 1,001 columns.
  static let unreadableHeaders: [[UInt8]] = [
    Array("Title,\"My\" Rating\nEmma,5\n".utf8),
    Array("Title,\"Author\nEmma,Jane Austen\n".utf8),
    Array("Title,R".utf8) + [0xE9] + Array("sum\nEmma,\n".utf8),
    Array("Title\(String(repeating: ",x", count: 1000))\n".utf8),
  ]

  private let scene: GoodreadsScene

  init() throws { scene = try GoodreadsScene() }

  private func rejections(_ rows: [String]) async throws -> [Int: String] {
    let report = try await scene.importFile(rows, header: "Book Id,Title,Author")
    return Dictionary(report.rejections.map { ($0.line, $0.reason) }) { first, _ in first }
  }

  @Test("Each skipped row is named with its line and reason; the others are imported")
  func rows() async throws {
    let found = try await rejections([
      "1,Good,\"A\nB\"", "2,Bad \"quote\",A", "3,Few", "4,,A", "5,\"open,A", "6,Nul\0,A",
      "7,Good,B",
      "8,a,b,c", "", "9,\u{3000} ,A",
    ])
    #expect(found.keys.sorted() == [4, 5, 6, 7, 10, 12])
    #expect(found[4]?.contains("quotation mark") == true)
    #expect(found[5] == "The row has 2 fields; the first line has 3.")
    #expect(found[6] == "The title is missing." && found[12] == "The title is missing.")
    #expect(Set(try await scene.entries.map(\.book.title)) == ["Good", "Nul\0"])
  }

  @Test("A row with a title over 16 KB, or with over 2,000 authors, is skipped with its reason")
  func longValues() async throws {
    let names = (0...2000).map { "Author \($0)" }.joined(separator: ", ")
    let found = try await rejections([
      "1,\(String(repeating: "x", count: 16_001)),A", "2,Emma,\"\(names)\"", "3,Good,B",
    ])
    #expect(
      found == [
        2: "The title is longer than 16 KB.",
        3: "There are too many authors, or their names are too long.",
      ])
  }

  @Test("Bytes that aren't UTF-8 skip their row only")
  func encoding() async throws {
    let data = Data("Title\nGood\nB".utf8) + Data([0xE9, 0xFF]) + Data("d\nFine\n".utf8)
    let report = try await scene.importFile(data: data)
    #expect(report.rejections.map(\.line) == [3])
    #expect(try await scene.entries.count == 2)
  }

  @Test(
    "A file of another kind is refused, and the reason names the expected kind",
    arguments: [
      ("", "The file is empty. Export your library at Goodreads again."),
      ("\n\n", "The file is empty."), ("{\"books\": []}", "can't be read as the names of columns"),
      ("\"Title\nx", "The first line of the file can't be read as the names of columns"),
      ("name;Title;x\n1;2;3\n", "This is not a Goodreads export: its first line has no column"),
      ("\u{0}\u{1}\u{2}", "no column “Title”"), ("PK\u{3}\u{4}", "no column “Title”"),
    ])
  func format(_ text: String, _ reason: String) async throws {
    let error = await #expect(throws: TransferError.self) { try await scene.importFile(text: text) }
    guard case .format(let said) = error, said.contains(reason) else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "A file with more than 50,000 rows, valid or not, is refused with how to split it",
    arguments: [("a,b\n", 50_001), (",\n", 50_001), ("a,b\n,\n", 25_001)])
  func tooManyRows(_ rows: String, _ count: Int) async throws {
    let text = "Title,Author\n" + String(repeating: rows, count: count)
    let error = await #expect(throws: TransferError.self) { try await scene.importFile(text: text) }
    guard case .format(let said) = error, said.contains("Split it, repeat the first line") else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A spreadsheet's text in UTF-16 is refused")
  func wide() async throws {
    let data =
      Data([0xFF, 0xFE])
      + "Title\nx\n".utf16.reduce(into: Data()) {
        $0.append(contentsOf: [UInt8($1 & 0xFF), UInt8($1 >> 8)])
      }
    await #expect(throws: TransferError.self) { try await scene.importFile(data: data) }
  }

  @Test(
    "An unreadable first line has its own message",
    arguments: GoodreadsBadInputTests.unreadableHeaders)
  func unreadableHeader(_ bytes: [UInt8]) async throws {
    await #expect(throws: TransferError.format(GoodreadsTransferText.unreadableHeader)) {
      try await scene.importFile(data: Data(bytes))
    }
  }

  @Test("An export of StoryGraph is refused, and a further column “Authors” is not")
  func storyGraph() async throws {
    let header = """
      Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Star Rating,Review,\
      Tags,Owned?
      """
    await #expect(throws: TransferError.format(GoodreadsTransferText.columnsOfAnotherApp)) {
      try await scene.importFile(["Emma,Jane Austen,,,,read,,,4.5,,,"], header: header)
    }
    #expect(try await scene.entries.isEmpty)
    try await scene.importFile(["Emma,Jane Austen,x"], header: "Title,Author,Authors")
    #expect(try await scene.entries.count == 1)
  }

  @Test("A header line alone is a library without books")
  func headerOnly() async throws {
    let report = try await scene.importFile([])
    #expect(report.count("Books added") == 0 && report.rejectionCount == 0)
  }

  @Test("A missing file, a folder and an unreadable file are named")
  func files() async throws {
    func take(_ path: String) async -> TransferError? {
      do throws(TransferError) {
        let request = Transfer.Request(files: [path], owner: .guest)
        _ = try await scene.importing.run(request) { _ in }
        return nil
      } catch { return error }
    }
    #expect(await take(scene.path("no.csv")) == TransferError(.missing(scene.path("no.csv"))))
    #expect(await take(scene.folder) == TransferError(.isFolder(scene.folder)))
    // The superuser can read it anyway.
    if getuid() != 0 {
      let path = try scene.write("Title\n", "closed.csv")
      chmod(path, 0)
      #expect(await take(path) == TransferError(.notAllowed(path)))
    }
  }

  @Test("Invalid values in a column are kept and not shown")
  func nonsense() async throws {
    let text = """
      Title,My Rating,Number of Pages,Original Publication Year,Date Read,Date Added,ISBN13
      Emma,17,many,-99999,2019/02/30,yesterday,978
      Nada,5.0,3e2,1944.5,31/12/2020,2020-01-02,
      Kim,0x4,0X10,0x7D0,,,

      """
    let report = try await scene.importFile(text: text)
    #expect(report.count("Values not recognised (kept for export)") == 10)
    let (emma, nada) = (try await scene.entry("Emma"), try await scene.entry("Nada"))
    let kim = try await scene.entry("Kim")
    #expect(kim.rating == nil && kim.book.pages == nil && kim.book.year == nil)
    #expect(emma.rating == nil && emma.finished == nil && emma.book.year == nil)
    #expect(nada.rating == 5 && nada.book.pages == 300)
    #expect(try await scene.exportFile() == text)
  }

  @Test("A review of one megabyte is kept; a field of six megabytes is skipped")
  func large() async throws {
    let review = String(repeating: "é", count: 1 << 19)
    let report = try await scene.importFile(
      ["Emma,\(review)", "Nada,\(String(repeating: "x", count: 6 << 20))", "Ada,"],
      header: "Title,My Review")
    #expect(report.rejections.map(\.line) == [3])
    #expect(try await scene.entry("Emma").review.utf8.count == 1 << 20)
    #expect(try await scene.entries.count == 2)
  }

  @Test("Control characters, direction marks and formulas are kept unchanged")
  func hostile() async throws {
    let titles = ["\u{1B}]0;x\u{7}\u{1B}[2J", "\u{202E}txet", "=cmd|' /C calc'!A0", "@SUM(1)"]
    let text = "Title,Bookshelves\n" + titles.map { "\($0),\u{1B}[31mred\u{202E}\n" }.joined()
    try await scene.importFile(text: text)
    #expect(Set(try await scene.entries.map(\.book.title)) == Set(titles))
    // The name of a shelf is a valid typed name.
    #expect(try await scene.stores.store(of: .guest).ownShelves().map(\.name) == ["[31mred"])
    #expect(try await scene.exportFile() == text)
  }

  @Test("Too many shelves skip the row, and long names are shortened")
  func shelves() async throws {
    let many = (0..<201).map { "s\($0)" }.joined(separator: ",")
    let report = try await scene.importFile(
      ["Emma,\"\(many)\"", "Nada,\(String(repeating: "n", count: 99))"], header: "Title,Bookshelves"
    )
    #expect(report.rejections.map(\.line) == [2])
    #expect(try await scene.shelves(of: "Nada") == [String(repeating: "n", count: 60)])
  }

  @Test("A row that gives the library too many custom shelves is skipped with that reason")
  func fullLibrary() async throws {
    let header = "Title,My Rating,Bookshelves"
    func row(_ book: Int, rating: Int) -> String {
      let names = (0..<200).map { "s\(200 * book + $0)" }.joined(separator: ",")
      return "Book \(book),\(rating),\"\(names)\""
    }
    let rows = (0..<10).map { row($0, rating: 0) }
    let report = try await scene.importFile(rows + ["Emma,0,new", "Nada,0,s7"], header: header)
    #expect(report.rejections.map(\.line) == [12])
    #expect(
      report.rejections.first?.reason == """
        With this row, your library would have more than 2,000 custom shelves, the limit for imports.
        """)
    let store = scene.stores.store(of: .guest)
    #expect(try await store.ownShelves().count == GoodreadsShelves.maximumCount)
    // A known row makes no shelf that the reader has deleted.
    let deleted = try #require(try await store.ownShelves().first { $0.name == "s0" })
    try await store.removeShelf(deleted.id)
    for name in ["one", "two"] { try await store.save(Shelf(id: Shelf.ID(name), name: name)) }
    let second = try await scene.importFile([row(0, rating: 4)], header: header)
    #expect(second.rejectionCount == 0)
    #expect(try await scene.entry("Book 0").rating == 4)
  }

  @Test("Ten thousand rows with the same title are imported, and repeated ones are skipped")
  func manyTheSame() async throws {
    let rows = (0..<10_000).map { "\($0),Emma,Austen" }
    let report = try await scene.importFile(rows + rows, header: "Book Id,Title,Author")
    #expect(report.count("Books added") == 10_000 && report.rejectionCount == 10_000)
    #expect(report.rejections.count == GoodreadsRejections.maximumListed)
  }
}
