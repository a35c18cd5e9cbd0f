/// A search in a catalogue: words and filters, all of which must match.
public struct BookQuery: Codable, Hashable, Sendable {
  /// The sort order of the results.
  public enum Order: String, Codable, CaseIterable, Hashable, Sendable {
    /// Best match first.
    case relevance
    /// Newest first.
    case newest
    /// Oldest first.
    case oldest
    /// By title.
    case title
  }

  /// Words of title, author or subject. Each matches the beginning of a word in a catalogue on this machine, and a
  /// whole word at Open Library.
  public var words: String
  /// Words of an author's name.
  public var author: String
  /// A subject.
  public var subject: String
  /// The first year, inclusive.
  public var fromYear: Int?
  /// The last year, inclusive.
  public var toYear: Int?
  /// The language as a MARC code: the original one in a catalogue on this machine, that of any edition at Open Library.
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

  /// Whether there are neither words nor filters.
  public var isEmpty: Bool {
    words.isEmpty && author.isEmpty && subject.isEmpty && fromYear == nil && toYear == nil
      && language == nil
  }
}

/// A page of a list.
public struct Page<Item: Sendable>: Sendable {
  /// The items of this page.
  public var items: [Item]
  /// The number of all items, as known by the source; it may change between pages.
  public var total: Int
  /// The offset of the next page, or nil at the end.
  public var next: Int?
  /// Whether `total` counts all matches: a source may list only the most popular ones.
  public var isWhole: Bool
  /// Where the page comes from.
  public var origin: AnswerOrigin
  /// The words that were searched for in place of misspelled ones without a match, or nil.
  public var correction: String?

  /// Creates a page.
  public init(
    items: [Item], total: Int, next: Int?, isWhole: Bool = true,
    origin: AnswerOrigin = .catalogue, correction: String? = nil
  ) {
    self.items = items
    self.total = total
    self.next = next
    self.isWhole = isWhole
    self.origin = origin
    self.correction = correction
  }

  /// An empty page.
  public static var empty: Page { Page(items: [], total: 0, next: nil) }
}
