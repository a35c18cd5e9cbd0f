/// A change of the library that can be undone or redone, as screens show it.
public struct LibraryChange: Hashable, Sendable {
  /// The kind of change, for the text of a screen.
  public enum Kind: Codable, Hashable, Sendable {
    /// A book was added to a shelf.
    case added(to: Shelf)
    /// Books were put on a shelf.
    case moved(to: Shelf)
    /// Books were removed from a shelf; nil for the library.
    case removed(from: Shelf?)
    /// Books were rated; nil for a removed rating.
    case rated(Rating?)
    /// An entry was edited.
    case edited
    /// The progress was recorded.
    case progressed(ReadingProgress)
    /// A shelf was created.
    case made(Shelf)
    /// A shelf was renamed.
    case renamed(from: String, to: String)
    /// A shelf was deleted.
    case deleted(Shelf)

    /// Whether a shelf was created, renamed or deleted.
    var isOfShelf: Bool {
      switch self {
      case .made, .renamed, .deleted: true
      default: false
      }
    }
  }

  /// An entry before and after a change; nil if missing.
  public struct Difference: Hashable, Sendable {
    /// The entry before the change.
    public let before: LibraryEntry?
    /// The entry after the change.
    public let after: LibraryEntry?

    /// Creates a difference of one entry.
    public init(before: LibraryEntry?, after: LibraryEntry?) {
      self.before = before
      self.after = after
    }

    /// The entry's identifier.
    var id: LibraryEntry.ID? { (after ?? before)?.id }
    /// The book's title.
    var title: String { (after ?? before)?.book.title ?? "" }
  }

  /// A custom shelf before and after a change.
  public struct ShelfDifference: Codable, Hashable, Sendable {
    /// The shelf before the change; nil for a new shelf.
    public let before: Shelf?
    /// The shelf after the change; nil for a deleted shelf.
    public let after: Shelf?
    /// The place among the custom shelves before the change.
    public let place: Int
    /// The order that the reader had chosen for a deleted shelf, or nil.
    public let order: ShelfOrder?
    /// The number of custom shelves before a deletion; nil for another change, and in a change of an older
    /// version.
    public let count: Int?

    /// Creates a difference of one shelf.
    public init(
      before: Shelf?, after: Shelf?, place: Int, order: ShelfOrder? = nil, count: Int? = nil
    ) {
      self.before = before
      self.after = after
      self.place = place
      self.order = order
      self.count = count
    }

    /// The shelf, as it was before the change if it was there; nil only in a damaged change.
    var shelf: Shelf? { before ?? after }
  }

  /// The number in the list of changes; a later change has a higher one.
  public let number: Int
  /// The kind of change.
  public let kind: Kind
  /// The number of changed entries.
  public let books: Int
  /// The changed entry, or nil if the change is not of a single entry.
  public let single: Difference?

  /// Creates a change as screens show it.
  public init(number: Int, kind: Kind, books: Int, single: Difference?) {
    self.number = number
    self.kind = kind
    self.books = books
    self.single = single
  }
}
