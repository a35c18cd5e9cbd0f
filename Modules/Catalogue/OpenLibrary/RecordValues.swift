import Catalogue

// The values of records, bounded as they are decoded. A missing value, null and a value of another type are
// nil: one odd record hides no others. Only text that isn't JSON and a missing list of records are errors.

/// A value that may be missing from its object.
protocol MissingValue: Decodable {
  /// Creates the missing value.
  init()
}

/// A value, or nil for one of another type.
@propertyWrapper struct RecordValue<Value: Decodable>: MissingValue {
  var wrappedValue: Value?

  /// - Throws: for text that isn't JSON, as some of it is only found here.
  init(from decoder: any Decoder) throws {
    do {
      wrappedValue = try Value(from: decoder)
    } catch let error as DecodingError {
      if case .dataCorrupted = error { throw error }
    }
  }

  init() {}
}

/// A text on one line, or nil for one without a visible character.
@propertyWrapper struct RecordLine: MissingValue {
  var wrappedValue: String?

  init(from decoder: any Decoder) throws {
    wrappedValue = try RecordValue<String>(from: decoder).wrappedValue?.plainLine.ifVisible
  }

  init() {}
}

/// A path such as `/works/OL1W`, or nil for one whose last component is not a valid key.
@propertyWrapper struct RecordPath: MissingValue {
  var wrappedValue: String?

  init(from decoder: any Decoder) throws {
    guard let path = try RecordValue<String>(from: decoder).wrappedValue else { return }
    let isValid = (try? CatalogueReference.checkedKey(path.lastComponent)) != nil
    wrappedValue = isValid ? path : nil
  }

  init() {}
}

/// The first texts of a list, each on one line; without those that have no visible character.
@propertyWrapper struct RecordTexts: MissingValue {
  var wrappedValue: [String]?

  init(from decoder: any Decoder) throws {
    wrappedValue = try RecordColumn(from: decoder).wrappedValue?.filter { !$0.isEmpty }
  }

  init() {}
}

/// The first texts of a list, each on one line and at its position: the texts of another list belong to
/// them. A value of another type is an empty text.
@propertyWrapper struct RecordColumn: MissingValue {
  var wrappedValue: [String]?

  init(from decoder: any Decoder) throws {
    guard let list = try? decoder.unkeyedContainer() else { return }
    wrappedValue = try list.first(TextBounds.lines).map { (text: String?) in
      text?.plainLine ?? ""
    }
  }

  init() {}
}

/// The first items of a list, without those of another type.
@propertyWrapper struct RecordItems<Item: Decodable>: MissingValue {
  var wrappedValue: [Item]?

  init(from decoder: any Decoder) throws {
    guard let list = try? decoder.unkeyedContainer() else { return }
    wrappedValue = try list.first(TextBounds.lines).compactMap(\.self)
  }

  init() {}
}

/// A number, or nil for one out of range.
@propertyWrapper struct RecordNumber<Bounds: RecordBounds.Number>: MissingValue {
  var wrappedValue: Int?

  init(from decoder: any Decoder) {
    wrappedValue = Bounds.kept(try? Int(from: decoder))
  }

  init() {}
}

/// The first records of an answer, with nil for one that can't be read: the next page begins behind all of
/// them.
@propertyWrapper struct RecordList<Record: Decodable>: Decodable {
  var wrappedValue: [Record?]

  init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.unkeyedContainer().first(RecordBounds.records)
  }
}

extension UnkeyedDecodingContainer {
  /// Decodes the first items of a list, with nil for one of another type; the others are not looked at.
  fileprivate func first<Item: Decodable>(_ count: Int) throws -> [Item?] {
    var list = self
    var items: [Item?] = []
    while !list.isAtEnd, items.count < count {
      items.append(try list.decode(RecordValue<Item>.self).wrappedValue)
    }
    return items
  }
}

extension RecordValue: Sendable where Value: Sendable {}
extension RecordList: Sendable where Record: Sendable {}
extension RecordItems: Sendable where Item: Sendable {}

// The decoder that the compiler synthesizes for a struct calls `decode` for each value, also for a missing one.
extension KeyedDecodingContainer {
  func decode<Value: MissingValue>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decodeIfPresent(type, forKey: key) ?? Value()
  }
}
