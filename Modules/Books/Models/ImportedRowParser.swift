import Goodreads

/// Parses imported rows. A header, which many rows share, is parsed only once if it can be read.
struct ImportedRowParser {
  private var headers: [String: GoodreadsHeader] = [:]

  /// Returns the parsed row; nil if its header can't be read, or if it does not fit its header.
  mutating func row(_ stored: ImportedRow) -> GoodreadsRow? {
    if headers[stored.header] == nil { headers[stored.header] = GoodreadsHeader(stored.header) }
    return headers[stored.header].flatMap {
      GoodreadsRow(line: 0, header: $0, text: stored.text)
    }
  }
}
