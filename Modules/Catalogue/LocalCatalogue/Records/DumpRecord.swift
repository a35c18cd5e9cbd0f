/// The record of one line of a dump, with the values that the catalogue stores.
///
/// The format is described at https://openlibrary.org/developers/dumps: type, key, revision, time
/// and JSON, separated by tabs. A line with only the JSON is accepted, too.
enum DumpRecord: Sendable {
  case work(Work)
  case author(Author)
  case edition(Edition)
  /// A key that was replaced by another one.
  case redirect(CatalogueKind, from: CatalogueKey, to: CatalogueKey)
  case deleted(CatalogueKind, CatalogueKey)
  /// A record that belongs to no book: a page, an editor, a list, or an edition without a work.
  case other

  struct Work: Sendable {
    var key: CatalogueKey
    var title: String
    var authors: [CatalogueKey] = []
    var year: Int?
    var cover: Int?
    var subjects: [String] = []
    var summary: String?
  }

  struct Author: Sendable {
    var key: CatalogueKey
    var name: String
    var otherNames: [String] = []
    var born: String?
    var died: String?
    var biography: String?
  }

  struct Edition: Sendable {
    var key: CatalogueKey
    var work: CatalogueKey
    var title: String?
    var year: Int?
    var languages: [String] = []
    var pages: Int?
    var cover: Int?
  }

  /// Parses a line.
  init(line: UnsafeBufferPointer<UInt8>) throws(DumpProblem) {
    guard let first = line.first else { throw .columns }
    if first == UInt8(ascii: "{") {
      try self.init(type: nil, key: nil, json: line)
      return
    }
    var columns: [UnsafeBufferPointer<UInt8>] = []
    columns.reserveCapacity(4)
    var start = 0
    for index in line.indices where line[index] == UInt8(ascii: "\t") {
      columns.append(UnsafeBufferPointer(rebasing: line[start..<index]))
      start = index + 1
      if columns.count == 4 { break }
    }
    guard columns.count == 4 else { throw .columns }
    try self.init(
      type: MemberName(bytes: columns[0]), key: columns[1],
      json: UnsafeBufferPointer(rebasing: line[start...]))
  }

  private init(
    type: MemberName?, key: UnsafeBufferPointer<UInt8>?, json: UnsafeBufferPointer<UInt8>
  ) throws(DumpProblem) {
    let fields: RecordFields?
    let wanted = type.map { RecordFields.isKnown($0) } ?? true
    guard wanted else {
      self = .other
      return
    }
    do throws(RecordScanner.Malformed) {
      var scanner = RecordScanner(json)
      fields = try RecordFields(&scanner)
      guard scanner.isAtEnd else { throw RecordScanner.Malformed() }
    } catch { throw .malformed }
    guard var fields else { throw .malformed }
    if let key { fields.key = RecordFields.Reference(path: key) }
    if let type { fields.type = RecordFields.Kind(type) }
    self = try fields.record()
  }
}

/// The reason why a line was rejected.
package enum DumpProblem: UInt8, Error, Hashable, Sendable {
  /// The line has not five columns.
  case columns
  /// The JSON is invalid, or not UTF-8.
  case malformed
  /// The key is missing or does not fit the type.
  case key
  /// A work without a title, or an author without a name.
  case nameless
  /// A redirect without a target.
  case target
  /// The line is too long.
  case length
}

/// Reads the lines of a dump for `make bench`, which compares this reader with `JSONDecoder`. Dumps
/// of forty million lines are the reason for our own reader.
@_spi(Figures) public enum RecordLines {
  /// Reads all lines and returns the number of records.
  public static func records(in text: [UInt8]) -> Int {
    text.withUnsafeBufferPointer { bytes in
      bytes.split(separator: UInt8(ascii: "\n")).count { line in
        (try? DumpRecord(line: UnsafeBufferPointer(rebasing: line))) != nil
      }
    }
  }
}
