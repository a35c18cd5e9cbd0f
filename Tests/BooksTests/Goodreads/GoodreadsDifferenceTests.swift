import Catalogue
import Core
import Files
import Services
import Foundation
import Testing

@testable import Books

@Suite("A file that differs from the library")
struct GoodreadsDifferenceTests {
  private let scene: GoodreadsScene

  init() throws { scene = try GoodreadsScene() }

  private static let header = """
    Title,Author,Additional Authors,My Rating,Number of Pages,Date Read,Bookshelves,Exclusive Shelf,\
    My Review,Private Notes
    """

  /// Adds a book by hand.
  private func addByHand(
    _ title: String = "Emma", _ edit: (inout LibraryEntry) -> Void = { _ in }
  ) async throws {
    var entry = LibraryEntry(
      id: LibraryEntry.ID(UUID().uuidString),
      book: BookCopy(title: title, authors: [AuthorName(name: "Jane Austen")]),
      shelves: [.reading], added: Date(timeIntervalSince1970: 1_700_000_000))
    edit(&entry)
    try await scene.stores.store(of: .guest).save(entry)
  }

  private func lines(_ report: TransferReport) -> [String] {
    report.differences.map { "\($0.line) \($0.column): \($0.fileValue) | \($0.libraryValue)" }
  }

  @Test("Values of the library and of the row are listed side by side, also by a dry run")
  func listed() async throws {
    try await addByHand { entry in
      (entry.rating, entry.review, entry.notes) = (2, "Mine.", "lent")
      (entry.book.pages, entry.finished) = (400, CalendarDate("2020-01-02"))
    }
    let row = "emma,Jane Austen,,4,474,2019/05,classics,read,\"Good,<br/>very\",lent"
    let trial = try await scene.importFile([row], header: Self.header, isDryRun: true)
    let report = try await scene.importFile([row], header: Self.header)
    #expect(
      lines(report) == [
        "2 Title: emma | Emma", "2 My Rating: 4 | 2", "2 Number of Pages: 474 | 400",
        "2 Date Read: 2019/05 | 2020/01/02", "2 Exclusive Shelf: read | currently-reading",
        "2 My Review: Good,<br/>very | Mine.",
      ])
    #expect(report.differences.allSatisfy { $0.title == "Emma" } && report.differenceCount == 6)
    #expect(trial.differences == report.differences && trial.counts == report.counts)
    #expect(report.count("Rows that differ from your library") == 1)
    #expect(
      report.summary
        == "Imported 1 book. 1 row differs from your library; your values stay.")
    // The difference is listed each time.
    let again = try await scene.importFile([row], header: Self.header)
    #expect(again.differences == report.differences)
    #expect(again.summary.hasPrefix("1 book checked. Nothing to change. 1 row differs"))
  }

  @Test("An empty or equivalent value is no difference")
  func silent() async throws {
    try await addByHand { entry in
      (entry.rating, entry.review, entry.notes) = (2, "a\r\nb", "lent")
      (entry.book.pages, entry.finished) = (400, CalendarDate("2020-01-02"))
    }
    for row in [
      "Emma,Jane Austen,,0,0,,,,,",
      "Emma,Jane Austen,,2.0,400.0,2020-1-2,,currently-reading,\"a\nb\", lent",
    ] {
      let report = try await scene.importFile([row], header: Self.header)
      #expect(report.differences == [] && report.rejections == [])
      #expect(report.summary == "1 book checked. Nothing to change.")
    }
  }

  @Test("A file that the app exported has no differences, however it was made")
  func ownFile() async throws {
    let shelf = Shelf(id: "s", name: "Best, ever")
    try await scene.stores.store(of: .guest).save(shelf)
    // The same title several times: each row matches its own book.
    for rating in Rating.all where !rating.isHalf {
      try await addByHand { $0.rating = rating }
      try await addByHand { ($0.rating, $0.review, $0.shelves) = (rating, "a\r\nb<br/>", ["s"]) }
    }
    try await addByHand(" Nada ") { entry in
      entry.book.authors = ["Corey, James", "B, C", "B"].map { AuthorName(name: $0) }
    }
    let before = try await scene.entries
    let lines = try await scene.exportFile().split(separator: "\n")
    // In another order, such as a spreadsheet's.
    let sorted = ([lines[0]] + lines.dropFirst().reversed()).map { "\($0)\n" }.joined()
    for file in [sorted, sorted] {
      let report = try await scene.importFile(text: file)
      #expect(report.differences == [] && report.rejections == [])
      #expect(report.count("Books unchanged") == 11)
      #expect(try await scene.entries == before)
      #expect(try await scene.exportFile() == file)
    }
  }

  @Test("A value edited in the app is listed when the file is imported again")
  func changed() async throws {
    try await scene.importFile(GoodreadsScene.rows)
    #expect(try await scene.importFile(GoodreadsScene.rows).differences == [])
    try await scene.change("Leviathan") { ($0.rating, $0.shelves) = (nil, [.read]) }
    let report = try await scene.importFile(GoodreadsScene.rows)
    #expect(lines(report) == ["2 My Rating: 4 | ", "2 Bookshelves: sf, space | "])
    let last = try #require(report.differences.last)
    #expect(last.fileValue == "sf, space" && last.libraryValue.isEmpty)
  }

  @Test("Long texts are shown around their first difference, on one line")
  func short() async throws {
    let text = String(repeating: "word ", count: 20_000)
    try await addByHand { $0.notes = text + "mine" }
    let report = try await scene.importFile(
      ["Emma,Jane Austen,,,,,,,,\"\(text)\nyours\""], header: Self.header)
    let difference = try #require(report.differences.first)
    #expect(difference.fileValue == "…word word word word ¶yours")
    #expect(difference.libraryValue == "…word word word word mine")
  }

  @Test("Differences are listed up to a limit, and all are counted")
  func many() async throws {
    let rows = (0..<6000).map { "Book \($0),Jane Austen,,4,,,,,," }
    try await scene.importFile(rows, header: Self.header)
    let others = rows.map { $0.replacing(",4,", with: ",3,") }
    let report = try await scene.importFile(others, header: Self.header)
    #expect(report.differences.count == 5000 && report.differenceCount == 6000)
    #expect(report.summary.contains("6,000 rows differ from your library"))
  }

  @Test("The next export has a row's values for a book that was in the library before")
  func completes() async throws {
    try await addByHand { $0.started = CalendarDate("2024-01-01") }
    try await addByHand("Nada")
    let header = Self.header + ",Date Added,Publisher,Mood"
    let rows = [
      // Finished before the reading began again.
      #"Emma,Jane Austen,Anna Quindlen,4,474,2019/05/06,classics,currently-reading,"a<br/>b",lent,,Penguin,sad"#,
      "Nada,Jane Austen,\"B, C\",5,,2019/05,,currently-reading,,,2023/11/14,,",
    ]
    let report = try await scene.importFile(rows, header: header)
    #expect(report.differences == [] && report.count("Books updated") == 2)
    #expect(try await scene.entry("Emma").readings.typed == "2019-05-06")
    // An incomplete date.
    #expect(report.count("Values not recognised (kept for export)") == 1)
    #expect(try await scene.entry("Emma").book.authors.map(\.name).last == "Anna Quindlen")
    #expect(try await scene.exportFile() == ([header] + rows).map { "\($0)\n" }.joined())
    // A removed author does not come back, not even with another one.
    try await scene.change("Emma") { $0.book.authors.removeLast() }
    let newer = rows[0].replacing("Anna Quindlen", with: "\"Anna Quindlen, Fiona Stafford\"")
    try await scene.importFile([newer], header: header)
    #expect(
      try await scene.exportFile().contains("Emma,Jane Austen,Fiona Stafford,4,474,2019/05/06,"))
  }
}
