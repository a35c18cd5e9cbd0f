/// What is asked of `/search.json`; any text is a request.
struct SearchRequest {
  /// How answers are ordered.
  enum Order: String {
    case relevance, new, old, title, editions
  }

  /// A text is read up to this many characters.
  private static let maximumLength = 300
  /// Words of a text beyond this number are not looked for.
  private static let maximumWords = 24

  /// Words to look for, and where.
  struct Clause {
    let text: FoldedText
    let places: WordIndex.Places
    var words: ArraySlice<ArraySlice<UInt8>> { text.words.prefix(maximumWords) }
  }

  /// What must match, but for subjects.
  private(set) var clauses: [Clause] = []
  /// Words that one subject must have.
  private(set) var subject: FoldedText?
  private(set) var key: Substring?
  private(set) var authorKey: Substring?
  private(set) var years: ClosedRange<Int>?
  private(set) var language: Substring?
  /// Whether something is asked for that no document can have, or nothing at all.
  private(set) var isHopeless = false
  /// The query as the answer repeats it.
  let query: String
  let order: Order
  let fields: DocumentFields
  let paging: Paging

  /// Reads the query items of a URL.
  init(_ items: [String: String]) {
    query = Self.bounded(items["q"])
    order = items["sort"].flatMap { Order(rawValue: $0) } ?? .relevance
    fields = items["fields"].map { DocumentFields(names: $0) } ?? .all
    paging = Paging(items, limit: 100)
    readQuery()
    add(Self.bounded(items["title"]), in: .title)
    add(Self.bounded(items["author"]), in: .author)
    let subject = Self.bounded(items["subject"])
    if !subject.isBlank { self.subject = words(of: subject) }
    let asked = [query, subject, items["title"] ?? "", items["author"] ?? ""]
    if asked.allSatisfy(\.isBlank) { isHopeless = true }
  }

  /// Whether only documents with certain keys are asked for.
  var isByKey: Bool { key != nil || authorKey != nil }

  private static func bounded(_ text: String?) -> String {
    String(String.UnicodeScalarView((text ?? "").unicodeScalars.prefix(maximumLength)))
  }

  private mutating func words(of text: String) -> FoldedText {
    let folded = FoldedText(text)
    if folded.bytes.isEmpty { isHopeless = true }
    return folded
  }

  private mutating func add(_ text: String, in places: WordIndex.Places) {
    if !text.isBlank { clauses.append(Clause(text: words(of: text), places: places)) }
  }

  /// Takes the field queries out of the query; the rest is words.
  private mutating func readQuery() {
    var words: [Substring] = []
    var tokens = query.split(whereSeparator: \.isWhitespace)[...]
    while let token = tokens.popFirst() {
      if let value = token.value(of: "key:") {
        key = String(value).keyName
      } else if let value = token.value(of: "author_key:") {
        authorKey = String(value).keyName
      } else if let value = token.value(of: "language:") {
        language = value
      } else if let value = token.value(of: "first_publish_year:") {
        readYears(value, &tokens)
      } else if token != "*", token != "*:*" {
        words.append(token)
      }
    }
    add(words.joined(separator: " "), in: .anywhere)
  }

  /// Reads `1869` or `[1800 TO *]`, which comes as three tokens.
  private mutating func readYears(_ first: Substring, _ tokens: inout ArraySlice<Substring>) {
    var bounds = [first, first]
    if first.hasPrefix("["), let last = tokens.dropFirst().first, tokens.first == "TO" {
      bounds = [first.dropFirst(), last.hasSuffix("]") ? last.dropLast() : last]
      tokens = tokens.dropFirst(2)
    }
    let from = bounds[0] == "*" ? Int.min : Int(bounds[0])
    let to = bounds[1] == "*" ? Int.max : Int(bounds[1])
    if let from, let to, from <= to { years = from...to } else { isHopeless = true }
  }
}

/// Which part of a list is asked for.
struct Paging {
  /// The number of the first item; nil when it was not given.
  let offset: Int?
  /// The number of items.
  let limit: Int

  /// The number of the first item.
  var start: Int { offset ?? 0 }

  /// Reads `offset` or `page`, and `limit`, each brought inside its bounds.
  init(_ items: [String: String], limit defaultLimit: Int) {
    let limit = min(max(items["limit"].flatMap { Int($0) } ?? defaultLimit, 0), 1000)
    let page = min(max(items["page"].flatMap { Int($0) } ?? 1, 1), 1 << 20)
    let offset = items["offset"].flatMap { Int($0) }.map { min(max($0, 0), 1 << 30) }
    self.limit = limit
    self.offset = offset ?? (page > 1 ? (page - 1) * limit : nil)
  }

  /// The part of a list of `count` items.
  func range(of count: Int) -> Range<Int> {
    let start = min(start, count)
    return start..<min(start + limit, count)
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension Substring {
  fileprivate func value(of prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
