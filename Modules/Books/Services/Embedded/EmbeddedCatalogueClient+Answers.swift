import Services
import Foundation

extension EmbeddedCatalogueClient {
  /// The answer to an address, or nil when there is nothing under it.
  func answer(to address: String) -> HTTPResponse? {
    let (text, items) = QueryText.parts(of: address)
    let path = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = path.last, last.hasSuffix(".json") else { return nil }
    let name = last.dropLast(5)
    switch (path.count, path.count == 3 ? path[1] : "") {
    case (2, _) where name == "search": return remembered(address, search(SearchRequest(items)))
    case (3, "works"): return kept(address, records.tables.works.line(name))
    case (3, "authors"): return kept(address, records.tables.authors.line(name))
    case (3, "subjects"):
      return remembered(address, subject(name, Paging(items, limit: 12)))
    case (3, "trending") where name == "daily":
      return kept(address, trending(Paging(items, limit: 100)))
    default: return nil
    }
  }

  private func kept(_ address: String, _ answer: Data?) -> HTTPResponse? {
    guard let answer else { return nil }
    records.answers[address] = Array(answer)
    return .json(answer)
  }

  /// Keeps an answer of the index, unless each client is to tell its logger of damage.
  private func remembered(_ address: String, _ answer: Data) -> HTTPResponse? {
    records.index.damage.isEmpty ? kept(address, answer) : .json(answer)
  }

  private func search(_ request: SearchRequest) -> Data {
    let index = index
    let found = index.search(request)
    var range = request.paging.range(of: found.count)
    var count = found.count
    // The service's ranking moves between two requests, so that a page begins with the last book
    // of the one before. Everything behind the first page moves by one: nothing is left out.
    if request.order == .relevance, !request.isByKey, request.paging.start > 0, count > 0 {
      count += 1
      range = request.paging.range(of: count)
      range = (range.lowerBound - 1)..<(range.upperBound - 1)
    }
    var json = JSONBytes()
    json.append(#"{"numFound":"#)
    json.append(count)
    json.append(#","start":"#)
    json.append(request.paging.start)
    json.append(#","numFoundExact":true,"num_found":"#)
    json.append(count)
    json.append(#","q":"#)
    json.append(quoted: request.query)
    json.append(#","offset":"#)
    if let offset = request.paging.offset { json.append(offset) } else { json.append("null") }
    json.append(#","docs":"#)
    json.append(found[range]) { index.documents[$1].json.write(request.fields, to: &$0) }
    json.append("}")
    return Data(json.bytes)
  }

  private func subject(_ name: Substring, _ paging: Paging) -> Data {
    let index = index
    let words = FoldedText(name)
    let subject = index.subjects[words.bytes]
    let found = subject?.documents ?? []
    var json = JSONBytes()
    json.append(#"{"key":"#)
    json.append(quoted: "/subjects/\(name)")
    json.append(#","name":"#)
    json.append(quoted: subject?.name ?? String(name))
    json.append(#","subject_type":"subject","work_count":"#)
    json.append(found.count)
    json.append(#","works":"#)
    json.append(found[paging.range(of: found.count)]) {
      $0.append(index.documents[$1].subjectJSON[...])
    }
    json.append("}")
    return Data(json.bytes)
  }

  private func trending(_ paging: Paging) -> Data {
    let keys = records.featured
    let featured = keys[paging.range(of: keys.count)].compactMap(\.value)
    var json = JSONBytes()
    json.append(#"{"query":"/trending/daily","days":1,"hours":0,"works":"#)
    json.append(featured) { $1.write(.all, to: &$0) }
    json.append("}")
    return Data(json.bytes)
  }
}

extension CatalogueDocument {
  /// The work as `/subjects` shows it, which has its own names for the same things.
  var subjectJSON: [UInt8] {
    var json = JSONBytes()
    json.append(#"{"key":"#)
    json.append(quoted: "/works/" + key)
    if let title {
      json.append(#","title":"#)
      json.append(quoted: title)
    }
    json.append(#","edition_count":"#)
    json.append(editionCount)
    json.append(#","cover_id":"#)
    if let cover = covers.first { json.append(cover) } else { json.append("null") }
    json.append(#","authors":"#)
    json.append(authors) { json, author in
      json.append(#"{"key":"#)
      json.append(quoted: "/authors/" + author.key)
      json.append(#","name":"#)
      json.append(quoted: author.name)
      json.append("}")
    }
    json.append(#","first_publish_year":"#)
    if let year { json.append(year) } else { json.append("null") }
    json.append("}")
    return json.bytes
  }
}
