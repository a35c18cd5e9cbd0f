// Needs: Books

/// The records of an ``OpenLibraryServer``.
public struct OpenLibraryRecords: Sendable {
  /// An author.
  public struct Author: Sendable {
    /// The last part of the key, such as `OL1A`.
    public var key: String
    /// The name.
    public var name: String
    /// Other forms of the name.
    public var otherNames: [String]
    /// When, as free text.
    public var born: String?
    /// When, as free text.
    public var died: String?
    /// The biography.
    public var biography: String?

    /// Creates an author.
    public init(
      key: String, name: String, otherNames: [String] = [], born: String? = nil,
      died: String? = nil, biography: String? = nil
    ) {
      (self.key, self.name, self.otherNames) = (key, name, otherNames)
      (self.born, self.died, self.biography) = (born, died, biography)
    }
  }

  /// A work.
  public struct Work: Sendable {
    /// The last part of the key, such as `OL1W`.
    public var key: String
    /// The title.
    public var title: String
    /// The English title.
    public var englishTitle: String?
    /// The keys of the authors.
    public var authors: [String]
    /// The year of the first edition.
    public var year: Int?
    /// The subjects.
    public var subjects: [String]
    /// The languages of the editions, as MARC codes.
    public var languages: [String]
    /// The number of pages.
    public var pages: Int?
    /// The identifier of the cover.
    public var cover: Int?
    /// The description.
    public var description: String?

    /// Creates a work.
    public init(
      key: String, title: String, englishTitle: String? = nil, authors: [String],
      year: Int? = nil, subjects: [String], languages: [String], pages: Int? = nil,
      cover: Int? = nil, description: String? = nil
    ) {
      (self.key, self.title, self.englishTitle) = (key, title, englishTitle)
      (self.authors, self.year, self.subjects) = (authors, year, subjects)
      (self.languages, self.pages, self.cover) = (languages, pages, cover)
      self.description = description
    }
  }

  /// The authors.
  public var authors: [Author]
  /// The works, the most relevant first.
  public var works: [Work]
  /// Keys of works and authors that lead to another.
  public var redirects: [String: String] = [:]
  /// Keys of works that were deleted.
  public var deleted: Set<String> = []

  /// Creates records.
  public init(authors: [Author], works: [Work]) {
    self.authors = authors
    self.works = works
  }

  /// 14 works in several languages, and 60 volumes of one work for pages.
  public static let standard: Self = {
    var records = Self(authors: knownAuthors, works: knownWorks + volumes)
    records.redirects = [
      "OL900W": "OL901W", "OL901W": "OL1W", "OL902W": "OL902W", "OL900A": "OL2A",
    ]
    records.deleted = ["OL910W"]
    return records
  }()

  private static let knownAuthors = [
    Author(
      key: "OL1A", name: "J. R. R. Tolkien", otherNames: ["John Ronald Reuel Tolkien"],
      born: "3 January 1892", died: "2 September 1973",
      biography: "English writer and scholar of old languages."),
    Author(
      key: "OL2A", name: "Leo Tolstoy", otherNames: ["Лев Николаевич Толстой"],
      born: "9 September 1828", died: "1910", biography: "Russian novelist."),
    Author(key: "OL3A", name: "Murasaki Shikibu", otherNames: ["紫式部"], born: "c. 973"),
    Author(key: "OL4A", name: "Jane Austen", born: "16 December 1775", died: "18 July 1817"),
    Author(key: "OL5A", name: "Chinua Achebe", born: "1930", died: "2013"),
    Author(key: "OL6A", name: "Stanisław Lem", born: "1921", died: "2006"),
    Author(key: "OL7A", name: "Homer"),
    Author(key: "OL8A", name: "Ferdowsi", otherNames: ["فردوسی"], born: "940", died: "1020"),
    Author(key: "OL9A", name: "Frank Herbert", born: "1920", died: "1986"),
    Author(key: "OL10A", name: "Charles Perrault"), Author(key: "OL11A", name: "A. Letter Writer"),
  ]

  private static let knownWorks = [
    Work(
      key: "OL1W", title: "The Hobbit", authors: ["OL1A"], year: 1937,
      subjects: ["Fantasy", "Dragons"], languages: ["eng", "fre"], pages: 310, cover: 1001,
      description: "A hobbit leaves home and comes back with a ring."),
    Work(
      key: "OL2W", title: "The Lord of the Rings", authors: ["OL1A"], year: 1954,
      subjects: ["Fantasy"], languages: ["eng"], pages: 1193, cover: 1002,
      description: "A ring is carried to the fire that made it."),
    Work(
      key: "OL3W", title: "Война и мир", englishTitle: "War and Peace", authors: ["OL2A"],
      year: 1869, subjects: ["Fiction", "War"], languages: ["rus", "eng"], pages: 1225,
      cover: 1003, description: "Five families live through the wars with Napoleon."),
    Work(
      key: "OL4W", title: "Анна Каренина", englishTitle: "Anna Karenina", authors: ["OL2A"],
      year: 1878, subjects: ["Fiction", "Love"], languages: ["rus", "eng"], pages: 864,
      cover: 1004),
    Work(
      key: "OL5W", title: "源氏物語", englishTitle: "The Tale of Genji", authors: ["OL3A"],
      subjects: ["Fiction", "Love"], languages: ["jpn", "eng"], cover: 1005),
    Work(
      key: "OL6W", title: "Emma", authors: ["OL4A"], year: 1815, subjects: ["Fiction", "Love"],
      languages: ["eng"], pages: 474, cover: 1006, description: "A matchmaker is mistaken."),
    Work(
      key: "OL7W", title: "Pride and Prejudice", authors: ["OL4A"], year: 1813,
      subjects: ["Fiction", "Love"], languages: ["eng"], pages: 432),
    Work(
      key: "OL8W", title: "Things Fall Apart", authors: ["OL5A"], year: 1958,
      subjects: ["Fiction"], languages: ["eng"], pages: 209, cover: 1008),
    Work(
      key: "OL9W", title: "Solaris", authors: ["OL6A"], year: 1961,
      subjects: ["Science fiction"], languages: ["pol", "eng"], pages: 204, cover: 1009),
    Work(
      key: "OL10W", title: "Ὀδύσσεια", englishTitle: "The Odyssey", authors: ["OL7A"],
      subjects: ["Poetry"], languages: ["grc", "eng"]),
    Work(
      key: "OL11W", title: "شاهنامه", englishTitle: "Shahnameh", authors: ["OL8A"], year: 1010,
      subjects: ["Poetry"], languages: ["per"]),
    Work(
      key: "OL12W", title: "Dune", authors: ["OL9A"], year: 1965,
      subjects: ["Science fiction"], languages: ["eng"], pages: 412, cover: 1012,
      description: "A family is given the desert where the spice is found."),
    Work(
      key: "OL13W", title: "Contes", authors: ["OL10A"], year: 1697, subjects: ["Fairy tales"],
      languages: ["fre"]),
    Work(
      key: "OL14W", title: "One Thousand and One Nights", authors: [],
      subjects: ["Fairy tales"], languages: ["ara", "eng"]),
  ]

  private static let volumes = (1...60).map { number in
    Work(
      key: "OL\(100 + number)W", title: "Collected Letters, Volume \(number)",
      authors: ["OL11A"], year: 1900 + number, subjects: ["Letters"], languages: ["eng"],
      pages: 200 + number, cover: 1100 + number)
  }
}
