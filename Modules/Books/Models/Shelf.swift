import Core
public import Services

/// A shelf of the reader.
public struct Shelf: Codable, Hashable, Sendable, Identifiable {
  /// Identifies the shelf.
  public let id: Identifier<Shelf>
  /// The name of a custom shelf; empty for the standard shelves.
  var name: String

  var isOwn: Bool { !Shelf.standardIDs.contains(id) }

  /// The standard shelf for books to read some day.
  static let wantToRead = Shelf(id: .wantToRead, name: "")
  /// The standard shelf for books being read.
  static let reading = Shelf(id: .reading, name: "")
  /// The standard shelf for finished books.
  static let read = Shelf(id: .read, name: "")

  /// The standard shelves, in the order of reading. A book is on at most one.
  static let standard: [Shelf] = [.wantToRead, .reading, .read]
  /// The identifiers of the standard shelves, in the order of reading.
  static let standardIDs: [Shelf.ID] = standard.map(\.id)
  /// The number of custom shelves without a membership.
  static let freeCount = 3
  /// The maximum length of a name, in characters.
  static let maximumNameLength = 60

  /// The names of the standard shelves in Goodreads' files.
  static let goodreadsNames: [(name: String, shelf: Shelf.ID)] = [
    ("to-read", .wantToRead), ("currently-reading", .reading), ("read", .read),
  ]

  /// Returns the standard shelf with this name in Goodreads' files, or nil.
  static func inGoodreads(_ name: String) -> Shelf.ID? {
    let name = name.lowercased()
    return goodreadsNames.first { $0.name == name }?.shelf
  }

  /// Returns the name that a reader types, with single spaces.
  static func name(typed text: String) throws(ReadableName.Problem) -> String {
    singleSpaced(try ReadableName(text, limit: maximumNameLength).text)
  }

  /// Returns a name with one space for each run of white space, so that two names that differ also look different.
  static func singleSpaced(_ name: String) -> String {
    name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the text by which names are compared: without the case of letters, and with single spaces.
  static func key(of name: String) -> String { singleSpaced(name).lowercased() }

  /// Returns a stored name, shortened if it has more bytes than a name that can be typed.
  static func shortened(_ name: String) -> String {
    guard name.utf8.count > maximumNameLength * 32 else { return name }
    return String(name.unicodeScalars.prefix(maximumNameLength))
  }
}

extension Identifier where Subject == Shelf {
  static let wantToRead: Self = "want-to-read"
  static let reading: Self = "reading"
  /// Finished books.
  public static let read: Self = "read"
}
