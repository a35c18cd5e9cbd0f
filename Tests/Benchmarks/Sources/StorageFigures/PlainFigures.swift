import Services
import Figures
import Foundation
import PlainStorage
import SQLiteStorage

/// The same reads and writes by the app's database and by plain C, in turns on one file.
struct PlainFigures {
  private static let rounds = 9
  static let keys = 500
  static let size = 10_240
  static let books = 100_000

  private struct Book {
    let id: Int
    let title: String
    let year: Int?
    let rating: Int?
  }

  private enum Problem: Error { case notOpened }

  let folder: String

  func run() throws {
    plain_keep_memory()
    let path = "\(folder)/plain.sqlite"
    let database = try SQLiteDatabase(path: path)
    try fill(database)
    guard let plain = plain_open(path) else { throw Problem.notOpened }
    defer { plain_close(plain) }
    try print(
      "get 10 KB", 4000, atMost: 1.3, { _ = plain_get(plain, 4000, Int32(Self.keys)) },
      { try get(database, 4000) })
    try print(
      "put 10 KB, each in a transaction", 200, atMost: 1.3,
      { _ = plain_put(plain, 200, Int32(Self.keys), Int32(Self.size), 0) },
      { try put(database, 200, inOne: false) })
    try print(
      "put 10 KB, in one transaction", 2000, atMost: 1.15,
      { _ = plain_put(plain, 2000, Int32(Self.keys), Int32(Self.size), 1) },
      { try put(database, 2000, inOne: true) })
    try print(
      "scan rows into structs", Self.books, atMost: 1.3, { _ = plain_scan(plain) },
      { try scan(database) })
  }

  private func print(
    _ name: String, _ count: Int, atMost goal: Double, _ plain: () -> Void,
    _ ours: () throws -> Void
  ) rethrows {
    plain()
    try ours()
    var (ratios, milliseconds): ([Double], [Double]) = ([], [])
    let clock = ContinuousClock()
    for _ in 0..<Self.rounds {
      // The second one benefits from caches and the log, so the order alternates.
      var times = (plain: clock.measure(plain), ours: try clock.measure(ours))
      times.ours += try clock.measure(ours)
      times.plain += clock.measure(plain)
      ratios.append(times.ours / times.plain)
      milliseconds.append(times.ours.milliseconds / 2)
    }
    Swift.print(
      Figure(
        name, ratios.median, "times plain C", atMost: goal,
        "\(milliseconds.median.short) ms for \(count)"
      ).line)
  }

  private func fill(_ database: SQLiteDatabase) throws {
    try database.migrate(
      DatabaseKeyValueStore.migrations + [
        Migration(
          "books", "books",
          [
            """
            CREATE TABLE books (
              id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER, rating INTEGER) STRICT
            """
          ])
      ])
    try put(database, Self.keys, inOne: true)
    try database.write("filling") { transaction throws(StorageError) in
      for number in 0..<Self.books {
        try transaction.execute(
          "INSERT INTO books VALUES (?, ?, ?, ?)",
          [
            DatabaseValue(number), .text("The book with the number \(number)"),
            DatabaseValue(1500 + number % 500), DatabaseValue(number % 6),
          ])
      }
    }
  }

  private func get(_ database: SQLiteDatabase, _ count: Int) throws {
    for number in 0..<count {
      let value = try database.read("reading") { reader throws(StorageError) in
        try reader.first(
          "SELECT value FROM key_values WHERE key = ?", [.text("key/\(number % Self.keys)")]
        ) { row throws(StorageError) in try row.data(0) }
      }
      precondition(value?.count == Self.size)
    }
  }

  /// SQLite writes no page for an unchanged value, so each row has a different stamp.
  private struct Stamped {
    private(set) var value = Data(repeating: 7, count: PlainFigures.size)
    private var stamp: UInt64

    /// Starts with a random stamp.
    init() { stamp = UInt64.random(in: 0...UInt64.max) }

    mutating func next() {
      stamp &+= 1
      value.withUnsafeMutableBytes { [stamp] in $0.storeBytes(of: stamp, as: UInt64.self) }
    }
  }

  private func put(_ database: SQLiteDatabase, _ count: Int, inOne: Bool) throws {
    let put: @Sendable (any DatabaseTransaction, Int, Data) throws(StorageError) -> Void = {
      transaction, number, value throws(StorageError) in
      try transaction.execute(
        "INSERT INTO key_values VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2",
        [.text("key/\(number % Self.keys)"), .blob(value)])
    }
    if inOne {
      try database.write("writing") { transaction throws(StorageError) in
        var stamped = Stamped()
        for number in 0..<count {
          stamped.next()
          try put(transaction, number, stamped.value)
        }
      }
    } else {
      var stamped = Stamped()
      for number in 0..<count {
        stamped.next()
        let value = stamped.value
        try database.write("writing") { transaction throws(StorageError) in
          try put(transaction, number, value)
        }
      }
    }
  }

  private func scan(_ database: SQLiteDatabase) throws {
    let count = try database.read("reading") { reader throws(StorageError) in
      try reader.rows("SELECT id, title, year, rating FROM books") { row throws(StorageError) in
        Book(
          id: try row.number(0), title: try row.string(1), year: row.integer(2),
          rating: row.integer(3))
      }.count
    }
    precondition(count == Self.books)
  }
}
