import Services

extension Database {
  /// Returns the texts in the first column of a query.
  func texts(_ sql: String) throws(StorageError) -> [String] {
    try read("reading") { reader throws(StorageError) in
      try reader.rows(sql) { row throws(StorageError) in try row.string(0) }
    }
  }

  /// Returns the number in the first row of a query, or nil without rows.
  func number(_ sql: String) throws(StorageError) -> Int? {
    try read("reading") { reader throws(StorageError) in
      try reader.first(sql) { row throws(StorageError) in try row.number(0) }
    }
  }

  /// Runs statements in one transaction.
  func run(_ statements: String...) throws(StorageError) {
    try write("changing") { transaction throws(StorageError) in
      for sql in statements { try transaction.execute(sql) }
    }
  }
}

extension CalendarDate {
  /// The day of most tests: 2026-11-20.
  static let test = CalendarDate(daysSince1970: 20_777)
}
