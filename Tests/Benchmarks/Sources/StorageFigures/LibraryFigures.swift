import Catalogue
import Services
import Books
import Figures
import Foundation
import PlainStorage
import SQLiteStorage

/// A large library: a Goodreads import, and a shelf of fifty thousand books in comparison with
/// plain C, which reads a table with the same number of rows.
struct LibraryFigures {
  private static let rounds = 9
  private static let rows = 10_000
  private static let books = 50_000

  private enum Problem: Error { case failed(Int32), notOpened }

  let folder: String
  let program: String

  func run() async throws {
    try importing()
    try await shelf()
  }

  private func importing() throws {
    let file = "\(folder)/goodreads.csv"
    var text = "Book Id,Title,Author,My Rating,Date Added,Bookshelves,Exclusive Shelf,My Review\n"
    for number in 0..<Self.rows {
      let shelf = ["read", "to-read", "currently-reading"][number % 3]
      text += """
        \(number),"Book, the \(number)th",Author \(number % 700),\(number % 6),2024/05/0\(number % 9 + 1),\
        own-\(number % 20),\(shelf),"A review of several words,
        with a line break, for number \(number)."\n
        """
    }
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    var seconds: [Double] = []
    for round in 0..<7 {
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = ["import", "goodreads", file, "--data-dir", "\(folder)/import-\(round)"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let start = ContinuousClock.now
      try process.run()
      process.waitUntilExit()
      seconds.append((ContinuousClock.now - start) / .seconds(1))
      guard process.terminationStatus == 0 else { throw Problem.failed(process.terminationStatus) }
    }
    print(Figure("10000 rows from Goodreads, the whole process", seconds.median, "s").line)
  }

  private func shelf() async throws {
    let database = try SQLiteDatabase(path: "\(folder)/shelf.sqlite")
    try database.migrate(DatabaseKeyValueStore.migrations + BooksFeature.migrations)
    let store = DatabaseLibraryStores(database).store(of: .guest)
    try await store.change("filling") { records throws(StorageError) in
      for number in 0..<Self.books {
        let book = BookCopy(
          title: "The book with the number \(number)",
          authors: [AuthorName(name: "Author \(number % 700)")], year: 1900 + number % 100)
        try records.save(
          LibraryEntry(
            id: LibraryEntry.ID("entry-\(number)"), book: book, shelves: [.read],
            added: Date(timeIntervalSince1970: Double(number))))
      }
    }
    guard let plain = plain_open("\(folder)/plain.sqlite") else { throw Problem.notOpened }
    defer { plain_close(plain) }
    try await measure("opens", plain) { try await Self.page(store) }
    for (name, words) in [("a rare word", "4711"), ("a common word", "book")] {
      try await measure("filters by \(name)", plain) {
        try await Self.page(store, ShelfQuery(WordFilter(words)))
      }
    }
    try await measure("pages to its end", plain) {
      try await Self.page(store, from: Self.books - 40)
    }
  }

  private static func page(
    _ store: any LibraryStore, _ query: ShelfQuery = ShelfQuery(WordFilter()), from offset: Int = 0
  ) async throws {
    let page = try await store.read("reading a shelf", isLong: false) {
      reader throws(StorageError) in
      _ = try reader.counts()
      return try reader.entries(on: .read, query, offset: offset, limit: 20)
    }
    precondition(!page.items.isEmpty)
  }

  private func measure(
    _ name: String, _ plain: OpaquePointer, _ body: () async throws -> Void
  ) async throws {
    var (ratios, times): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.rounds {
      let clock = ContinuousClock()
      let scan = clock.measure { _ = plain_scan(plain) }.milliseconds
      let time = try await clock.measure(body).milliseconds
      ratios.append(time / scan * Double(PlainFigures.books) / Double(Self.books))
      times.append(time)
    }
    print(
      Figure(
        "a shelf of \(Self.books) books \(name)", ratios.median,
        "times plain C reading as many rows", atMost: 4, "\(times.median.short) ms"
      ).line)
  }
}
