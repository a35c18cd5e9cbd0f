import Foundation
import Services

/// An item of an owner's list.
struct TemplateItem: Codable, Hashable, Identifiable, Sendable {
  /// Identifies the item in the owner's list.
  var id: Identifier<TemplateItem>
  /// The visible name, on one line.
  var name: String
  /// The text on the item's page; may be empty.
  var note: String
  /// When the item was added. Lists are in this order.
  var added: Date
  /// The order of items that were added at the same time; a store numbers new ones.
  var number: Int?

  /// The maximum number of items that an owner can add.
  static let maximumCount = 1000
  /// The largest number after which a store numbers new items; a damaged file may have a larger one.
  static let lastNumber = 1 << 39
  /// The maximum length of a name, in characters.
  static let maximumNameLength = 100
  /// The maximum length of a note, in characters.
  static let maximumNoteLength = 2000
  /// The maximum number of bytes of a character: one may have a million accents.
  static let maximumCharacterSize = 32
}
