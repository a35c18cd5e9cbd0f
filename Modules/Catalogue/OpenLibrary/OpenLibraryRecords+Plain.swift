import Foundation

// Books are most of what the app asks for, and `JSONDecoder` takes longer over an answer than the
// search for it does. They are read by hand where they are plain.

/// A record that can be read without `JSONDecoder` where it is plain.
protocol PlainRecord: Decodable {
  init(_ json: inout PlainJSON) throws(PlainJSON.NotPlain)
}

extension PlainRecord {
  /// Reads a record.
  static func read(_ data: Data) throws -> Self {
    let plain = PlainJSON.read(data) { (json) throws(PlainJSON.NotPlain) in try Self(&json) }
    return try plain ?? JSONDecoder().decode(Self.self, from: data)
  }
}

extension SearchRecord: PlainRecord {
  init(_ json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    var numFound: Int?
    var docs: [BookRecord]?
    try json.object(["numFound", "docs"]) { (json, place) throws(PlainJSON.NotPlain) in
      if place == 0 { numFound = try json.number() } else { docs = try json.books() }
    }
    guard let docs else { throw PlainJSON.NotPlain() }
    self.init(numFound: numFound, docs: docs)
  }
}

extension TrendingRecord: PlainRecord {
  init(_ json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    var works: [BookRecord]?
    try json.object(["works"]) { (json, _) throws(PlainJSON.NotPlain) in works = try json.books() }
    guard let works else { throw PlainJSON.NotPlain() }
    self.init(works: works)
  }
}

extension BookRecord: PlainRecord {
  private static let keys = CodingKeys.allCases
  private static let names = keys.map(\.rawValue)

  init(_ json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    var record = BookRecord()
    try json.object(Self.names) { (json, place) throws(PlainJSON.NotPlain) in
      switch Self.keys[place] {
      case .key: record.key = try json.text()
      case .title: record.title = try json.text()
      case .alternativeTitles: record.alternativeTitles = try json.texts()
      case .authorNames: record.authorNames = try json.texts()
      case .authorKeys: record.authorKeys = try json.texts()
      case .year: record.year = try json.number()
      case .languages: record.languages = try json.texts()
      case .pages: record.pages = try json.number()
      case .cover: record.cover = try json.number()
      }
    }
    self = record
  }
}

extension SubjectRecord: PlainRecord {
  init(_ json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    var count: Int?
    var works: [Work]?
    try json.object(["work_count", "works"]) { (json, place) throws(PlainJSON.NotPlain) in
      if place == 0 {
        count = try json.number()
      } else {
        works = try json.array { (json) throws(PlainJSON.NotPlain) in try Work(&json) }
      }
    }
    guard let works else { throw PlainJSON.NotPlain() }
    self.init(count: count, works: works)
  }
}

extension SubjectRecord.Work {
  private static let keys = CodingKeys.allCases
  private static let names = keys.map(\.rawValue)

  fileprivate init(_ json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    var work = SubjectRecord.Work()
    try json.object(Self.names) { (json, place) throws(PlainJSON.NotPlain) in
      switch Self.keys[place] {
      case .key: work.key = try json.text()
      case .title: work.title = try json.text()
      case .cover: work.cover = try json.number()
      case .authors: work.authors = try json.optional(Author.list)
      case .year: work.year = try json.number()
      }
    }
    self = work
  }
}

extension SubjectRecord.Work.Author {
  fileprivate static func list(_ json: inout PlainJSON) throws(PlainJSON.NotPlain) -> [Self] {
    try json.array { (json) throws(PlainJSON.NotPlain) in
      var author = Self()
      try json.object(["key", "name"]) { (json, place) throws(PlainJSON.NotPlain) in
        if place == 0 { author.key = try json.text() } else { author.name = try json.text() }
      }
      return author
    }
  }
}

extension WorkRecord: PlainRecord {
  init(_ json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    var record = WorkRecord()
    let names = ["type", "title", "subjects", "description", "location"]
    try json.object(names) { (json, place) throws(PlainJSON.NotPlain) in
      switch place {
      case 0: record.type = try RecordKey(&json)
      case 1: record.title = try json.text()
      case 2: record.subjects = try json.texts()
      // A description may be an object; that is left to the decoder.
      case 3: record.description = RecordText(text: try json.string())
      default: record.location = try json.text()
      }
    }
    self = record
  }
}

extension AuthorRecord: PlainRecord {
  private static let keys = CodingKeys.allCases
  private static let names = keys.map(\.rawValue)

  init(_ json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    var record = AuthorRecord()
    try json.object(Self.names) { (json, place) throws(PlainJSON.NotPlain) in
      switch Self.keys[place] {
      case .type: record.type = try RecordKey(&json)
      case .location: record.location = try json.text()
      case .name: record.name = try json.text()
      case .otherNames: record.otherNames = try json.texts()
      case .born: record.born = try json.text()
      case .died: record.died = try json.text()
      // A biography may be an object; that is left to the decoder.
      case .biography: record.biography = RecordText(text: try json.string())
      }
    }
    self = record
  }
}

extension RecordKey {
  fileprivate init(_ json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    var key: String?
    try json.object(["key"]) { (json, _) throws(PlainJSON.NotPlain) in key = try json.string() }
    guard let key else { throw PlainJSON.NotPlain() }
    self.init(key: key)
  }
}

extension PlainJSON {
  fileprivate mutating func books() throws(NotPlain) -> [BookRecord] {
    try array { (json) throws(NotPlain) in try BookRecord(&json) }
  }

  fileprivate mutating func text() throws(NotPlain) -> String? {
    try optional { (json) throws(NotPlain) in try json.string() }
  }

  fileprivate mutating func number() throws(NotPlain) -> Int? {
    try optional { (json) throws(NotPlain) in try json.int() }
  }

  fileprivate mutating func texts() throws(NotPlain) -> [String]? {
    try optional { (json) throws(NotPlain) in
      try json.array { (json) throws(NotPlain) in try json.string() }
    }
  }
}
