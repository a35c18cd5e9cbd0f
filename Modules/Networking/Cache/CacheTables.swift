import Foundation
import HTTP
import Services

/// The tables of the cache.
///
/// A row is a response. `used` is the turn of its last use, not a time, because clocks go back. The
/// state is the sum of the sizes, the last turn, and the turn in which responses were last cleared, which
/// is a random number before the first clearing. The changes are the turns in which an unsafe request last
/// changed what an origin answers to an owner.
enum CacheTables {
  /// Schema migrations, oldest first.
  static let migrations = [
    Migration(
      "http-cache", "responses",
      [
        """
        CREATE TABLE http_cache_responses (
          number INTEGER PRIMARY KEY,
          owner TEXT NOT NULL,
          url TEXT NOT NULL,
          kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
          selection TEXT NOT NULL,
          status INTEGER NOT NULL CHECK (status BETWEEN 200 AND 599),
          reason TEXT NOT NULL,
          fields TEXT NOT NULL,
          requested REAL NOT NULL,
          received REAL NOT NULL,
          used INTEGER NOT NULL,
          size INTEGER NOT NULL CHECK (size >= 0),
          length INTEGER NOT NULL CHECK (length >= 0),
          body BLOB NOT NULL,
          UNIQUE (owner, url, kind, selection)
        ) STRICT
        """,
        "CREATE INDEX http_cache_responses_used ON http_cache_responses (used, size)",
        """
        CREATE TABLE http_cache_state (
          number INTEGER PRIMARY KEY CHECK (number = 1),
          size INTEGER NOT NULL,
          turn INTEGER NOT NULL
        ) STRICT
        """,
        "INSERT INTO http_cache_state VALUES (1, 0, 0)",
      ]),
    Migration(
      "http-cache", "clearing",
      ["ALTER TABLE http_cache_state ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0"]),
    Migration(
      "http-cache", "decoding",
      [
        invalidRows,
        // Of earlier rows it is not known; decoded ones answer no ranges.
        """
        ALTER TABLE http_cache_responses
        ADD COLUMN decoded INTEGER NOT NULL DEFAULT 1 CHECK (decoded IN (0, 1))
        """,
      ]),
    Migration(
      "http-cache", "changes",
      [
        """
        CREATE TABLE http_cache_changes (
          owner TEXT NOT NULL,
          origin TEXT NOT NULL,
          turn INTEGER NOT NULL,
          PRIMARY KEY (owner, origin)
        ) STRICT
        """
      ]),
    Migration(
      "http-cache", "first clearing",
      [
        // A number that no other file has: what was requested before a file was deleted is not stored in a new one.
        "UPDATE http_cache_state SET cleared = abs(random() % 1152921504606846976) + 1"
      ]),
    Migration(
      "http-cache", "superseding",
      [
        "\(invalidRows) OR decoded NOT IN (0, 1) OR decoded IS NULL",
        """
        ALTER TABLE http_cache_responses
        ADD COLUMN superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1))
        """,
      ]),
  ]

  /// Deletes the rows with values that the table refuses, before a column whose CHECK makes SQLite check all rows.
  private static let invalidRows = """
    DELETE FROM http_cache_responses
    WHERE kind NOT IN (0, 1) OR status NOT BETWEEN 200 AND 599 OR size < 0 OR length < 0
      OR owner || url || kind || selection || status || reason || fields || requested || received
        || used || size || length IS NULL OR body IS NULL
    """

  /// The columns of a ``Row``.
  static let columns =
    "number, kind, selection, status, reason, fields, requested, received, decoded, superseded"

  /// The largest header that is stored, in bytes.
  static let maximumHeaderSize = 64 << 10
  /// The most responses of one URL.
  static let maximumVariants = 32
  /// The most origins whose changes are noted. One more counts as a clearing of them all.
  static let maximumChanges = 64

  /// A row as it is stored, so that it is decoded after the database has been left.
  struct Row: Sendable {
    let number: Int
    let kind: Int
    let selection: String
    let status: Int
    let reason: String
    let fields: Data
    let requested: Date
    let received: Date
    let isDecoded: Bool
    let isSuperseded: Bool

    init(_ row: any DatabaseRow) throws(StorageError) {
      number = try row.number(0)
      kind = try row.number(1)
      selection = try row.string(2)
      status = try row.number(3)
      reason = try row.string(4)
      fields = try row.data(5)
      requested = try row.time(6)
      received = try row.time(7)
      isDecoded = try row.number(8) != 0
      isSuperseded = try row.number(9) != 0
    }
  }

  /// Decodes a row, or returns nil for a damaged one.
  static func response(_ row: Row) -> StoredResponse? {
    guard let kind = StoredResponse.Kind(rawValue: row.kind),
      let selection = CacheSelection(text: row.selection), let fields = fields(row.fields),
      (200...599).contains(row.status), HTTPField.isValidValue(row.reason)
    else { return nil }
    let response = StoredResponse(
      number: row.number, kind: kind, selection: selection,
      status: HTTPResponse.Status(code: row.status, reasonPhrase: row.reason), fields: fields,
      isDecoded: row.isDecoded, isSuperseded: row.isSuperseded, requested: row.requested,
      received: row.received)
    return response.isWhole || response.contentRange != nil ? response : nil
  }

  /// The fields in lines.
  static func text(_ fields: HTTPFields) -> String {
    fields.map { "\($0.name.rawName): \($0.value)" }.joined(separator: "\n")
  }

  /// Reads lines of fields, or returns nil for damaged ones.
  private static func fields(_ lines: Data) -> HTTPFields? {
    guard lines.count <= 2 * maximumHeaderSize else { return nil }
    var fields = HTTPFields()
    for line in Array(lines).split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
      else { return nil }
      let field = HTTPField(
        name: name, value: String(decoding: line[(colon + 1)...].dropFirst(), as: UTF8.self))
      // Another value than the stored one was not written by this cache.
      guard !line.contains(UInt8(ascii: "\r")), !line.contains(0),
        field.value.utf8.count == max(0, line.count - name.rawName.utf8.count - 2)
      else {
        return nil
      }
      fields.append(field)
    }
    return fields
  }

  /// Whether a body is the one that a row was stored with: of the row's length, and of the
  /// announced one; a part is at most as long as its place.
  static func isIntact(_ body: Data, length: Int, of response: StoredResponse) -> Bool {
    guard body.count == length, response.contentRange.map({ body.count <= $0.count }) ?? true
    else { return false }
    return response.kind == .head || response.hasFittingLength(body.count)
  }
}

extension StoredResponse {
  /// Whether a number of bytes is the one that `Content-Length` announces, perhaps repeatedly (RFC 9110, section
  /// 8.6).
  ///
  /// With `Content-Encoding` it may be another one: the transport has decoded the body.
  func hasFittingLength(_ count: Int) -> Bool {
    if fields.contains(.contentEncoding) { return true }
    return fields[values: .contentLength].allSatisfy { line in
      line.split(separator: ",", omittingEmptySubsequences: false)
        .allSatisfy { ByteRange.number($0.trimmingBlanks) == count }
    }
  }
}
