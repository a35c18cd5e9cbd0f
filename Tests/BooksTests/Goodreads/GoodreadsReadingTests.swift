import Core
import Files
import Services
import Foundation
import Testing

@testable import Books

@Suite("Readings in the app and in a Goodreads file")
struct GoodreadsReadingTests {
  private let scene: GoodreadsScene
  private static let header = "Book Id,Title,Date Read,Exclusive Shelf"

  init() throws { scene = try GoodreadsScene() }

  /// Adds a book by hand.
  private func add(
    _ number: Int, _ title: String, on shelf: Shelf.ID,
    _ edit: (inout LibraryEntry) -> Void = { _ in }
  ) async throws {
    var entry = LibraryEntry.sample(number, on: [shelf])
    entry.book.title = title
    edit(&entry)
    try await scene.stores.store(of: .guest).save(entry)
  }

  @Test("A book that the app has on Reading and the file on Read moves to Read, and is read once")
  func ended() async throws {
    try await add(1, "Dune", on: .reading) { $0.started = CalendarDate("2025-01-01") }
    let report = try await scene.importFile(["1,Dune,2025/02/01,read"], header: Self.header)
    #expect(report.differences == [])
    var dune = try await scene.entry("Dune")
    #expect(dune.shelves == [.read] && dune.started == CalendarDate("2025-01-01"))
    #expect(dune.finished == CalendarDate("2025-02-01"))
    dune.put(on: .read, on: .testDay)
    #expect(dune.readings == [])
  }

  @Test("A book that the app has on Want to read and the file on Read stays, and gets the day")
  func wanted() async throws {
    try await add(1, "Dune", on: .wantToRead)
    for _ in 1...2 {
      let report = try await scene.importFile(["1,Dune,2015/02/01,read"], header: Self.header)
      #expect(report.differences.map(\.column) == ["Exclusive Shelf"])
      let dune = try await scene.entry("Dune")
      #expect(dune.shelves == [.wantToRead] && dune.finished == CalendarDate("2015-02-01"))
    }
    var dune = try await scene.entry("Dune")
    dune.put(on: .read, on: .testDay)
    #expect(dune.readings.typed == "2015-02-01" && dune.finished == .testDay)
  }

  @Test("An import moves a book from an earlier file on Want to read to Read, and says so before")
  func readSince() async throws {
    try await scene.importFile(["1,Dune,,to-read"], header: Self.header)
    let report = try await scene.importFile(["1,Dune,2026/05/01,read"], header: Self.header)
    #expect(report.differences == [])
    let dune = try await scene.entry("Dune")
    #expect(dune.shelves == [.read] && dune.finished == CalendarDate("2026-05-01"))
    #expect(try await scene.exportFile().contains("\n1,Dune,2026/05/01,read"))
    let exception = "from “Want to read” if an earlier import put it there"
    #expect(GoodreadsTransferText.importExplanation.contains(exception))
  }

  @Test("A reading that a file counts since an earlier import is the last one; none is invented")
  func readAgainSince() async throws {
    let header = "\(Self.header),Read Count"
    for rows in [["1,Emma,,currently-reading,2"], []] {
      let scene = try GoodreadsScene()
      for row in ["1,Emma,2020/05/31,read,1"] + rows {
        try await scene.importFile([row], header: header)
        let emma = try await scene.entry("Emma")
        #expect(emma.finished == CalendarDate("2020-05-31") && emma.readings == [])
      }
      let report = try await scene.importFile(["1,Emma,2026/05/01,read,2"], header: header)
      #expect(report.differences == [])
      let emma = try await scene.entry("Emma")
      #expect(emma.finished == CalendarDate("2026-05-01") && emma.readings.typed == "2020-05-31")
      #expect(try await scene.exportFile().contains("\n1,Emma,2026/05/01,read,2"))
    }
    // A known day is none, although the reader has edited it and the file counts one more.
    try await scene.importFile(["2,Dune,2020/05/31,read,1"], header: header)
    try await scene.change("Dune") { $0.finished = CalendarDate("2020-05-01") }
    try await scene.importFile(["2,Dune,2020/05/31,read,2"], header: header)
    let dune = try await scene.entry("Dune")
    #expect(dune.finished == CalendarDate("2020-05-01") && dune.readings.typed == "undated")
    // A corrected day, and a reading that the reader has noted, are no further readings.
    try await scene.importFile(["1,Emma,2020/05/31,read,2"], header: header)
    try await scene.change("Emma") { $0.readings = [] }
    try await scene.importFile(["1,Emma,2020/06/01,read,2"], header: header)
    let emma = try await scene.entry("Emma")
    #expect(emma.finished == CalendarDate("2020-05-31") && emma.readings == [])
    try await scene.change("Emma") { emma in
      for shelf in [Shelf.reading, .read] { emma.put(on: shelf, on: .testDay) }
    }
    try await scene.importFile(["1,Emma,2026/11/21,read,2"], header: header)
    #expect(try await scene.entry("Emma").finishedDays.map(\.year) == [2020, 2026])
    #expect(try await scene.entry("Emma").finished == .testDay)
  }

  @Test("The day of an earlier reading, or of a book on another shelf in the file, is left out")
  func leftOut() async throws {
    let day = try #require(CalendarDate("2025-02-01"))
    try await add(1, "Dune", on: .wantToRead) { $0.readings = [PastReading(finished: day)] }
    try await add(2, "Emma", on: .reading)
    let report = try await scene.importFile(
      ["1,Dune,2025/02/01,read", "2,Emma,2025/02/01,to-read"], header: Self.header)
    let (dune, emma) = (try await scene.entry("Dune"), try await scene.entry("Emma"))
    #expect(dune.finished == nil && dune.shelves == [.wantToRead] && dune.readings.count == 1)
    #expect(emma.finished == nil && emma.shelves == [.reading])
    let dates = report.differences.filter { $0.column == "Date Read" }
    #expect(dates.map(\.title) == ["Emma"])
  }

  @Test("A book that the reader has taken from Read stays where it is when the file gets a date")
  func moved() async throws {
    try await scene.importFile(["1,Dune,,read"], header: Self.header)
    try await scene.change("Dune") { $0.shelves = [.wantToRead] }
    try await scene.importFile(["1,Dune,2025/02/01,read"], header: Self.header)
    let dune = try await scene.entry("Dune")
    #expect(dune.shelves == [.wantToRead] && dune.finished == nil)
  }

  @Test("The last day is exported while a book is read or wanted again")
  func again() async throws {
    let row = "1,Dune,2020/05/31,read"
    try await scene.importFile([row], header: Self.header)
    // On the same day, Want to read would take back the start.
    let days = [CalendarDate.testDay, CalendarDate(daysSince1970: 20_778)]
    for (shelf, day) in zip([Shelf.reading, .wantToRead], days) {
      try await scene.change("Dune") { $0.put(on: shelf, on: day) }
      let dune = try await scene.entry("Dune")
      #expect(dune.finished == nil && dune.readings.typed == "2020-05-31")
      #expect(try await scene.exportFile().contains("\n1,Dune,2020/05/31,"))
      let report = try await scene.importFile([row], header: Self.header)
      #expect(
        report.unrecognized == [] && !report.differences.contains { $0.column == "Date Read" })
    }
    let last = try #require(CalendarDate("2022-01-02"))
    try await scene.change("Dune") { $0.readings.append(PastReading(finished: last)) }
    #expect(try await scene.exportFile().contains("\n1,Dune,2022/01/02,"))
  }

  @Test("A file's day before the start is an earlier reading")
  func beforeStart() async throws {
    try await add(1, "Emma", on: .reading) { $0.started = CalendarDate("2024-01-01") }
    let row = "1,Emma,2020/05/31,read,2"
    for _ in 1...2 {
      let report = try await scene.importFile([row], header: "\(Self.header),Read Count")
      #expect(report.unrecognized == [] && report.differences.map(\.column) == ["Exclusive Shelf"])
      let emma = try await scene.entry("Emma")
      #expect(emma.shelves == [.reading] && emma.finished == nil)
      #expect(emma.readings.map(\.finished) == [nil, CalendarDate("2020-05-31")])
    }
    #expect(try await scene.exportFile().contains("\n1,Emma,2020/05/31,currently-reading,2"))
  }

  @Test("A day that the file gets later, or corrects, is no second earlier reading")
  func laterDay() async throws {
    let header = "\(Self.header),Read Count"
    for (day, kept) in [("", "2020/05/31"), ("2020/05/30", "2020/05/30")] {
      let scene = try GoodreadsScene()
      try await scene.importFile(["1,Emma,\(day),read,1"], header: header)
      try await scene.change("Emma") { $0.put(on: .reading, on: .testDay) }
      try await scene.importFile(["1,Emma,2020/05/31,read,1"], header: header)
      let readings = try await scene.entry("Emma").readings
      #expect(readings.typed == kept.replacing("/", with: "-"))
      #expect(try await scene.exportFile().contains("\n1,Emma,\(kept),currently-reading,1"))
    }
  }

  @Test("A finish date that the reader has removed is not exported")
  func removedDay() async throws {
    let row = "1,Emma,2020/05/31,read"
    try await scene.importFile([row], header: Self.header)
    try await scene.change("Emma") { emma in
      (emma.started, emma.finished) = (CalendarDate("2024-01-01"), nil)
    }
    #expect(try await scene.exportFile().contains("\n1,Emma,,read"))
    let report = try await scene.importFile([row], header: Self.header)
    #expect(report.differences.map(\.column) == ["Date Read"] && report.unrecognized == [])
    let emma = try await scene.entry("Emma")
    #expect(emma.finished == nil && emma.readings == [])
  }

  @Test("A finished book that has left Read is exported as read once, beside its last day")
  func finishedElsewhere() async throws {
    try await add(1, "Dune", on: .wantToRead) { $0.finished = CalendarDate("2020-05-31") }
    let text = try await scene.exportFile()
    #expect(text.contains(",2020/05/31,"))
    #expect(text.hasSuffix(",1,0\n"))
    let report = try await scene.importFile(text: text)
    #expect(report.count("Books unchanged") == 1 && report.differences == [])
    #expect(try await scene.exportFile() == text)
    // A file that does not count it stays as it is.
    let other = try GoodreadsScene()
    let file = "Book Id,Title,Date Read,Exclusive Shelf,Read Count\n1,Emma,2020/05/31,to-read,0\n"
    try await other.importFile(text: file)
    #expect(try await other.exportFile() == file)
  }

  @Test("A book that the file counts as read more than once gets an undated earlier reading, once")
  func readBefore() async throws {
    let header = "\(Self.header),Read Count"
    let rows = [
      "1,Emma,2024/03/01,read,3", "2,Kim,2024/03/02,read,1", "3,Dune,,currently-reading,2",
    ]
    try await add(4, "Kim", on: .wantToRead)
    try await scene.importFile(rows, header: header)
    let emma = try await scene.entry("Emma")
    #expect(emma.finished == CalendarDate("2024-03-01") && emma.readings.typed == "undated")
    #expect(try await scene.entry("Kim").readings == [])
    #expect(try await scene.entry("Dune").readings.typed == "undated")
    #expect(try await scene.exportFile().contains("\n1,Emma,2024/03/01,read,3"))
    try await scene.importFile(["2,Kim,2024/03/02,read,2"], header: header)
    #expect(try await scene.entry("Kim").readings.typed == "undated")
    try await scene.change("Emma") { $0.readings = [] }
    try await scene.importFile(["1,Emma,2024/03/01,read,4"], header: header)
    #expect(try await scene.entry("Emma").readings == [], "the reader has removed it")
  }

  @Test("A book on Read without a date in the file has all its readings after it is read again")
  func undatedAgain() async throws {
    let row = "1,Emma,,read,2"
    try await scene.importFile([row], header: "\(Self.header),Read Count")
    #expect(try await scene.entry("Emma").readings == [])
    for shelf in [Shelf.reading, .read] {
      try await scene.change("Emma") { $0.put(on: shelf, on: .testDay) }
      #expect(try await scene.entry("Emma").readings.typed == "undated")
    }
    #expect(try await scene.exportFile().contains("\n1,Emma,2026/11/20,read,3"))
  }

  @Test("A reading after the one in the file adds to its count, and a corrected date does not")
  func countedAgain() async throws {
    let header = "\(Self.header),Read Count"
    try await scene.importFile(["1,Emma,2024/03/01,read,3"], header: header)
    try await scene.change("Emma") { $0.finished = CalendarDate("2024-03-05") }
    #expect(try await scene.exportFile().contains("\n1,Emma,2024/03/05,read,3\n"))
    try await scene.change("Emma") { emma in
      emma.finished = CalendarDate("2024-03-01")
      for shelf in [Shelf.reading, .read] { emma.put(on: shelf, on: .testDay) }
    }
    let text = try await scene.exportFile()
    #expect(text.contains("\n1,Emma,2026/11/20,read,4\n"))
    try await scene.importFile(text: text)
    #expect(try await scene.exportFile() == text)
  }
}
