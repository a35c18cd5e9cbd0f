import Catalogue
import Foundation

// The forms of values in Open Library's records.
extension RecordScanner {
  /// Reads a text that is a string or an object with a `value`.
  mutating func value() throws(Malformed) -> String? {
    guard startsObject() else { return try text() }
    var value: String?
    try object { (json, name) throws(Malformed) in
      if name.is("value") { value = try json.text() } else { try json.skip() }
    }
    return value
  }

  /// Reads the first texts of an array, each as one line.
  mutating func texts() throws(Malformed) -> [String] {
    guard startsArray() else {
      try skip()
      return []
    }
    var texts: [String] = []
    try array { (json) throws(Malformed) in
      guard texts.count < TextBounds.lines else { return try json.skip() }
      let text = try json.text()?.plainLine
      if let text, !text.isEmpty { texts.append(text) }
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

  /// Reads the codes of languages in an array's keys, such as `eng` of `/languages/eng`.
  mutating func languages(upTo limit: Int) throws(Malformed) -> [String] {
    guard startsArray() else {
      try skip()
      return []
    }
    var codes: [String] = []
    try array { (json) throws(Malformed) in
      guard json.startsObject() else { return try json.skip() }
      try json.object { (json, name) throws(Malformed) in
        guard name.is("key") else { return try json.skip() }
        guard let path = try json.plainBytes(), codes.count < limit else { return }
        let code = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
        if let code = String(decoding: code, as: UTF8.self).languageCode { codes.append(code) }
      }
    }
    return codes
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

  /// Reads the first cover; -1 stands for none.
  mutating func cover() throws(Malformed) -> Int? {
    guard startsArray() else {
      try skip()
      return nil
    }
    var cover: Int?
    try array { (json) throws(Malformed) in
      let number = try json.integer()
      if cover == nil, let number, number > 0, BookBounds.cover.contains(number) { cover = number }
    }
    return cover
  }

  /// Reads the year of a date in free text, if it is plausible for a book.
  mutating func year() throws(Malformed) -> Int? {
    try text().flatMap { PublicationYear.read($0.plainLine) }
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
