import Core
import Services

/// One thing in an owner's list.
struct TemplateItem: Codable, Hashable, Identifiable, Sendable {
  /// Identifies the thing among the owner's.
  var id: Identifier<TemplateItem>
  /// What a person calls it.
  var name: String

  /// How many things a list has at most.
  static let maximumCount = 1000

  /// A name as it is kept: without space around it, and with one where there was more.
  static func name(from typed: String) -> String {
    typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
