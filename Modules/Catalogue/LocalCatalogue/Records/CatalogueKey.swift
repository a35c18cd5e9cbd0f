import Core

/// What a record is about.
enum CatalogueKind: Int64, Sendable {
  case work, author, edition

  /// The last letter of a numbered key.
  var letter: UInt8 {
    switch self {
    case .work: UInt8(ascii: "W")
    case .author: UInt8(ascii: "A")
    case .edition: UInt8(ascii: "M")
    }
  }
}

/// A record's key without its path: `OL45883W` is the number 45883, others are names.
enum CatalogueKey: Hashable, Sendable {
  case number(Int)
  case name(String)

  /// Names get numbers from here on; no key has so many digits.
  static let firstOfNames = 1_000_000_000_000

  /// Reads a key.
  init(_ key: UnsafeBufferPointer<UInt8>, _ kind: CatalogueKind) {
    guard key.count > 3, key.count <= 15, key[0] == UInt8(ascii: "O"),
      key[1] == UInt8(ascii: "L"), key[2] != UInt8(ascii: "0"), key[key.count - 1] == kind.letter
    else {
      self = .name(String(decoding: key, as: UTF8.self))
      return
    }
    var number = 0
    for byte in key[2..<(key.count - 1)] {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else {
        self = .name(String(decoding: key, as: UTF8.self))
        return
      }
      number = number * 10 + Int(digit)
    }
    self = .number(number)
  }

  /// Reads a key.
  init(_ key: String, _ kind: CatalogueKind) {
    var key = key
    self = key.withUTF8 { CatalogueKey($0, kind) }
  }

  /// The key of a number that is no name's.
  static func text(_ number: Int, _ kind: CatalogueKind) -> String {
    // Twelve digits and three letters: a String of fifteen bytes has no memory of its own.
    guard 0..<firstOfNames ~= number else { return "OL\(number)\(UnicodeScalar(kind.letter))" }
    return String(unsafeUninitializedCapacity: 15) { key in
      key[0] = UInt8(ascii: "O")
      key[1] = UInt8(ascii: "L")
      let end = DecimalText.write(number, to: key, at: 2)
      key[end] = kind.letter
      return end + 1
    }
  }
}

/// Finds the number of a key, and the key of a number, in one set of tables.
struct CatalogueNumbers {
  let slot: CatalogueSlot

  /// The number of a key, or nil where nobody has named it.
  func number(
    of key: CatalogueKey, _ kind: CatalogueKind, _ reader: any DatabaseReader
  ) throws(StorageError) -> Int? {
    switch key {
    case .number(let number): number
    case .name(let name):
      try reader.first(
        "SELECT id FROM names_\(slot.rawValue) WHERE kind = ? AND key = ?",
        [.integer(kind.rawValue), .text(name)]
      ) { row throws(StorageError) in try row.number(0) }
    }
  }

  /// The number of a key; one that is new gets the next.
  func makeNumber(
    for key: CatalogueKey, _ kind: CatalogueKind, _ transaction: any DatabaseTransaction
  ) throws(StorageError) -> Int {
    if let known = try number(of: key, kind, transaction) { return known }
    guard case .name(let name) = key else { return 0 }
    let last = try transaction.first("SELECT max(id) FROM names_\(slot.rawValue)") {
      row throws(StorageError) in row.integer(0)
    }
    let number = (last ?? nil).map { $0 &+ 1 } ?? CatalogueKey.firstOfNames
    try transaction.execute(
      "INSERT INTO names_\(slot.rawValue) VALUES (?, ?, ?)",
      [DatabaseValue(number), .integer(kind.rawValue), .text(name)])
    return number
  }

  /// The key of a number.
  func key(
    of number: Int, _ kind: CatalogueKind, _ reader: any DatabaseReader
  ) throws(StorageError) -> String {
    if number < CatalogueKey.firstOfNames { return CatalogueKey.text(number, kind) }
    let name = try reader.first(
      "SELECT key FROM names_\(slot.rawValue) WHERE id = ?", [DatabaseValue(number)]
    ) { row throws(StorageError) in try row.string(0) }
    guard let name else { throw .damaged("a key of the catalogue has no name") }
    return name
  }

  /// Where a chain of redirects leads.
  func target(
    of number: Int, _ kind: CatalogueKind, _ reader: any DatabaseReader
  ) throws(StorageError) -> Int {
    var number = number
    // A longer chain is a circle.
    for _ in 0..<5 {
      let next = try reader.first(
        "SELECT target FROM redirects_\(slot.rawValue) WHERE kind = ? AND id = ?",
        [.integer(kind.rawValue), DatabaseValue(number)]
      ) { row throws(StorageError) in try row.number(0) }
      guard let next else { return number }
      number = next
    }
    return number
  }
}
