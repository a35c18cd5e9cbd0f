/// The limits of a record's texts, in a dump and in an answer. A longer text ends with “…”, and
/// a longer list is cut.
package enum TextBounds {
  /// The length of a text on one line, in characters of Unicode.
  package static let line = 1000
  /// The length of a text with paragraphs, in characters of Unicode.
  package static let text = 8000
  /// The number of texts in a list.
  package static let lines = 60
}
