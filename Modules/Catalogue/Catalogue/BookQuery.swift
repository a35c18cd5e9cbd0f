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
  /// whole word at Open Library. Words in quotation marks are a phrase in a catalogue on this machine; Open Library is
  /// asked for them as for any others.
  public var words: String
  /// Words of an author's name, which match in the same way.
  public var author: String
  /// Words of a subject: one after the other in a catalogue on this machine, and in any order and any subjects of a
  /// book at Open Library.
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
