import Catalogue
import Goodreads

/// What a file said of an entry when it was brought in, byte for byte: what the app shows and what it
/// does not, so that the file can be written again.
public struct ImportedRow: Hashable, Sendable {
  /// The entry that was made of it, or that it belongs to.
  public var entry: LibraryEntry.ID
  /// Its place among all rows, in the order of the files.
  public var position: Int
  /// The file's first row, which names the columns.
  public var header: String
  /// The row, without the end of the line.
  public var text: String

  /// Creates a row.
  public init(entry: LibraryEntry.ID, position: Int, header: String, text: String) {
    self.entry = entry
    self.position = position
    self.header = header
    self.text = text
  }

  /// The row by its columns; nil where it does not fit its header.
  ///
  /// - Parameter header: what ``header`` says.
  func row(_ header: GoodreadsHeader) -> GoodreadsRow? {
    GoodreadsRow(line: 0, header: header, text: text)
  }

  /// Whether both say the same in the same bytes; equal texts may differ in how accents are written.
  func says(header: String, text: String) -> Bool {
    self.text.utf8.elementsEqual(text.utf8) && self.header.utf8.elementsEqual(header.utf8)
  }
}
