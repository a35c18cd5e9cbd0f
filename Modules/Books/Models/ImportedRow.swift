import Catalogue
import Goodreads

/// A row of an imported file, byte for byte, including values that the app does not show, so that
/// the file can be exported again.
public struct ImportedRow: Hashable, Sendable {
  /// The entry of the row.
  var entry: LibraryEntry.ID
  /// The index among all rows, in the order of the files.
  var position: Int
  /// The first row of the file, with the names of the columns.
  var header: String
  /// The row, without the line ending.
  var text: String

  /// Returns whether both are equal byte for byte; equal strings may encode accents differently.
  func says(header: String, text: String) -> Bool {
    self.text.utf8.elementsEqual(text.utf8) && self.header.utf8.elementsEqual(header.utf8)
  }
}

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
