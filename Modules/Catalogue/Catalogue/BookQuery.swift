/// What is searched for in a catalogue: words and filters, all of which must match.
public struct BookQuery: Codable, Hashable, Sendable {
  /// How the books found are ordered.
  public enum Order: String, Codable, CaseIterable, Hashable, Sendable {
    /// The best match first.
    case relevance
    /// The newest first.
    case newest
    /// The oldest first.
    case oldest
    /// By title.
    case title
  }

  /// Words of title, author or subject; each matches the beginning of a word.
  public var words: String
  /// Words of an author's name.
  public var author: String
  /// A subject.
  public var subject: String
  /// The first year that counts.
  public var fromYear: Int?
  /// The last year that counts.
  public var toYear: Int?
  /// The original language as a MARC code.
  public var language: String?
  /// The order.
  public var order: Order

  /// Creates a query.
  public init(
    words: String = "", author: String = "", subject: String = "", fromYear: Int? = nil,
    toYear: Int? = nil, language: String? = nil, order: Order = .relevance
  ) {
    self.words = words
    self.author = author
    self.subject = subject
    self.fromYear = fromYear
    self.toYear = toYear
    self.language = language
    self.order = order
  }

  /// Whether anything is asked for.
  public var isEmpty: Bool {
    words.isEmpty && author.isEmpty && subject.isEmpty && fromYear == nil && toYear == nil
      && language == nil
  }
}

/// A part of a list that may be long.
public struct Page<Item: Sendable>: Sendable {
  /// The items of this part.
  public var items: [Item]
  /// The number of all items, as far as the source knows; it may change between pages.
  public var total: Int
  /// Where the next part begins, or nil at the end.
  public var next: Int?
  /// Whether there is nothing beyond these items: a source may list the most popular ones of very many.
  public var isWhole: Bool

  /// Creates a page.
  public init(items: [Item], total: Int, next: Int?, isWhole: Bool = true) {
    self.items = items
    self.total = total
    self.next = next
    self.isWhole = isWhole
  }

  /// A list without items.
  public static var empty: Page { Page(items: [], total: 0, next: nil) }
}
