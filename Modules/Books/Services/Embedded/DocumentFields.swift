/// The fields of a search answer that are asked for.
struct DocumentFields: OptionSet, Sendable {
  let rawValue: UInt16

  static let key = Self(rawValue: 1 << 0)
  static let title = Self(rawValue: 1 << 1)
  static let alternativeTitle = Self(rawValue: 1 << 2)
  static let authorName = Self(rawValue: 1 << 3)
  static let authorKey = Self(rawValue: 1 << 4)
  static let year = Self(rawValue: 1 << 5)
  static let language = Self(rawValue: 1 << 6)
  static let pages = Self(rawValue: 1 << 7)
  static let subject = Self(rawValue: 1 << 8)
  static let cover = Self(rawValue: 1 << 9)
  static let editionCount = Self(rawValue: 1 << 10)
  static let all = Self(rawValue: .max)

  private static let names: [Substring: Self] = [
    "key": .key, "title": .title, "alternative_title": .alternativeTitle,
    "author_name": .authorName, "author_key": .authorKey, "first_publish_year": .year,
    "language": .language, "number_of_pages_median": .pages, "subject": .subject,
    "cover_i": .cover, "edition_count": .editionCount, "*": .all,
  ]

  /// Reads names with commas between them; others than those of fields are ignored.
  init(names: String) {
    self = names.split(separator: ",").reduce(into: []) { $0.formUnion(Self.names[$1] ?? []) }
  }

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }
}

/// A document as JSON, written once, of which any fields can be had.
struct RenderedDocument: Sendable {
  private let json: [UInt8]
  private let parts: [(field: DocumentFields, range: Range<Int>)]
  private let fields: DocumentFields

  /// Writes what is known of a document; what is not known is a field that is missing.
  init(_ document: CatalogueDocument) {
    var writer = Writer()
    writer.add(.key, #""key":"#) { $0.append(quoted: "/works/" + document.key) }
    if let title = document.title {
      writer.add(.title, #""title":"#) { $0.append(quoted: title) }
    }
    writer.add(.alternativeTitle, #""alternative_title":"#, document.otherTitles)
    writer.add(.authorName, #""author_name":"#, document.authors.map(\.name))
    writer.add(.authorKey, #""author_key":"#, document.authors.map(\.key))
    writer.add(.year, #""first_publish_year":"#, document.year)
    writer.add(.language, #""language":"#, document.languages)
    writer.add(.pages, #""number_of_pages_median":"#, document.pages)
    writer.add(.subject, #""subject":"#, document.subjects)
    writer.add(.cover, #""cover_i":"#, document.covers.first.flatMap { $0 > 0 ? $0 : nil })
    writer.add(.editionCount, #""edition_count":"#, document.editionCount)
    json = writer.json.bytes
    parts = writer.parts
    fields = writer.parts.reduce(into: []) { $0.formUnion($1.field) }
  }

  /// Adds an object with the fields that are wanted.
  func write(_ wanted: DocumentFields, to answer: inout JSONBytes) {
    answer.append("{")
    if wanted.isSuperset(of: fields) {
      answer.append(json[...])
    } else {
      var isFirst = true
      for part in parts where wanted.contains(part.field) {
        if !isFirst { answer.append(",") }
        isFirst = false
        answer.append(json[part.range])
      }
    }
    answer.append("}")
  }

  private struct Writer {
    var json = JSONBytes()
    var parts: [(field: DocumentFields, range: Range<Int>)] = []

    mutating func add(
      _ field: DocumentFields, _ name: StaticString, _ value: (inout JSONBytes) -> Void
    ) {
      if !parts.isEmpty { json.append(",") }
      let start = json.bytes.count
      json.append(name)
      value(&json)
      parts.append((field, start..<json.bytes.count))
    }

    mutating func add(_ field: DocumentFields, _ name: StaticString, _ number: Int?) {
      guard let number else { return }
      add(field, name) { $0.append(number) }
    }

    mutating func add(
      _ field: DocumentFields, _ name: StaticString, _ texts: [some StringProtocol]
    ) {
      if texts.isEmpty { return }
      add(field, name) { json in json.append(texts) { $0.append(quoted: $1) } }
    }
  }
}
