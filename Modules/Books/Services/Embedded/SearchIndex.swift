/// All works, put together and ready to be searched.
///
/// Documents are numbered in the order in which equal matches are given: those to begin with first,
/// then the one with the most editions, then as the records stand.
struct SearchIndex: Sendable {
  /// What a search needs of a work.
  struct Document: Sendable {
    let key: Substring
    let json: RenderedDocument
    let subjectJSON: [UInt8]
    /// The folded titles, each with and without a leading article.
    let titles: [[UInt8]]
    let authorKeys: [Substring]
    let year: Int?
    let editionCount: Int
    /// The language in which it was written.
    let language: Substring?
  }

  /// A subject and its works.
  struct Subject: Sendable {
    let name: String
    let folded: FoldedText
    var documents: [Int] = []
  }

  let documents: [Document]
  /// The subjects by their folded names.
  let subjects: [[UInt8]: Subject]
  /// Which lines of which file are no records, as `works: 3, 17`.
  let damage: [String]
  let words: WordIndex
  /// The place of each document in the order of titles.
  let titleRanks: [Int]

  /// Decodes all records and puts them together.
  init(_ tables: CatalogueRecords.Tables, featured: [Substring]) {
    let works = tables.works.decoded()
    let authors = tables.authors.decoded()
    let editions = tables.editions.decoded()
    damage = [
      ("works", works.damaged), ("authors", authors.damaged), ("editions", editions.damaged),
    ].compactMap { name, lines in
      lines.isEmpty ? nil : "\(name): \(lines.map(String.init).joined(separator: ", "))"
    }
    let authorRows = Dictionary(grouping: authors.rows) { $0.tableKey?.keyName ?? "" }
    let editionRows = Dictionary(grouping: editions.rows) { $0.tableKey?.keyName ?? "" }
    let oldNames = Dictionary(grouping: works.rows.filter { $0.location != nil }) {
      $0.location?.keyName ?? ""
    }
    var seen: Set<Substring> = []
    let found = works.rows.compactMap { work -> CatalogueDocument? in
      guard let key = work.key?.keyName, seen.insert(key).inserted else { return nil }
      return CatalogueDocument(work, editions: editionRows[key] ?? []) { authorRows[$0]?.first }
    }
    let ordered = Self.ordered(found, featured: Set(featured))

    var words = WordIndex()
    var subjects: [[UInt8]: Subject] = [:]
    var documents: [Document] = []
    for (number, document) in ordered.enumerated() {
      // A redirect's key is a name under which readers look for the work, such as 1984.
      let names = (oldNames[document.key] ?? []).compactMap { $0.key?.keyName }.map(String.init)
      let titles = [document.title].compactMap(\.self) + document.otherTitles + names
      let folded = titles.map { words.add($0, of: number, in: .title) }
      for author in document.authors {
        for name in [author.name] + author.otherNames { words.add(name, of: number, in: .author) }
      }
      for name in document.subjects {
        words.add(name, of: number, in: .subject)
        let folded = FoldedText(name)
        subjects[folded.bytes, default: Subject(name: name, folded: folded)].documents
          .append(number)
      }
      documents.append(Document(document, titles: folded))
    }
    words.sort()
    self.words = words
    self.subjects = subjects
    self.documents = documents
    titleRanks = Self.ranks(documents.map { $0.titles.first ?? [] })
  }

  private static func ordered(
    _ documents: [CatalogueDocument], featured: Set<Substring>
  ) -> [CatalogueDocument] {
    let counts = documents.map { document in
      featured.contains(document.key) ? Int.max : document.editionCount
    }
    return documents.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }.map { documents[$0] }
  }

  private static func ranks(_ titles: [[UInt8]]) -> [Int] {
    var ranks = Array(repeating: 0, count: titles.count)
    let order = titles.indices.sorted { left, right in
      if titles[left] == titles[right] { return left < right }
      return titles[left].lexicographicallyPrecedes(titles[right])
    }
    for (rank, number) in order.enumerated() { ranks[number] = rank }
    return ranks
  }
}

extension SearchIndex.Document {
  init(_ document: CatalogueDocument, titles: [FoldedText]) {
    key = document.key
    json = RenderedDocument(document)
    subjectJSON = document.subjectJSON
    self.titles = titles.flatMap { folded in
      let words = folded.words
      guard words.count > 1, Self.articles.contains(String(decoding: words[0], as: UTF8.self))
      else {
        return [folded.bytes]
      }
      return [folded.bytes, Array(folded.bytes[words[1].startIndex...])]
    }
    authorKeys = document.authors.map(\.key)
    year = document.year
    editionCount = document.editionCount
    language = document.languages.first
  }

  private static let articles: Set = ["the", "a", "an"]
}
