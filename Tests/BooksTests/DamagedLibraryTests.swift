import Catalogue
import Core
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import Books

@Suite("A library with a damaged row")
struct DamagedLibraryTests {
  private let logger = MemoryLogger()
  private let file: DamagedFile

  init() throws { file = try DamagedFile() }

  @Test(
    "A number out of range, or its row, is skipped and logged, and the others are kept",
    arguments: [
      "half_stars = -1", "half_stars = 9223372036854775807", "year = -9223372036854775808",
      "pages = 9223372036854775807", "pages = 0", "pages = 100001", "copies = 0", "cover = -1",
      "started = 9223372036854775807",
      "finished = -9223372036854775808", "page = 9223372036854775807", "percent = -5",
      "added = 1e300", "added = -9e999", "authors = '[1]'", "subjects = x'FF'",
    ])
  func columns(_ change: String) async throws {
    let store = try file.store(logger)
    for number in 1...4 { try await store.save(.sample(number, on: [.read])) }
    try file.damage(
      "UPDATE library_entries SET \(change.replacing("x'FF'", with: "'\u{FFFD}'")) WHERE number = 3"
    )
    let all = try await store.allEntries()
    let isSkipped = change.hasPrefix("authors") || change.hasPrefix("subjects")
    #expect(all.count == (isSkipped ? 3 : 4))
    #expect(logger.lines.count { $0.contains("book 3") } == 1)
    let page = try await store.entries(on: .read, matching: WordFilter(), offset: 0, limit: 3)
    let rest = try await store.entries(
      on: .read, matching: WordFilter(), offset: page.next ?? 0, limit: 3)
    #expect(Set((page.items + rest.items).map(\.id)).count == all.count)
    #expect(page.items.count + rest.items.count == all.count, "no book is shown twice")
    // The entries can be counted, exported and saved again.
    _ = all.map { BooksText.badge($0) }
    _ = ReadingStatistics(all, today: .testDay)
    _ = all.map { CalendarDate(of: $0.added, in: .gmt) }
    for entry in all { try await store.save(entry) }
    #expect(try await store.allEntries() == all)
  }

  @Test("An unreadable progress record is skipped, and the others are read")
  func progress() async throws {
    let store = try file.store(logger)
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.history = (1...4).map { ProgressRecord(date: .testDay, progress: .page($0)) }
    try await store.save(entry)
    try file.damage(
      [
        "UPDATE library_progress SET day = 9223372036854775807 WHERE place = 0",
        "UPDATE library_progress SET page = NULL WHERE place = 1",
        "UPDATE library_progress SET page = -9223372036854775808 WHERE place = 2",
      ])
    for history in [
      try await store.entry(entry.id)?.history, try await store.allEntries().first?.history,
    ] { #expect(history == [entry.history[3]]) }
  }

  @Test("An unreadable earlier reading is skipped, and the others are read")
  func readings() async throws {
    let store = try file.store(logger)
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.readings = [1, 2, 3].map { day in
      PastReading(
        started: CalendarDate(daysSince1970: day), finished: CalendarDate(daysSince1970: day + 9))
    }
    try await store.save(entry)
    try file.damage(
      [
        "UPDATE library_readings SET finished = 9223372036854775807 WHERE place = 0",
        "UPDATE library_readings SET started = -9223372036854775808 WHERE place = 1",
      ])
    let expected = [PastReading(finished: entry.readings[1].finished), entry.readings[2]]
    #expect(try await store.entry(entry.id)?.readings == expected)
    #expect(try await store.allEntries().first?.readings == expected)
  }

  @Test("The tables refuse invalid values")
  func checks() async throws {
    let database = try file.database()
    let store = try file.store(logger)
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.history = [ProgressRecord(date: .testDay, progress: .page(1))]
    try await store.save(entry)
    let id = entry.id
    try await store.change("testing") { records throws(StorageError) in
      try records.save([
        ImportedRow(entry: id, position: 1, header: "Title", text: "One")
      ])
    }
    for change in [
      "library_entries SET half_stars = 11", "library_entries SET year = 10000",
      "library_entries SET pages = -1", "library_entries SET copies = 0",
      "library_entries SET cover = -1",
      "library_entries SET page = -1", "library_entries SET percent = 101",
      "library_entries SET started = 2932897", "library_entries SET finished = 2932897",
      "library_entries SET added = 1e300", "library_shelf_entries SET added = -1e300",
      "library_progress SET day = -719163", "library_progress SET page = NULL",
      "library_progress SET page = -1", "library_progress SET percent = -1",
      "imported_rows SET position = -1",
    ] {
      #expect(throws: StorageError.self, "\(change)") {
        try database.write("testing") { transaction throws(StorageError) in
          _ = try transaction.execute("UPDATE \(change)")
        }
      }
    }
  }

  @Test("Migrating an older library with such rows keeps its valid values and their rows")
  func migration() async throws {
    _ = try file.database(BooksMigrations.library + ImportedRowTable.migrations)
    try file.damage((1...3).flatMap(Self.oldEntry) + Self.oldRows)
    let before = (1...3).map { number in
      var entry = LibraryEntry.sample(number, on: [.read, "own"])
      entry.rating = 4
      entry.history = [ProgressRecord(date: .testDay, progress: .page(number))]
      return entry
    }
    try file.damage(
      [
        "UPDATE library_entries SET rating = -1, added = 1e300, page = -7 WHERE number = 2",
        "UPDATE library_progress SET day = 9223372036854775807 WHERE entry = 3",
        "UPDATE imported_rows SET position = 9223372036854775807 WHERE entry = 'entry-1'",
        "DELETE FROM imported_headers WHERE text = 'Other'",
        "INSERT INTO library_shelf_entries VALUES ('guest/', 'read', 0, 'x', 99, '')",
        "INSERT INTO library_progress VALUES (99, 0, 0, 1, NULL)",
      ])
    let store = try file.store(logger)
    let after = try await store.allEntries()
    #expect(after.map(\.id) == ["entry-1", "entry-3", "entry-2"], "its time is the last one now")
    #expect(after.first == before.first)
    #expect(after.last?.rating == nil && after.last?.book == before[1].book)
    #expect(after.map(\.shelves) == before.map(\.shelves))
    #expect(after[1].history == [] && after[2].history == before[1].history)
    let rows = try await store.change("testing") { records throws(StorageError) in
      try records.importedRows()
    }
    #expect(rows.map(\.entry) == ["entry-1"] && rows.map(\.position) == [0])
  }

  /// Inserts the entry of ``LibraryEntry/sample(_:on:reference:added:)`` into the first tables.
  private static func oldEntry(_ number: Int) -> [String] {
    let added = Double(number) - Date.timeIntervalBetween1970AndReferenceDate
    return [
      """
      INSERT INTO library_entries
        (number, owner, id, title, authors, subjects, rating, added, review, notes)
      VALUES (\(number), 'guest/', 'entry-\(number)', 'Book \(number)', '[]', '[]', 4, \(added), '', '')
      """,
      "INSERT INTO library_progress VALUES (\(number), 0, 20777, \(number), NULL)",
    ]
      + ["read", "own"].map {
        """
        INSERT INTO library_shelf_entries
        VALUES ('guest/', '\($0)', \(added), 'entry-\(number)', \(number), ' book \(number)')
        """
      }
  }

  private static let oldRows = [
    "INSERT INTO imported_headers VALUES (1, 'guest/', 'Title'), (2, 'guest/', 'Other')",
    """
    INSERT INTO imported_rows VALUES
      ('guest/', 'entry-1', 1, 1, 'One'), ('guest/', 'entry-2', 2, 2, 'Two')
    """,
  ]

  @Test(
    "A damaged imported row stops neither imports nor exports, and the next import repairs it")
  func importedRows() async throws {
    let path = file.path
    let database = try TestDatabase(BooksFeature.migrations) { _ in
      try SQLiteDatabase(path: path)
    }
    let scene = try GoodreadsScene(database)
    try await scene.importFile(["1,Emma", "2,Nada"], header: "Book Id,Title")
    try file.damage(
      [
        "UPDATE imported_rows SET position = 9223372036854775807 WHERE text LIKE '1,%'",
        "UPDATE imported_rows SET header = 77 WHERE text LIKE '2,%'",
        "UPDATE library_entries SET added = 1e300",
      ])
    let export = try await scene.exportFile()
    #expect(export.contains("1,Emma") && export.contains("Nada"))
    let report = try await scene.importFile(["1,Emma", "2,Nada", "3,Ada"], header: "Book Id,Title")
    #expect(report.count("Books added") == 1)
    #expect(try await scene.exportFile().contains("\n2,Nada"))
  }

  @Test("An imported row whose position is out of range comes first, and the others keep theirs")
  func outOfRange() async throws {
    let store = try file.store(logger)
    let rows = ["b", "a"].enumerated().map { number, entry in
      ImportedRow(
        entry: LibraryEntry.ID(entry), position: number + 1, header: "Title", text: entry)
    }
    try await store.change("testing") { records throws(StorageError) in try records.save(rows) }
    try file.damage("UPDATE imported_rows SET position = \(Int.max) WHERE entry = 'a'")
    let found = try await store.change("testing") { records throws(StorageError) in
      try records.importedRows()
    }
    #expect(found.map(\.entry) == ["a", "b"] && found.map(\.position) == [0, 1])
  }

  @Test("A library is deleted even if another owner's row has one of its headers")
  func foreignHeader() async throws {
    let stores = DatabaseLibraryStores(try file.database(), logger: logger)
    for owner in [Owner.guest, .account("ada")] {
      try await stores.store(of: owner).change("testing") { records throws(StorageError) in
        try records.save([ImportedRow(entry: "one", position: 1, header: "Title", text: "A")])
      }
    }
    try file.damage("UPDATE imported_rows SET header = 1")
    try await stores.store(of: .guest).change("testing") { records throws(StorageError) in
      try records.removeAll()
    }
  }

  @Test(
    "New shelves come last beside another owner's shelf with any number",
    arguments: [Int.max, 1 << 40, (1 << 40) - 3, .min])
  func shelfNumbers(_ number: Int) async throws {
    let database = try file.database()
    let store = try file.store(logger)
    let names = (1...6).map { "Shelf \($0)" }
    try await store.save(Shelf(id: "0", name: names[0]))
    try file.damage("INSERT INTO library_shelves VALUES (\(number), 'x', 'x', 'X')")
    for name in names.dropFirst() { try await store.save(Shelf(id: Shelf.ID(name), name: name)) }
    #expect(try await store.ownShelves().map(\.name) == names)
    let count = try database.read("counting") { reader throws(StorageError) in
      try reader.first("SELECT count(*) FROM library_shelves") { row throws(StorageError) in
        try row.number(0)
      }
    }
    #expect(count == 7)
  }
}
