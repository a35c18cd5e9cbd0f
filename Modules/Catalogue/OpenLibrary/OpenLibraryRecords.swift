import Catalogue

// The formats of Open Library's JSON: https://openlibrary.org/dev/docs/api/search and the pages for
// works, authors and subjects. Any field may be missing, and some have two forms.

/// Text that is either a string or an object with a `value`, with its paragraphs.
struct RecordText: Decodable {
  let text: String

  private enum CodingKeys: String, CodingKey { case value }

  init(from decoder: any Decoder) throws {
    let text: String
    if let plain = try RecordValue<String>(from: decoder).wrappedValue {
      text = plain
    } else {
      text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .value)
    }
    self.text = text.plainText
  }
}

/// An object that only names a key.
struct RecordKey: Decodable {
  let key: String
}

/// An answer of `/search.json`.
struct SearchRecord: Decodable {
  @RecordNumber<RecordBounds.Total> var numFound: Int?
  @RecordList var docs: [BookRecord?]
}

/// An answer of `/trending/daily.json`.
struct TrendingRecord: Decodable {
  @RecordList var works: [BookRecord?]
}

/// A book in a search answer.
struct BookRecord: Decodable {
  @RecordPath var key: String?
  @RecordLine var title: String?
  @RecordColumn var authorNames: [String]?
  @RecordColumn var authorKeys: [String]?
  @RecordNumber<RecordBounds.Year> var year: Int?
  /// The languages of all editions, in any order.
  @RecordTexts var languages: [String]?
  @RecordNumber<RecordBounds.Pages> var pages: Int?
  @RecordNumber<RecordBounds.Cover> var cover: Int?

  // The titles of other editions are in any order, too, so that none is asked for (openlibrary,
  // `WorkSolrBuilder`).
  enum CodingKeys: String, CodingKey, CaseIterable {
    case key, title
    case authorNames = "author_name"
    case authorKeys = "author_key"
    case year = "first_publish_year"
    case languages = "language"
    case pages = "number_of_pages_median"
    case cover = "cover_i"
  }
}

/// An answer of `/subjects/NAME.json`.
struct SubjectRecord: Decodable {
  struct Work: Decodable {
    struct Author: Decodable {
      @RecordPath var key: String?
      @RecordLine var name: String?
    }
    @RecordPath var key: String?
    @RecordLine var title: String?
    @RecordItems var authors: [Author]?
    @RecordNumber<RecordBounds.Year> var year: Int?
    @RecordNumber<RecordBounds.Cover> var cover: Int?

    enum CodingKeys: String, CodingKey {
      case key, title, authors
      case cover = "cover_id"
      case year = "first_publish_year"
    }
  }

  @RecordNumber<RecordBounds.Total> var count: Int?
  @RecordList var works: [Work?]

  enum CodingKeys: String, CodingKey {
    case count = "work_count"
    case works
  }
}

/// The record of a work or an author, which may have been deleted, or merged with another one.
protocol ReplaceableRecord: Decodable, Sendable {
  /// The type, such as `/type/redirect`.
  var type: RecordKey? { get }
  /// The path of the record that replaces this one.
  var location: String? { get }
}

extension ReplaceableRecord {
  /// Whether another record replaces this one.
  var isRedirect: Bool { type?.key == "/type/redirect" }

  /// Whether the record was deleted.
  var isDeleted: Bool { type?.key == "/type/delete" }

  /// Returns the key of the record that replaces this one, or nil for none, or for this record itself.
  func replacement(of key: String) -> String? {
    let target = isRedirect ? location?.lastComponent : nil
    return target == key ? nil : target
  }
}

/// An answer of `/works/KEY.json`.
struct WorkRecord: ReplaceableRecord {
  /// An author: `{"author": {"key": …}}`, or in an old record `{"author": …}` or `{"key": …}`.
  struct Author: Decodable {
    /// The last component of the path, or nil for none that is valid.
    let key: String?

    private enum CodingKeys: String, CodingKey { case author, key }

    init(from decoder: any Decoder) throws {
      let fields = try? decoder.container(keyedBy: CodingKeys.self)
      let path =
        (try? fields?.decode(RecordKey.self, forKey: .author))?.key
        ?? (try? fields?.decode(String.self, forKey: .author))
        ?? (try? fields?.decode(String.self, forKey: .key))
      key = path.flatMap { try? CatalogueReference.checkedKey($0.lastComponent) }
    }
  }

  @RecordValue var type: RecordKey?
  @RecordPath var location: String?
  @RecordLine var title: String?
  @RecordValue var description: RecordText?
  @RecordTexts var subjects: [String]?
  @RecordItems var covers: [RecordNumber<RecordBounds.Cover>]?
  @RecordItems var authors: [Author]?
  @RecordLine var published: String?

  enum CodingKeys: String, CodingKey {
    case type, location, title, description, subjects, covers, authors
    case published = "first_publish_date"
  }

  /// The first cover; -1 stands for none.
  var cover: Int? { RecordBounds.cover(covers) }

  /// The year of the first publication.
  var year: Int? { published.flatMap(PublicationYear.read) }
}

/// An answer of `/works/KEY/editions.json`.
struct EditionsRecord: Decodable {
  @RecordNumber<RecordBounds.Total> var size: Int?
  @RecordList var entries: [EditionRecord?]
}

/// An edition of a work.
struct EditionRecord: Decodable {
  @RecordPath var key: String?
  @RecordLine var title: String?
  @RecordTexts var publishers: [String]?
  @RecordLine var published: String?
  @RecordNumber<RecordBounds.Pages> var pages: Int?
  @RecordItems var languages: [RecordKey]?
  @RecordItems var covers: [RecordNumber<RecordBounds.Cover>]?
  @RecordTexts var isbn13: [String]?
  @RecordTexts var isbn10: [String]?

  enum CodingKeys: String, CodingKey {
    case key, title, publishers, languages, covers
    case published = "publish_date"
    case pages = "number_of_pages"
    case isbn13 = "isbn_13"
    case isbn10 = "isbn_10"
  }
}

/// An answer of `/authors/KEY.json`.
struct AuthorRecord: ReplaceableRecord {
  @RecordValue var type: RecordKey?
  @RecordPath var location: String?
  @RecordLine var name: String?
  @RecordTexts var otherNames: [String]?
  @RecordLine var born: String?
  @RecordLine var died: String?
  @RecordValue var biography: RecordText?

  enum CodingKeys: String, CodingKey {
    case type, location, name
    case otherNames = "alternate_names"
    case born = "birth_date"
    case died = "death_date"
    case biography = "bio"
  }
}
