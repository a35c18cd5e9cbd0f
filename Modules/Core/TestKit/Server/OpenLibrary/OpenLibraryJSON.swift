// Needs: Books

import Foundation

/// A JSON value, for answers whose shape varies.
indirect enum OpenLibraryJSON: Encodable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([Self])
  case object([String: Self])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }

  /// The encoded value, with sorted keys.
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)) ?? Data()
  }

  /// An array of strings.
  static func strings(_ values: [String]) -> Self { .array(values.map { .string($0) }) }

  /// An object that only names a key.
  static func key(_ key: String) -> Self { ["key": .string(key)] }

  /// Changes every string that isn't a key of a record.
  func mappingStrings(_ change: (String) -> String) -> Self {
    switch self {
    case .string(let text): text.hasPrefix("/") ? self : .string(change(text))
    case .array(let values): .array(values.map { $0.mappingStrings(change) })
    case .object(let values): .object(values.mapValues { $0.mappingStrings(change) })
    case .null, .bool, .number: self
    }
  }
}

extension OpenLibraryJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: Self...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, Self)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
