import Catalogue
import Core
import Files
import Foundation
import Services
import TestKit
import Testing

@testable import Books

@Suite("A year's review")
struct YearReviewTests {
  private func text(_ entries: [LibraryEntry], _ year: Int = 2026) -> String {
    YearReviewText(review: YearReview(year, entries, today: .testDay)).markdown
  }

  private func entry(
    _ number: Int, _ title: String, by author: String? = nil, pages: Int? = nil, finished: String,
    rating: Int? = nil, review: String = ""
  ) -> LibraryEntry {
    var entry = LibraryEntry.reading(number, pages: pages, finished: finished, rating: rating)
    entry.book.title = title
    entry.book.authors = author.map { [AuthorName(name: $0)] } ?? []
    entry.review = review
    return entry.bounded
  }

  @Test("The year is a Markdown file with its months, totals, highlights and books")
  func year() {
    var again = entry(
      1, "Dune", by: "Frank Herbert", pages: 1_412, finished: "2026-02-03", rating: 5,
      review: "\n Still the best.\nSecond line.")
    again.readings = [PastReading(finished: CalendarDate("2026-01-31") ?? .testDay)]
    let entries = [
      entry(2, "Emma", pages: 400, finished: "2026-02-01", rating: 4), again,
      entry(3, "Momo", by: "Michael Ende", finished: "2025-12-31", rating: 5),
      .reading(4, pages: 100, history: [("2026-04-01", .page(10))]),
    ]
    #expect(
      text(entries) == """
        # My reading in 2026

        3 books finished, 3,234 pages read. 1 of them was read again. Average rating: 4.5 stars. You \
        finished books in 2 months in a row.

        | Month | Books finished | Pages read |
        | --- | ---: | ---: |
        | January | 1 | 1,412 |
        | February | 2 | 1,812 |
        | April | 0 | 10 |
        | Total | 3 | 3,234 |

        ## Highlights

        - Longest: **Dune** by Frank Herbert, 1,412 pages
        - Shortest: **Emma**, 400 pages
        - Best rated: **Dune** by Frank Herbert, ★★★★★

        ## January

        - **Dune** by Frank Herbert: finished 2026-01-31, 1,412 pages, ★★★★★
          > “Still the best.”

        ## February

        - **Emma**: finished 2026-02-01, 400 pages, ★★★★☆
        - **Dune** by Frank Herbert: finished 2026-02-03, 1,412 pages, ★★★★★, read again
          > “Still the best.”

        """)
  }

  @Test("A book's other title is in parentheses after its title")
  func otherTitle() {
    var book = entry(1, "砂の女", by: "Kōbō Abe", finished: "2026-02-03")
    book.book.alternativeTitle = "The Woman in the Dunes"
    #expect(
      text([book]).contains(
        "- **砂の女** (The Woman in the Dunes) by Kōbō Abe: finished 2026-02-03"))
  }

  @Test("A reading in an earlier year makes this year's one a second")
  func earlier() {
    var entry = entry(1, "Dune", finished: "2026-02-03")
    entry.readings = [PastReading(finished: CalendarDate("2019-01-31") ?? .testDay)]
    #expect(text([entry]).contains("- **Dune**: finished 2026-02-03, read again\n"))
    #expect(text([entry]).contains("1 book finished. It was read again. The book has no"))
    #expect(text([entry], 2019).contains("- **Dune**: finished 2019-01-31\n"))
  }

  @Test("At most five of the best-rated books are named, and one book has no shortest")
  func best() {
    let entries = (1...7).map { entry($0, "B\($0)", finished: "2026-01-01", rating: 3) }
    let text = text(entries + [entry(8, "Low", pages: 9, finished: "2026-01-01", rating: 1)])
    #expect(text.components(separatedBy: "- Best rated: ").count == 6)
    #expect(text.contains("- And 2 more with this rating\n"))
    #expect(text.contains("- Longest with a page count: **Low**, 9 pages"))
    #expect(!text.contains("Shortest"))
  }

  @Test("The file says how many books have no page count, and which of the others is the longest")
  func withoutPages() {
    let books = [
      entry(1, "Emma", finished: "2026-01-01"),
      entry(2, "Dune", pages: 412, finished: "2026-01-02"),
      entry(3, "Momo", pages: 300, finished: "2026-01-03"),
    ]
    let text = text(books)
    #expect(text.contains("3 books finished, 712 pages read. 1 of the books has no page count.\n"))
    #expect(text.contains("- Longest with a page count: **Dune**, 412 pages\n"))
    #expect(text.contains("- Shortest with a page count: **Momo**, 300 pages\n"))
  }

  @Test("Invalid ratings and pages are left out")
  func hostileNumbers() {
    for number in [Int.min, -1, 0, 100_001, .max] {
      let text = text([entry(1, "A", pages: number, finished: "2026-01-01", rating: number)])
      #expect(text.hasSuffix("## January\n\n- **A**: finished 2026-01-01\n"))
      #expect(text.contains("No pages or ratings are known."))
    }
  }

  @Test(
    "Text from outside stays text in one line",
    arguments: [
      ("# <script>[x](y)", ##"\# \<script\>\[x\](y)"##),
      ("a\n# b\r\n\u{2028}- c\u{0}\u{1B}[2J", ##"a \# b - c \[2J"##),
      ("**a** __b__ `c` \\", #"\*\*a\*\* \_\_b\_\_ \`c\` \\"#),
      ("&lt; | ~~x~~ $y$", #"\&lt; \| \~\~x\~\~ \$y\$"#),
      (
        "https://a.org WWW.b.org c@d.org",
        "https\\:\u{2060}//a.org WWW\u{2060}\\.b.org c\\@\u{2060}d.org"
      ),
      ("Dr. No: 1. Part, 50 %!", "Dr. No: 1. Part, 50 %!"),
      ("\u{202E}olleh\u{200B}", "olleh"), ("<\u{301}b>", "\\<\u{301}b\\>"), (" \n ", ""),
      ("三体 👨‍👩‍👧", "三体 👨‍👩‍👧"),
    ])
  func escaping(_ text: String, _ line: String) {
    #expect(MarkdownText.escaped(text) == line)
  }

  @Test(
    "No address in text from outside becomes a link where a reader removes the escapes first",
    arguments: [
      "mailto:win@evil.example", "xmpp:me@evil.example", "http://evil.example", "www.evil.example",
      "hTTps://evil.example", "a@b@evil.example", "WwW.evil.example",
    ])
  func addresses(_ text: String) {
    let address = /[-.\w+]+@[-\w]+\.|[a-z]+:\/\/|www\./.ignoresCase().asciiOnlyWordCharacters()
    #expect(text.contains(address))
    #expect(!MarkdownText.escaped(text).replacing("\\", with: "").contains(address))
  }

  @Test("Long text is shortened, also one character with a megabyte of accents")
  func bounds() {
    #expect(MarkdownText.escaped(String(repeating: "ab ", count: 1000)).count <= 300)
    #expect(MarkdownText.escaped(String(repeating: "ab ", count: 1000)).hasSuffix("ab…"))
    let accents = "a" + String(repeating: "\u{301}", count: 1 << 20)
    #expect(MarkdownText.escaped(accents).utf8.count < 10_000)
    let text = text([entry(1, " \n", by: "\n", finished: "2026-01-01", review: "\n > \n# x")])
    #expect(text.contains("- **Untitled**: finished 2026-01-01\n  > “\\>”\n"))
  }

  @Test(
    "A year is one to four digits; without one it is the current one",
    arguments: [
      ("2026", 2026), ("1999", 1999), ("", 2026), ("0", nil), ("20266", nil), ("-1", nil),
      ("٢٠٢٦", nil), ("2026x", nil), ("99999999999999999999", nil),
    ])
  func years(_ typed: String, _ year: Int?) {
    #expect(YearTransfer.year(typed, today: .testDay) == year)
  }
}

@Suite("The export of a year")
struct YearExportTests {
  private let folder: TemporaryFolder
  private let stores = MemoryLibraryStores()
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
  private var path: String { "\(folder.path)/year.md" }

  init() throws { folder = try TemporaryFolder() }

  private func run(_ year: String) async throws -> TransferReport {
    var request = Transfer.Request(
      files: [path], parameter: year, owner: .account("ada"), replaces: true)
    request.account = "Ada"
    return try await YearTransfer.make(stores, clock: clock).run(request) { _ in }
  }

  @Test("The file has the owner's year, and the report its totals and account")
  func written() async throws {
    try await stores.store(of: .account("ada"))
      .save(.reading(1, pages: 300, finished: "2026-01-01"))
    try await stores.store(of: .guest).save(.reading(2, finished: "2026-01-01"))
    for year in ["2026", ""] {
      let report = try await run(year)
      #expect(
        report.summary
          == "Exported your reading in 2026: 1 book finished, 300 pages read. Account: Ada.")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("- **Book 1**") && !text.contains("Book 2"))
    }
  }

  @Test("An empty year and a word that is no year write nothing", arguments: ["2019", "x"])
  func nothing(year: String) async throws {
    try await stores.store(of: .account("ada")).save(.reading(1, finished: "2026-01-01"))
    let message =
      year == "x"
      ? "Enter a year such as 2026."
      : "You read nothing in 2019, so no file was written. Choose another year."
    await #expect(throws: TransferError.format(message)) { try await run(year) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("An export that is cancelled before its file is complete leaves the old file")
  func cancelled() async throws {
    try Data("old".utf8).write(to: URL(filePath: path))
    try await stores.store(of: .account("ada")).save(.reading(1, finished: "2026-01-01"))
    let cancelling = HookedLibraryStores(
      stores: stores, beforeChange: {},
      afterReading: { _ in withUnsafeCurrentTask { $0?.cancel() } })
    let transfer = YearTransfer.make(cancelling, clock: clock)
    let request = Transfer.Request(
      files: [path], parameter: "2026", owner: .account("ada"), replaces: true)
    let exporting = Task { try await transfer.run(request) { _ in } }
    await #expect(throws: TransferError.cancelled) { try await exporting.value }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
  }

  @Test("A folder that doesn't exist is reported")
  func noFolder() async throws {
    try await stores.store(of: .account("ada")).save(.reading(1, finished: "2026-01-01"))
    try FileManager.default.removeItem(atPath: folder.path)
    await #expect {
      try await run("2026")
    } throws: { error in
      if case .file? = error as? TransferError { true } else { false }
    }
  }
}
