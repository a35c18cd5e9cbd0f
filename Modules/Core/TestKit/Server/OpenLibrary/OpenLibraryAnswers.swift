// Needs: Books

import Foundation

/// The JSON of an ``OpenLibraryServer``.
struct OpenLibraryAnswers {
  typealias JSON = OpenLibraryJSON
  typealias Work = OpenLibraryRecords.Work

  let records: OpenLibraryRecords
  let variations: Set<OpenLibraryServer.Variation>

  /// The answer to the path, split at its slashes; nil if there is none.
  func json(_ path: [String], _ request: ServerRequest) -> JSON? {
    let name = path.last.flatMap { $0.hasSuffix(".json") ? String($0.dropLast(5)) : nil }
    guard let name else { return nil }
    return switch (path.first, path.count) {
    case ("search.json", 1): search(request.query)
    case ("trending", 2) where name == "daily": trending(request.query)
    case ("works", 2): work(name)
    case ("works", 3) where name == "editions": editions(path[1], request.query)
    case ("authors", 2): author(name)
    case ("subjects", 2): subject(name, request.query)
    default: nil
    }
  }

  // MARK: Records

  private func work(_ key: String) -> JSON? {
    if let redirect = redirect(of: key, in: "/works/") { return redirect }
    if records.deleted.contains(key) {
      return ["key": .string("/works/\(key)"), "type": .key("/type/delete")]
    }
    guard let work = records.works.first(where: { $0.key == key }) else { return nil }
    var fields = object(of: work)
    if !work.subjects.isEmpty { fields["subjects"] = .strings(work.subjects) }
    if let year = work.year { fields["first_publish_date"] = .string("\(year)") }
    if let description = work.description { fields["description"] = text(description) }
    fields["created"] = [
      "type": "/type/datetime", "value": "2009-12-11T01:57:19.964652",
    ]
    return .object(fields)
  }

  /// The record of a key that leads to another one of the same folder, or nil.
  private func redirect(of key: String, in folder: String) -> JSON? {
    records.redirects[key].map { target in
      [
        "key": .string(folder + key), "type": .key("/type/redirect"),
        "location": .string(folder + target),
      ]
    }
  }

  private func object(of work: Work) -> [String: JSON] {
    let role: JSON = .key("/type/author_role")
    let authors = work.authors.map { key -> JSON in
      let author = JSON.key("/authors/\(key)")
      return variations.contains(.oldAuthors) ? author : ["author": author, "type": role]
    }
    var covers = work.cover.map { [JSON.number($0)] } ?? []
    if variations.contains(.missingCovers) { covers.append(-1) }
    return [
      "key": .string("/works/\(work.key)"), "type": .key("/type/work"),
      "title": .string(work.title), "authors": .array(authors), "covers": .array(covers),
    ]
  }

  private func author(_ key: String) -> JSON? {
    if let redirect = redirect(of: key, in: "/authors/") { return redirect }
    guard let author = records.authors.first(where: { $0.key == key }) else { return nil }
    var fields: [String: JSON] = [
      "key": .string("/authors/\(key)"), "type": .key("/type/author"), "name": .string(author.name),
    ]
    if !author.otherNames.isEmpty { fields["alternate_names"] = .strings(author.otherNames) }
    if let born = author.born { fields["birth_date"] = .string(born) }
    if let died = author.died { fields["death_date"] = .string(died) }
    if let biography = author.biography { fields["bio"] = text(biography) }
    return .object(fields)
  }

  private func text(_ text: String) -> JSON {
    variations.contains(.textObjects)
      ? ["type": "/type/text", "value": .string(text)] : .string(text)
  }

  // MARK: Editions

  private func editions(_ key: String, _ query: [String: String]) -> JSON? {
    guard let work = records.works.first(where: { $0.key == key }) else { return nil }
    let all = work.languages.indices.map { edition(of: work, $0) }
    let range = OpenLibraryRange(query, usual: 50)
    let page = range.page(all)
    let path = "/works/\(key)"
    var links: [String: JSON] = [
      "self": .string("\(path)/editions.json"), "work": .string(path),
    ]
    if range.offset + page.count < all.count {
      let next = "\(path)/editions.json?offset=\(range.offset + page.count)&limit=\(range.limit)"
      links["next"] = .string(next)
    }
    return ["links": .object(links), "size": .number(all.count), "entries": .array(page)]
  }

  private func edition(of work: Work, _ index: Int) -> JSON {
    var fields: [String: JSON] = [
      "key": .string("/books/\(work.key.dropLast())\(index)M"), "type": .key("/type/edition"),
      "works": [.key("/works/\(work.key)")],
      "title": .string(index == 0 ? work.title : work.englishTitle ?? work.title),
      "languages": [.key("/languages/\(work.languages[index])")],
    ]
    if let pages = work.pages { fields["number_of_pages"] = .number(pages) }
    if let year = work.year { fields["publish_date"] = .string("\(year)") }
    return .object(fields)
  }
}

/// The part of a list that a query asks for.
struct OpenLibraryRange {
  let offset: Int
  let limit: Int

  /// Reads `offset`, and `limit`, which is 1,000 at most.
  init(_ query: [String: String], usual: Int) {
    limit = min(max(query["limit"].flatMap { Int($0) } ?? usual, 0), 1000)
    offset = max(query["offset"].flatMap { Int($0) } ?? 0, 0)
  }

  func page<Element>(_ all: [Element]) -> [Element] {
    Array(all.dropFirst(offset).prefix(limit))
  }
}
