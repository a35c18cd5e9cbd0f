import Catalogue
import Foundation

// Converts records and queries between the service and the app.
extension OpenLibraryCatalogue {
  func books(_ records: [BookRecord?]) -> [CatalogueBook] {
    var seen: Set<String> = []
    return records.compactMap { record in
      guard let record, let key = ownKey(record.key, "W"), let title = record.title,
        seen.insert(key).inserted
      else { return nil }
      let keys = record.authorKeys ?? []
      let authors = (record.authorNames ?? []).enumerated().compactMap { index, name in
        let key = index < keys.count ? try? CatalogueReference.checkedKey(keys[index]) : nil
        return name.isEmpty ? nil : AuthorName(key: ownKey(key, "A"), name: name)
      }
      return CatalogueBook(
        reference: reference(key), title: title, authors: authors.eachOnce, year: record.year,
        // Which of several is the original one is not known.
        languages: record.languages.flatMap {
          $0.count == 1 ? $0.compactMap(\.languageCode) : nil
        } ?? [],
        pages: record.pages, cover: record.cover.flatMap { $0 > 0 ? $0 : nil })
    }
  }

  /// Returns the last component of a path, or nil if the catalogue leaves out what has such a key.
  ///
  /// - Parameter kind: the last letter of Open Library's keys of such records.
  func ownKey(_ path: String?, _ kind: String) -> String? {
    path.map(\.lastComponent).flatMap { key in
      needsNumberedKeys && !CatalogueReference.isNumbered(key, kinds: kind) ? nil : key
    }
  }

  func editions(_ records: [EditionRecord?]) -> [CatalogueEdition] {
    var seen: Set<String> = []
    return records.compactMap { record in
      guard let record, let key = record.key?.lastComponent, let title = record.title,
        seen.insert(key).inserted
      else { return nil }
      return CatalogueEdition(
        key: key, title: title, publishers: record.publishers ?? [],
        published: record.published, pages: record.pages,
        language: record.languages?.first?.key.lastComponent.languageCode,
        cover: RecordBounds.cover(record.covers),
        isbn: record.isbn13?.first ?? record.isbn10?.first)
    }
  }

  /// - Parameter taken: the number of records, of which some may not be items.
  func page<Item>(
    _ items: [Item], of total: Int?, taken: Int, offset: Int, _ origin: AnswerOrigin
  ) -> Page<Item> {
    let end = offset + taken
    let total = max(total ?? end, end)
    return Page(
      items: items, total: total, next: taken > 0 && end < total ? end : nil, origin: origin)
  }

  func reference(_ key: String) -> CatalogueReference {
    CatalogueReference(source: CatalogueReference.openLibrarySource, key: key)
  }

  /// Returns a subject for a path, as the service makes its keys: without the characters that a URL
  /// gives a meaning, and with an underscore for each space (openlibrary, `str_to_key`).
  static func slug(of subject: String) throws(CatalogueError) -> String {
    let dropped = ";/?:@&=+$,<>#%\"{}|\\^[]`".unicodeScalars
    var slug = String.UnicodeScalarView()
    let trimmed = subject.trimmingCharacters(in: .whitespacesAndNewlines)
    for scalar in trimmed.lowercased().unicodeScalars
    where scalar.properties.generalCategory != .control && !dropped.contains(scalar) {
      slug.append(scalar == " " ? "_" : scalar)
    }
    let text = String(slug)
    guard text.contains(where: { $0.isLetter || $0.isNumber }), text.utf8.count <= 200 else {
      throw .notFound
    }
    return text
  }

  /// Returns typed text as words, never as query syntax. The service parses it as a Lucene query (openlibrary,
  /// `luqum_parser`), in which it escapes only `/`, `?` and `~`.
  static func plainWords(_ text: String) -> String {
    let syntax = CharacterSet(charactersIn: #":[]{}()"^*\|&<>"#)
    return text.components(separatedBy: syntax.union(.whitespacesAndNewlines))
      .map { word in
        // Within a word they are a part of it: "catch-22", "don't".
        let word = word.trimmingCharacters(in: CharacterSet(charactersIn: "+-!'"))
        return ["AND", "OR", "NOT"].contains(word) ? word.lowercased() : word
      }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns the words of a query, including the filters that Open Library expresses as words. Two characters
  /// are a search in titles: the service refuses fewer than three (openlibrary, `validate_search_json_query`).
  static func words(of query: BookQuery) -> String {
    var words = [plainWords(query.words)]
    if query.fromYear != nil || query.toYear != nil {
      let from = query.fromYear.map(String.init) ?? "*"
      let to = query.toYear.map(String.init) ?? "*"
      words.append("first_publish_year:[\(from) TO \(to)]")
    }
    // A caller may give any text.
    if let language = query.language?.languageCode { words.append("language:\(language)") }
    let text = words.filter { !$0.isEmpty }.joined(separator: " ")
    return text.unicodeScalars.count == 2 ? "title:(\(text))" : text
  }
}

extension [AuthorName] {
  /// The authors, each of them once; those without a key are not told apart.
  var eachOnce: [AuthorName] {
    var seen: Set<String> = []
    return filter { author in author.key.map { seen.insert($0).inserted } ?? true }
  }
}

extension String {
  /// The last component of a key such as `/works/dune`.
  var lastComponent: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}
