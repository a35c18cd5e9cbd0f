import Foundation
import HTTP
import Services

extension CacheExchange {
  /// Makes an answer of a stored response, or returns nil if it has not all that the request asks
  /// for.
  ///
  /// - Throws: `HTTPError.tooLarge`.
  func present(
    _ stored: StoredResponse, _ status: HTTPCacheStatus
  ) throws(HTTPError) -> HTTPAnswer? {
    var fields = stored.fields
    fields[.age] = "\(status.age ?? 0)"
    add(status, forward: nil, code: stored.status.code, to: &fields)
    let isConditional = [200, 206].contains(stored.status.code)
    if request.method == .head {
      guard stored.isWhole else { return nil }
      if isConditional, isNotModified(stored) { return notModified(fields) }
      return answer(stored.status, fields, Data())
    }
    let range = stored.status == .ok && !stored.hasPositions ? nil : askedRange(of: stored)
    guard stored.isWhole || range.map({ stored.slice($0) != nil }) == true else { return nil }
    if isConditional, isNotModified(stored) { return notModified(fields) }
    guard let range, isConditional else {
      var answer = try limited(stored.status, fields, stored.body)
      answer.response.isDecoded = stored.isDecoded
      return answer
    }
    guard let (place, data) = stored.slice(range) else {
      fields[.contentRange] = "bytes */\(stored.body.count)"
      fields[.contentLength] = "0"
      return answer(.rangeNotSatisfiable, fields, Data())
    }
    fields[.contentRange] = place.text
    fields[.contentLength] = "\(data.count)"
    return try limited(.partialContent, fields, data)
  }

  /// The range to answer with (RFC 9110, section 14.2), or nil for the whole body: without `Range`,
  /// with one to be ignored, or after `If-Range` for another representation (section 13.1.5).
  private func askedRange(of stored: StoredResponse) -> ByteRange? {
    guard let line = request.headerFields[.range], let range = ByteRange(line) else { return nil }
    guard let condition = request.headerFields[values: .ifRange].first else { return range }
    return stored.isNamed(strongly: condition) ? range : nil
  }

  /// Evaluates `If-None-Match`, or else `If-Modified-Since` (RFC 9111, section 4.3.2).
  private func isNotModified(_ stored: StoredResponse) -> Bool {
    let fields = request.headerFields
    if fields.contains(.ifNoneMatch) {
      guard let tag = stored.entityTag else { return false }
      return EntityTag.list(fields[values: .ifNoneMatch]).contains { $0.matchesWeakly(tag) }
    }
    guard let line = fields[values: .ifModifiedSince].first,
      let since = HTTPDate(line, now: cache.clock.now)?.secondsSince1970
    else { return false }
    return stored.modified ?? stored.date <= since
  }

  /// A 304 with the fields of RFC 9110, section 15.4.5.
  private func notModified(_ fields: HTTPFields) -> HTTPAnswer {
    let kept: Set<HTTPField.Name?> = [
      .cacheControl, .contentLocation, .date, .eTag, .expires, .vary, .lastModified, .age,
      .cacheStatus,
    ]
    return answer(.notModified, HTTPFields(fields.filter { kept.contains($0.name) }), Data())
  }

  private func limited(
    _ status: HTTPResponse.Status, _ fields: HTTPFields, _ body: Data
  ) throws(HTTPError) -> HTTPAnswer {
    guard body.count <= options.maximumBodySize else {
      throw .tooLarge(limit: options.maximumBodySize)
    }
    return answer(status, fields, body)
  }

  private func answer(
    _ status: HTTPResponse.Status, _ fields: HTTPFields, _ body: Data
  ) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: status, headerFields: fields), body: HTTPBody(body), from: request.url)
  }

  /// The answer without a stored one that may be used (RFC 9111, sections 5.2.1.7, 5.2.2.2 and 5.2.2.4).
  ///
  /// - Parameter staleness: why the origin has not answered, or nil if it was not asked.
  func unavailable(_ staleness: HTTPCacheStatus.Staleness? = nil) -> HTTPAnswer {
    var fields: HTTPFields = [
      .date: HTTPDate(cache.clock.now).description, .contentLength: "0",
    ]
    add(
      HTTPCacheStatus(.generated, staleness: staleness), forward: nil, code: 504, to: &fields)
    return answer(.gatewayTimeout, fields, Data())
  }

  /// The answer of the client, marked.
  func network(_ answer: HTTPAnswer, _ forward: String) -> HTTPAnswer {
    var answer = answer
    add(
      HTTPCacheStatus(.network), forward: forward, code: answer.response.status.code,
      to: &answer.response.headerFields)
    return answer
  }

  func add(
    _ status: HTTPCacheStatus, forward: String?, code: Int, to fields: inout HTTPFields
  ) {
    guard let name = HTTPField.Name.cacheStatus else { return }
    fields.append(HTTPField(name: name, value: status.member(forward: forward, status: code)))
  }
}

extension StoredResponse {
  /// The bytes of a range, with their place, or nil if they are not stored.
  ///
  /// A part may be shorter than its place says. Then positions count from its first byte, and the
  /// last bytes are still the last ones.
  func slice(_ range: ByteRange) -> (ContentRange, Data)? {
    guard let place = contentRange else {
      guard isWhole, let bytes = range.resolved(in: body.count) else { return nil }
      return (
        ContentRange(first: bytes.lowerBound, last: bytes.upperBound - 1, complete: body.count),
        Data(body.dropFirst(bytes.lowerBound).prefix(bytes.count))
      )
    }
    guard hasPositions else { return nil }
    switch range {
    case .suffix(let count):
      guard let complete = place.complete, place.last == complete - 1, count > 0,
        count <= body.count
      else { return nil }
      return (
        ContentRange(first: complete - count, last: place.last, complete: complete),
        Data(body.suffix(count))
      )
    case .positions(let first, let last):
      guard let last = last ?? place.complete.map({ $0 - 1 }) else { return nil }
      let end = min(last, place.complete.map { $0 - 1 } ?? last)
      guard first >= place.first, first - place.first < body.count, end <= place.last else {
        return nil
      }
      let data = Data(body.dropFirst(first - place.first).prefix(end - first + 1))
      return (
        ContentRange(first: first, last: first + data.count - 1, complete: place.complete), data
      )
    }
  }

  /// Whether a strong validator in `If-Range` names this representation (RFC 9110, section 13.1.5).
  func isNamed(strongly condition: String) -> Bool {
    if condition.hasSuffix("\"") {
      guard let tag = EntityTag(condition), let own = entityTag else { return false }
      return tag.matchesStrongly(own)
    }
    return condition == lastModified && hasStrongDate
  }

  /// Whether `Last-Modified` is a strong validator (RFC 9110, section 8.8.2.2): long before `Date`.
  var hasStrongDate: Bool {
    modified.map { date - $0 >= 60 } ?? false
  }
}
