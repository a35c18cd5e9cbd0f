import Core
import Files
import Services
import TestKit
import Testing

@testable import Books

@Suite("Series, format and owned copies in a Goodreads file")
struct GoodreadsCopyTests {
  private let scene: GoodreadsScene
  private static let header = "Book Id,Title,Binding,Owned Copies"

  init() throws { scene = try GoodreadsScene() }

  @Test("A Goodreads file gives series, formats and copies, and is written as it came")
  func read() async throws {
    try await scene.importFile(GoodreadsScene.rows)
    let wakes = try await scene.entry("Leviathan").book
    #expect(wakes.series == "The Expanse" && wakes.volume == "1" && wakes.format == "Paperback")
    #expect(wakes.title == "Leviathan Wakes (The Expanse, #1)" && wakes.copies == nil)
    #expect(try await scene.entry("Piranesi").book.format == "Kindle Edition")
    let odyssey = try await scene.entry("The Odyssey").book
    #expect(odyssey.copies == 1 && odyssey.format == nil && odyssey.series == nil)
    #expect(
      try await scene.exportFile()
        == ([GoodreadsScene.header] + GoodreadsScene.rows).map { "\($0)\n" }.joined())
  }

  @Test("An edited series, format or copy count is written to the file, and the title stays")
  func edited() async throws {
    try await scene.importFile(
      ["1,\"Emma (Set, #2)\",Hardcover,2", "2,Nada,,"], header: Self.header)
    try await scene.change("Emma") { entry in
      (entry.book.series, entry.book.volume) = ("Other", "3")
      (entry.book.format, entry.book.copies) = (nil, nil)
    }
    try await scene.change("Nada") { ($0.book.format, $0.book.copies) = ("ebook", 3) }
    let file = try await scene.exportFile()
    #expect(file == "\(Self.header)\n1,\"Emma (Set, #2)\",,0\n2,Nada,ebook,3\n")
    let report = try await scene.importFile(
      ["1,\"Emma (Set, #2)\",Hardcover,5", "2,Nada,Paperback,1"], header: Self.header)
    #expect(try await scene.entry("Emma").book.series == "Other")
    #expect(try await scene.entry("Emma").book.format == nil, "a removed value stays removed")
    #expect(try await scene.entry("Emma").book.copies == 5, "a new value is taken")
    #expect(report.differences.filter { $0.title == "Nada" }.map(\.libraryValue) == ["ebook", "3"])
  }

  @Test("A new Goodreads row keeps the reader's own series, year and ISBN")
  func own() async throws {
    let header = "Book Id,Title,ISBN13,Original Publication Year"
    try await scene.importFile(["1,\"Emma (Set, #2)\",9780441013593,1900"], header: header)
    try await scene.change("Emma") { entry in
      (entry.book.series, entry.book.volume) = ("Own", "3")
      (entry.book.year, entry.book.isbn) = (1815, "9780547928227")
    }
    try await scene.importFile(["1,\"Emma (Other, #2)\",9780441172719,1901"], header: header)
    let emma = try await scene.entry("Emma").book
    #expect(emma.series == "Own" && emma.volume == "3")
    #expect(emma.year == 1815 && emma.isbn == "9780547928227")
  }

  @Test("A new Goodreads row fills in a series, format or copies that the library lacks")
  func filled() async throws {
    try await scene.importFile(["3,\"Ada (Set, #1)\",,"], header: Self.header)
    try await scene.change("Ada") { ($0.book.series, $0.book.volume) = (nil, nil) }
    try await scene.importFile(["3,\"Ada (Set, #1)\",ebook,"], header: Self.header)
    let ada = try await scene.entry("Ada").book
    #expect(ada.series == nil && ada.format == "ebook", "a removed series stays removed")
    try await scene.importFile(["1,Emma,,0"], header: Self.header)
    try await scene.importFile(["1,Emma,Audiobook,1"], header: Self.header)
    let emma = try await scene.entry("Emma").book
    #expect(emma.format == "Audiobook" && emma.copies == 1)
    var entry = LibraryEntry.sample(9)
    entry.book.title = "Kim"
    try await scene.stores.store(of: .guest).save(entry)
    try await scene.importFile(["2,\"Kim (India, #4)\",,"], header: Self.header)
    let kim = try await scene.entry("Kim").book
    #expect(kim.series == "India" && kim.volume == "4" && kim.title == "Kim")
  }

  @Test("Values out of bounds are kept and reported")
  func unrecognized() async throws {
    let copies = ["1000000000", "-1", "NaN", "٣", "1.5", "10001"]
    let formats = [String(repeating: "x", count: 101), "a\u{1B}[2Jb", "\u{200B}"]
    let rows =
      copies.enumerated().map { "\($0),Book \($0),,\($1)" }
      + formats.enumerated().map { "\($0 + 6),Book \($0 + 6),\($1)," }
    let report = try await scene.importFile(rows, header: Self.header)
    #expect(report.unrecognized.map(\.line) == Array(2...10))
    #expect(Array(report.unrecognized.map(\.fileValue).prefix(6)) == copies)
    #expect(
      report.unrecognized.map(\.outcome).allSatisfy {
        $0.hasPrefix("isn't a number of copies up to 10,000, so")
          || $0.hasPrefix("isn't a format of up to 100 visible characters, so")
      })
    #expect(try await scene.entries.allSatisfy { $0.book.format == nil && $0.book.copies == nil })
    #expect(try await scene.exportFile() == ([Self.header] + rows).map { "\($0)\n" }.joined())
  }

  @Test(
    "Series are read from the forms of titles, and other titles have none",
    arguments: [
      ("Dune (Dune, #1)", "Dune", "1"), ("Dune (Dune #1-3)", "Dune", "1-3"),
      ("A (B (C), #2.5)", nil, nil), ("A (One, #1; Two, #7)", "One", "1"),
      ("A (Set; Two, #7)", "Two", "7"), ("三体 (地球往事, #1)", "地球往事", "1"),
      ("Dune (Dune)", nil, nil), ("Dune (#1)", nil, nil), ("Dune (Dune, #)", nil, nil),
      ("(Dune, #1)", nil, nil), ("Dune, #1", nil, nil), ("", nil, nil),
      ("A (\(String(repeating: "x", count: 301)), #1)", nil, nil),
      ("A (B, #\(String(repeating: "1", count: 51)))", nil, nil), ("A (\u{1B}[2J, #1)", nil, nil),
    ] as [(String, String?, String?)])
  func titles(title: String, name: String?, volume: String?) {
    let series = TitleSeries(title)
    #expect(series?.name == name && series?.volume == volume)
  }
}
