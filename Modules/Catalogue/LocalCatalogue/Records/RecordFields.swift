import Catalogue

/// The members of a record that the catalogue stores, for all kinds of records.
struct RecordFields {
  /// The kind of a record.
  enum Kind {
    case work, author, edition, redirect, deleted, other

    init(_ type: MemberName) {
      self =
        if type.is("/type/work") {
          .work
        } else if type.is("/type/edition") {
          .edition
        } else if type.is("/type/author") {
          .author
        } else if type.is("/type/redirect") {
          .redirect
        } else if type.is("/type/delete") { .deleted } else { .other }
    }
  }

  /// A key with its path.
  struct Reference {
    let kind: CatalogueKind
    let key: CatalogueKey

    /// Parses a path such as `/works/OL1W`; nil for records that aren't about books.
    init?(path: UnsafeBufferPointer<UInt8>) {
      guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash + 1 < path.count,
        path.count <= 200
      else { return nil }
      let folder = MemberName(bytes: UnsafeBufferPointer(rebasing: path[...slash]))
      if folder.is("/works/") {
        kind = .work
      } else if folder.is("/authors/") || folder.is("/a/") {
        kind = .author
      } else if folder.is("/books/") || folder.is("/b/") {
        kind = .edition
      } else {
        return nil
      }
      key = CatalogueKey(UnsafeBufferPointer(rebasing: path[(slash + 1)...]), kind)
    }
  }

  var type: Kind?
  var key: Reference?
  private var location: Reference?
  private var title: String?
  private var name: String?
  private var authors: [CatalogueKey] = []
  private var works: [Reference] = []
  private var subjects: [String] = []
  private var otherNames: [String] = []
  private var languages: [String] = []
  private var published: Int?
  private var printed: Int?
  private var pages: Int?
  private var cover: Int?
  private var text: String?
  private var born: String?
  private var died: String?

  /// Returns whether records of a type are read.
  static func isKnown(_ type: MemberName) -> Bool {
    if case .other = Kind(type) { false } else { true }
  }

  /// Parses an object.
  init(_ json: inout RecordScanner) throws(RecordScanner.Malformed) {
    var fields = Self()
    try json.object { (json, name) throws(RecordScanner.Malformed) in
      try fields.read(name, &json)
    }
    self = fields
  }

  private init() {}

  private mutating func read(
    _ name: MemberName, _ json: inout RecordScanner
  ) throws(RecordScanner.Malformed) {
    if name.is("title") {
      title = try json.text()?.plainLine
    } else if name.is("authors") {
      authors = try json.references(upTo: TextBounds.lines).filter { $0.kind == .author }
        .map(\.key)
    } else if name.is("works") {
      works = try json.references(upTo: 1)
    } else if name.is("subjects") {
      subjects = try json.texts()
    } else if name.is("languages") {
      languages = try json.languages(upTo: 5)
    } else if name.is("covers") {
      cover = try json.cover()
    } else if name.is("publish_date") {
      printed = try json.year()
    } else if name.is("first_publish_date") {
      published = try json.year()
    } else if name.is("number_of_pages") {
      pages = BookBounds.kept(try json.integer(), BookBounds.pages)
    } else if name.is("description") || name.is("bio") {
      text = try json.value()?.plainText
    } else if name.is("name") {
      self.name = try json.text()?.plainLine
    } else if name.is("alternate_names") {
      otherNames = try json.texts()
    } else if name.is("birth_date") {
      born = try json.text()?.plainLine
    } else if name.is("death_date") {
      died = try json.text()?.plainLine
    } else if name.is("key") {
      key = try json.plainBytes().flatMap { Reference(path: $0) }
    } else if name.is("location") {
      location = try json.plainBytes().flatMap { Reference(path: $0) }
    } else if name.is("type") {
      type = try json.type()
    } else {
      try json.skip()
    }
  }

  /// Returns the record with these members.
  func record() throws(DumpProblem) -> DumpRecord {
    if case .other = type { return .other }
    guard let key else {
      // A replaced or deleted record may be a page or a list.
      if case .redirect = type { return .other }
      if case .deleted = type { return .other }
      throw .key
    }
    switch (type, key.kind) {
    case (.redirect, _):
      guard let location, location.kind == key.kind else { throw .target }
      return .redirect(key.kind, from: key.key, to: location.key)
    case (.deleted, _): return .deleted(key.kind, key.key)
    case (.work, .work), (nil, .work):
      guard let title, !title.isEmpty else { throw .nameless }
      return .work(
        DumpRecord.Work(
          key: key.key, title: title, authors: authors, year: published, cover: cover,
          subjects: subjects, summary: text))
    case (.author, .author), (nil, .author):
      guard let name, !name.isEmpty else { throw .nameless }
      return .author(
        DumpRecord.Author(
          key: key.key, name: name, otherNames: otherNames, born: born, died: died,
          biography: text))
    case (.edition, .edition), (nil, .edition):
      // An edition without a work can't be found by a reader.
      guard let work = works.first, work.kind == .work else { return .other }
      return .edition(
        DumpRecord.Edition(
          key: key.key, work: work.key, title: title == "" ? nil : title, year: printed,
          languages: languages, pages: pages, cover: cover))
    default: throw .key
    }
  }
}
