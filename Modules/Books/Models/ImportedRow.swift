import Catalogue

/// A row of an imported file, byte for byte, including values that the app does not show, so that
/// the file can be exported again.
public struct ImportedRow: Hashable, Sendable {
  /// The entry of the row.
  public var entry: LibraryEntry.ID
  /// The index among all rows, in the order of the files.
  public var position: Int
  /// The first row of the file, with the names of the columns.
  public var header: String
  /// The row, without the line ending.
  public var text: String

  /// Creates a row.
  public init(entry: LibraryEntry.ID, position: Int, header: String, text: String) {
    self.entry = entry
    self.position = position
    self.header = header
    self.text = text
  }

  /// Returns whether both are equal byte for byte; equal strings may encode accents differently.
  func says(header: String, text: String) -> Bool {
    self.text.utf8.elementsEqual(text.utf8) && self.header.utf8.elementsEqual(header.utf8)
  }
}
