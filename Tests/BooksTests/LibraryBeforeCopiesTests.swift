import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A library from before half stars, series, formats and copies")
struct LibraryBeforeCopiesTests {
  private static let old =
    BooksMigrations.library + ImportedRowTable.migrations + BoundsMigration.all
    + PastReadingTable.migrations + LibrarySearchMigration.all
  private let file: DamagedFile

  init() throws {
    file = try DamagedFile()
    _ = try file.database(Self.old)
    try file.damage(
      ["1", "2", "3", "4", "5", "NULL", "NULL", "4"].enumerated().map { number, rating in
        """
        INSERT INTO library_entries
          (number, owner, id, title, authors, subjects, year, rating, added, review, notes)
        VALUES (\(number), 'guest/', 'entry-\(number)', 'Book \(number)', '[]', '[]', 1900, \(rating),
          \(number), '', 'Note \(number)')
        """
      } + [
        """
        INSERT INTO imported_headers VALUES
          (1, 'guest/', 'Title,My Rating,Binding,Owned Copies')
        """,
        "UPDATE library_entries SET title = 'Book (Set, #4)' WHERE number = 4",
        "INSERT INTO library_readings VALUES (2, 0, 17897, 17928), (2, 1, NULL, 18000)",
        """
        INSERT INTO imported_rows VALUES ('guest/', 'entry-5', 1, 1, 'Book 5,3.5,Hardcover,'),
          ('guest/', 'entry-6', 2, 1, 'Book 6,4,,2'), ('guest/', 'entry-7', 3, 1, 'Book 7,2.5,,')
        """,
      ])
  }

  @Test("A library from before half stars keeps its ratings and gets the values of imported rows")
  func migrated() async throws {
    let store = try file.store()
    let entries = try await store.allEntries()
    #expect(entries.map(\.rating) == [1, 2, 3, 4, 5, 3.5, nil, 4], "a removed one stays removed")
    #expect(entries[2].readings.typed == "2019-01-01 to 2019-02-01, 2019-04-14")
    #expect(entries.map(\.notes) == (0...7).map { "Note \($0)" })
    #expect(entries.map(\.book.format) == [nil, nil, nil, nil, nil, "Hardcover", nil, nil])
    #expect(entries.map(\.book.copies) == [nil, nil, nil, nil, nil, nil, 2, nil])
    #expect(entries[4].book.series == "Set" && entries[4].book.volume == "4")
    #expect(entries[3].book.series == nil && entries[4].book.title == "Book (Set, #4)")
    var first = try #require(entries.first)
    first.rating = 0.5
    try await store.save(first)
    #expect(try await file.store().entry("entry-0") == first)
  }

  @Test("A library from before half stars is migrated without its invalid numbers")
  func damaged() async throws {
    try file.damage("UPDATE library_entries SET rating = 99, year = 10000 WHERE number = 1")
    let entries = try await file.store().allEntries()
    #expect(entries.count == 8 && entries[1].rating == nil && entries[1].book.year == nil)
    #expect(entries[2].rating == 3 && entries[2].book.year == 1900)
  }

  @Test("A library from between half stars and copies is migrated without its invalid numbers")
  func damagedHalfStars() async throws {
    _ = try file.database(Self.old + HalfStarMigration.all)
    try file.damage("UPDATE library_entries SET half_stars = 99, year = 10000 WHERE number = 1")
    let entries = try await file.store().allEntries()
    #expect(entries.count == 8 && entries[1].rating == nil && entries[1].book.year == nil)
    #expect(entries[2].rating == 3 && entries[2].book.year == 1900)
  }

  @Test("A library from before undated readings is migrated without its invalid and orphaned ones")
  func damagedReadings() async throws {
    try file.damage([
      "UPDATE library_readings SET finished = 99999999 WHERE place = 0",
      "INSERT INTO library_readings VALUES (2, 2, -9999999, 18100), (99, 0, NULL, 0)",
    ])
    let entries = try await file.store().allEntries()
    #expect(entries.count == 8 && entries[2].readings.typed == "2019-04-14, 2019-07-23")
  }
}
