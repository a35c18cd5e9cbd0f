// The formats of Open Library's JSON: https://openlibrary.org/dev/docs/api/search and the pages for
// works, authors and subjects. Any field may be missing, and some have two forms.

/// Text that is either a string or an object with a `value`.
struct RecordText: Decodable {
  let text: String

  private enum CodingKeys: String, CodingKey { case value }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.text = text
    } else {
      text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .value)
    }
  }
}

/// An object that only names a key.
struct RecordKey: Decodable {
  let key: String
}

/// An answer of `/search.json`.
struct SearchRecord: Decodable {
  let numFound: Int?
  let docs: [BookRecord]
}

/// An answer of `/trending/daily.json`.
struct TrendingRecord: Decodable {
  let works: [BookRecord]
}

/// A book in a search answer.
struct BookRecord: Decodable {
  var key: String?
  var title: String?
  var alternativeTitles: [String]?
  var authorNames: [String]?
  var authorKeys: [String]?
  var year: Int?
  var languages: [String]?
  var pages: Int?
  var cover: Int?

  enum CodingKeys: String, CodingKey {
    case key, title
    case alternativeTitles = "alternative_title"
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
      var key: String?
      var name: String?
    }
    var key: String?
    var title: String?
    var authors: [Author]?
    var year: Int?
    var cover: Int?

    enum CodingKeys: String, CodingKey {
      case key, title, authors
      case cover = "cover_id"
      case year = "first_publish_year"
    }
  }

  let count: Int?
  let works: [Work]

  enum CodingKeys: String, CodingKey {
    case count = "work_count"
    case works
  }
}

/// An answer of `/works/KEY.json`.
struct WorkRecord: Decodable {
  var type: RecordKey?
  var location: String?
  var title: String?
  var description: RecordText?
  var subjects: [String]?
  var covers: [Int?]?

  /// The first cover; -1 stands for none.
  var cover: Int? { covers?.compactMap(\.self).first { $0 > 0 } }
}

/// An answer of `/works/KEY/editions.json`.
struct EditionsRecord: Decodable {
  let size: Int?
  let entries: [EditionRecord]
}

/// An edition of a work.
struct EditionRecord: Decodable {
  var key: String?
  var title: String?
  var publishers: [String]?
  var published: String?
  var pages: Int?
  var languages: [RecordKey]?
  var covers: [Int?]?
  var isbn13: [String]?
  var isbn10: [String]?

  enum CodingKeys: String, CodingKey {
    case key, title, publishers, languages, covers
    case published = "publish_date"
    case pages = "number_of_pages"
    case isbn13 = "isbn_13"
    case isbn10 = "isbn_10"
  }
}

/// An answer of `/authors/KEY.json`.
struct AuthorRecord: Decodable {
  var type: RecordKey?
  var location: String?
  var name: String?
  var otherNames: [String]?
  var born: String?
  var died: String?
  var biography: RecordText?

  enum CodingKeys: String, CodingKey {
    case type, location, name
    case otherNames = "alternate_names"
    case born = "birth_date"
    case died = "death_date"
    case biography = "bio"
  }
}
