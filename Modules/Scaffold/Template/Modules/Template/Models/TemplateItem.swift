import Core
import Services

/// An item of an owner's list.
struct TemplateItem: Codable, Hashable, Identifiable, Sendable {
  /// Identifies the item in the owner's list.
  var id: Identifier<TemplateItem>
  /// The visible name.
  var name: String

  /// The maximum number of items of a list.
  static let maximumCount = 1000

  /// Returns a name with normalized white space.
  static func name(from typed: String) -> String {
    typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
