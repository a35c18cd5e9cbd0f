/// A work, or what is left of one: a redirect or a deleted record.
struct WorkRow: CatalogueRow {
  /// An author of a work: `{"author":{"key":...}}`, or in old records `{"key":...}`.
  struct Author: Decodable {
    let author: RecordKey?
    let key: String?
  }

  static let marker: StaticString = #""key":"/works/"#

  let key: String?
  let type: RecordKey?
  let location: String?
  let title: String?
  let authors: [Author]?
  let published: String?
  let subjects: [String]?
  let covers: [Int]?

  var tableKey: String? { key }

  enum CodingKeys: String, CodingKey {
    case key, type, location, title, authors, subjects, covers
    case published = "first_publish_date"
  }
}

/// An author, with the name in other scripts.
struct AuthorRow: CatalogueRow {
  static let marker: StaticString = #""key":"/authors/"#

  let key: String?
  let name: String?
  let otherNames: [String]?

  var tableKey: String? { key }

  enum CodingKeys: String, CodingKey {
    case key, name
    case otherNames = "alternate_names"
  }
}

/// An edition of a work in one language.
struct EditionRow: CatalogueRow {
  static let marker: StaticString = #""works":[{"key":"/works/"#

  let works: [RecordKey]?
  let title: String?
  let languages: [RecordKey]?
  let pages: Int?

  /// An edition is found by its work.
  var tableKey: String? { works?.first?.key }

  enum CodingKeys: String, CodingKey {
    case works, title, languages
    case pages = "number_of_pages"
  }
}
