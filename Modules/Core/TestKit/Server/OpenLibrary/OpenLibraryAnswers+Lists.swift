// Needs: Books

import Foundation
import HTTP

extension OpenLibraryAnswers {
  // MARK: Search

  func search(_ query: [String: String]) -> JSON {
    let found = sorted(records.works.filter { matches($0, query) }, by: query["sort"])
    let range = OpenLibraryRange(query, usual: 100)
    let fields = query["fields"].map { $0.split(separator: ",").map(String.init) }
    let count = count(found.count, range)
    return [
      "numFound": count, "num_found": count, "start": .number(range.offset),
      "numFoundExact": true, "q": .string(query["q"] ?? ""),
      "offset": query["offset"] == nil ? .null : .number(range.offset),
      "docs": .array(listed(found, range).enumerated().map { doc($1, at: $0, fields) }),
    ]
  }

  func trending(_ query: [String: String]) -> JSON {
    let range = OpenLibraryRange(query, usual: 100)
    return [
      "query": "/trending/daily", "days": 1, "hours": 0,
      "works": .array(
        listed(records.works, range).enumerated().map { doc($1, at: $0, nil) }),
    ]
  }

  func subject(_ slug: String, _ query: [String: String]) -> JSON {
    let name = slug.replacing("_", with: " ")
    let found = records.works.filter { work in
      work.subjects.contains { $0.lowercased() == name.lowercased() }
    }
    let range = OpenLibraryRange(query, usual: 12)
    let works = listed(found, range).map { work -> JSON in
      let authors = work.authors.map { key -> JSON in
        ["key": .string("/authors/\(key)"), "name": .string(self.name(ofAuthor: key))]
      }
      let isNull = variations.contains(.nullYears)
      return [
        "key": .string("/works/\(work.key)"), "title": .string(work.title),
        "authors": .array(authors), "edition_count": .number(work.languages.count),
        "cover_id": isNull ? .null : cover(work) ?? .null,
        "first_publish_year": isNull ? .null : work.year.map { .number($0) } ?? .null,
      ]
    }
    return [
      "key": .string("/subjects/\(slug)"), "name": .string(name), "subject_type": "subject",
      "work_count": count(found.count, range), "works": .array(works),
    ]
  }

  // MARK: Books of lists

  private func doc(_ work: Work, at index: Int, _ wanted: [String]?) -> JSON {
    var doc: [String: JSON] = ["key": .string("/works/\(work.key)"), "title": .string(work.title)]
    if variations.contains(.missingFields) {
      if index % 3 == 2 { doc["title"] = nil }
      return .object(doc)
    }
    if !work.authors.isEmpty {
      doc["author_key"] = .strings(work.authors)
      doc["author_name"] = .strings(work.authors.map(name(ofAuthor:)))
    }
    // The service has those of all editions in any order; here the original one is last.
    if let title = work.englishTitle { doc["alternative_title"] = .strings([title, work.title]) }
    if let year = work.year { doc["first_publish_year"] = .number(year) }
    if variations.contains(.nullYears) { doc["first_publish_year"] = .null }
    if let pages = work.pages { doc["number_of_pages_median"] = .number(pages) }
    doc["cover_i"] = cover(work)
    doc["language"] = .strings(work.languages.reversed())
    doc["edition_count"] = .number(work.languages.count)
    // Without `fields`, the service sends its usual ones, more than these.
    guard let wanted, !wanted.contains("*") else {
      doc["ebook_access"] = "borrowable"
      doc["has_fulltext"] = true
      return .object(doc)
    }
    return .object(doc.filter { wanted.contains($0.key) })
  }

  private func cover(_ work: Work) -> JSON? {
    work.cover.map { .number($0) } ?? (variations.contains(.missingCovers) ? -1 : nil)
  }

  private func name(ofAuthor key: String) -> String {
    records.authors.first { $0.key == key }?.name ?? ""
  }

  private func listed(_ works: [Work], _ range: OpenLibraryRange) -> [Work] {
    let page = range.page(works)
    guard variations.contains(.repeatedKeys), range.offset > 0, !page.isEmpty,
      let last = works.dropFirst(range.offset - 1).first
    else { return page }
    return Array(([last] + page).prefix(range.limit))
  }

  private func count(_ count: Int, _ range: OpenLibraryRange) -> JSON {
    .number(variations.contains(.changingCount) ? count + range.offset % 7 - 3 : count)
  }

  // MARK: Conditions

  private func sorted(_ works: [Work], by order: String?) -> [Work] {
    switch order {
    case "new": works.sorted { ($0.year ?? .min) > ($1.year ?? .min) }
    case "old": works.sorted { ($0.year ?? .max) < ($1.year ?? .max) }
    case "title": works.sorted { $0.title < $1.title }
    default: works
    }
  }

  private func matches(_ work: Work, _ query: [String: String]) -> Bool {
    let authors = work.authors.map(name(ofAuthor:)).joined(separator: " ")
    let titles = "\(work.title) \(work.englishTitle ?? "")"
    let subjects = work.subjects.joined(separator: " ")
    func contains(_ text: String, _ key: String) -> Bool {
      query[key].map { Self.words(of: $0).allSatisfy(text.lowercased().contains) } ?? true
    }
    guard contains(authors, "author"), contains(subjects, "subject") else { return false }
    let all = "\(titles) \(authors) \(subjects)".lowercased()
    // Years are a range with spaces: [1900 TO 1950].
    let q = (query["q"] ?? "").replacing(" TO ", with: "TO")
    return Self.words(of: q).allSatisfy { word in
      guard let colon = word.firstIndex(of: ":") else { return all.contains(word) }
      let value = String(word[word.index(after: colon)...])
      return switch word[..<colon] {
      case "key": "/works/\(work.key)".lowercased() == value
      case "author_key": work.authors.contains { $0.lowercased() == value }
      case "language": work.languages.contains(value)
      case "subject": work.subjects.contains { $0.lowercased() == value }
      case "first_publish_year": Self.isYear(work.year, in: value)
      default: false
      }
    }
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Whether a year lies in `[1900to1950]`, where `*` isn't a limit.
  private static func isYear(_ year: Int?, in range: String) -> Bool {
    let limits = range.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
      .components(separatedBy: "to")
    guard let year, limits.count == 2 else { return false }
    return year >= Int(limits[0]) ?? .min && year <= Int(limits[1]) ?? .max
  }

  // MARK: Covers

  /// Answers `/b/id/NUMBER-SIZE.jpg`.
  func cover(_ path: [String], _ request: ServerRequest) -> ServerReply {
    let file = path.count == 3 && path[1] == "id" ? path[2] : ""
    let id = ["-S.jpg", "-M.jpg", "-L.jpg"].first { file.hasSuffix($0) }
      .flatMap { Int(file.dropLast($0.count)) }
    guard let id, records.works.contains(where: { $0.cover == id }) else {
      if request.query["default"] == "false" { return ServerReply(status: .notFound) }
      return ServerReply(fields: [.contentType: "image/gif"], body: .data(Self.noCover))
    }
    return ServerReply(
      fields: [.contentType: "image/jpeg", .cacheControl: "public, max-age=86400"],
      body: .data(CoverSample.jpeg))
  }

  /// A GIF of one transparent pixel: 43 bytes.
  private static var noCover: Data {
    Data("GIF89a".utf8)
      + Data([1, 0, 1, 0, 0x80, 0, 0, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0x21, 0xF9, 4, 1, 0, 0, 0, 0])
      + Data([0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])
  }
}
