public import Services

/// A shelf of the reader's.
public struct Shelf: Codable, Hashable, Sendable, Identifiable {
  /// Identifies the shelf.
  public let id: Identifier<Shelf>
  /// The name of a shelf of the reader's own; empty for the three that everybody has.
  public var name: String

  /// Creates a shelf.
  public init(id: Identifier<Shelf>, name: String) {
    self.id = id
    self.name = name
  }

  /// Whether the shelf is the reader's own, and not one of the three that everybody has.
  public var isOwn: Bool { !Shelf.standard.contains(id) }

  /// The shelf for books to read some day, which everybody has.
  public static let wantToRead = Shelf(id: .wantToRead, name: "")
  /// The shelf for books being read, which everybody has.
  public static let reading = Shelf(id: .reading, name: "")
  /// The shelf for books that were read, which everybody has.
  public static let read = Shelf(id: .read, name: "")

  /// The shelves that everybody has, in the order of a reading life. A book is on one at most.
  public static let standard: [Shelf.ID] = [.wantToRead, .reading, .read]
  /// The number of own shelves that everybody may make.
  public static let freeCount = 3
  /// The length of the longest name, in characters.
  public static let maximumNameLength = 60
}

extension Identifier where Subject == Shelf {
  /// Books to read some day.
  public static let wantToRead: Self = "want-to-read"
  /// Books being read.
  public static let reading: Self = "reading"
  /// Books that were read.
  public static let read: Self = "read"
}
