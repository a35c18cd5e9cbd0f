import Foundation

// The forms of values in Open Library's records.
extension RecordScanner {
  /// Reads a text that is a string or an object with a `value`.
  mutating func value(upTo limit: Int) throws(Malformed) -> String? {
    guard startsObject() else { return try text(upTo: limit) }
    var value: String?
    try object { (json, name) throws(Malformed) in
      if name.is("value") { value = try json.text(upTo: limit) } else { try json.skip() }
    }
    return value
  }

  /// Reads the texts of an array, each as one line.
  mutating func texts(upTo limit: Int) throws(Malformed) -> [String] {
    guard startsArray() else {
      try skip()
      return []
    }
    var texts: [String] = []
    try array { (json) throws(Malformed) in
      guard texts.count < limit else { return try json.skip() }
      if let text = try json.text(upTo: 200)?.onOneLine, !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  /// Reads the keys of an array: `{"key": ...}`, or `{"author": {"key": ...}}`, or only the text.
  mutating func references(upTo limit: Int) throws(Malformed) -> [RecordFields.Reference] {
    guard startsArray() else {
      try skip()
      return []
    }
    var found: [RecordFields.Reference] = []
    try array { (json) throws(Malformed) in
      let reference = try json.reference()
      if let reference, found.count < limit { found.append(reference) }
    }
    return found
  }

  private mutating func reference() throws(Malformed) -> RecordFields.Reference? {
    guard startsObject() else {
      return try plainBytes().flatMap { RecordFields.Reference(path: $0) }
    }
    var found: RecordFields.Reference?
    try object { (json, name) throws(Malformed) in
      if name.is("key") || name.is("author") {
        found = try json.reference() ?? found
      } else {
        try json.skip()
      }
    }
    return found
  }

  /// Reads the last components of an array's keys, such as `eng` of `/languages/eng`.
  mutating func names(upTo limit: Int) throws(Malformed) -> [String] {
    guard startsArray() else {
      try skip()
      return []
    }
    var names: [String] = []
    try array { (json) throws(Malformed) in
      guard json.startsObject() else { return try json.skip() }
      try json.object { (json, name) throws(Malformed) in
        guard name.is("key") else { return try json.skip() }
        guard let path = try json.plainBytes(), names.count < limit else { return }
        let code = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
        // MARC codes have three letters.
        let isCode = code.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        if code.count == 3, isCode { names.append(String(decoding: code, as: UTF8.self)) }
      }
    }
    return names
  }

  /// Reads the type of a record: `{"key": "/type/work"}`.
  mutating func type() throws(Malformed) -> RecordFields.Kind? {
    guard startsObject() else {
      try skip()
      return nil
    }
    var type: RecordFields.Kind?
    try object { (json, name) throws(Malformed) in
      guard name.is("key") else { return try json.skip() }
      type = try json.plainBytes().map { RecordFields.Kind(MemberName(bytes: $0)) }
    }
    return type
  }

  /// Reads the first cover; -1 stands for a deleted picture.
  mutating func cover() throws(Malformed) -> Int? {
    guard startsArray() else {
      try skip()
      return nil
    }
    var isFirst = true
    var cover: Int?
    try array { (json) throws(Malformed) in
      let number = try json.integer()
      if isFirst, let number, number > 0 { cover = number }
      isFirst = false
    }
    return cover
  }

  /// Reads the year of a date in free text, if it is plausible for a book.
  mutating func year() throws(Malformed) -> Int? {
    try text(upTo: 100).flatMap { PublicationYear.read($0) }
  }
}

/// The name of an object's member, as bytes of the text.
struct MemberName {
  let bytes: UnsafeBufferPointer<UInt8>

  /// Returns whether it equals this name.
  func `is`(_ name: StaticString) -> Bool {
    guard let start = bytes.baseAddress, bytes.count == name.utf8CodeUnitCount else { return false }
    return memcmp(start, name.utf8Start, bytes.count) == 0
  }
}

extension String {
  /// The text without line breaks, which separate the items of stored lists.
  var onOneLine: String {
    guard utf8.contains(where: { $0 < 0x20 }) else { return self }
    return String(map { $0.isNewline || $0 == "\0" ? " " : $0 })
  }

  /// The text without white space before and after it.
  var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}

/// The year in a date in free text: `1869`, `8 June 1949`, `411 BC`.
///
/// A number with fewer than four digits is a year only if the text has nothing else but an era and a
/// `c.`: in `12/25/98` and `197-?` it is another number, or a part of one.
enum PublicationYear {
  /// The texts before and after a year with fewer than four digits, without spaces and dots.
  private static let beginnings: Set<String> = ["", "-", "c", "ca", "circa"]
  private static let eras: Set<String> = ["", "ad", "ce", "bc", "bce"]

  /// Returns the year of a date, if it is plausible for a book. Years before the common era are
  /// negative.
  static func read(_ date: String) -> Int? {
    // Most dates are nothing but a year; `make bench` measures it with the lines of a dump.
    if date.utf8.count == 4, let year = Int(date) { return plausible(year) }
    var rest = date.utf8[...]
    while let start = rest.firstIndex(where: isDigit) {
      let digits = rest[start...].prefix(while: isDigit)
      rest = rest[digits.endIndex...]
      let (before, count) = (date.utf8[..<start], digits.count)
      if count > 4 { continue }
      let word = rest.drop(while: { $0 == UInt8(ascii: " ") }).prefix(while: isLetterOrDot)
      let era = plain(count == 4 ? word : rest)
      if count < 4, !beginnings.contains(plain(before)) || !eras.contains(era) { continue }
      let isBeforeChrist = before.elementsEqual("-".utf8) || era == "bc" || era == "bce"
      let number = digits.reduce(0) { $0 * 10 + Int($1 & 0xF) }
      if let year = plausible(isBeforeChrist ? -number : number) { return year }
    }
    return nil
  }

  private static func plausible(_ year: Int) -> Int? {
    year != 0 && YearTokens.plausible.contains(year) ? year : nil
  }

  /// Returns a part of a date in lower case, without spaces and dots.
  private static func plain(_ text: Substring.UTF8View) -> String {
    let bytes = text.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ".") }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func isLetterOrDot(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: ".")
  }
}
