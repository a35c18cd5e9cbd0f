import Foundation
import HTTP

/// How the rest of a stored part is requested (RFC 9111, section 3.3).
struct PartCompletion: Sendable {
  /// The stored part.
  let part: StoredResponse
  private let place: ContentRange
  /// Whether the part is the beginning, and not the end.
  let isBeginning: Bool

  /// Creates a completion, or returns nil if the part is neither the beginning nor the end, or the
  /// request has conditions of its own.
  init?(of part: StoredResponse, for request: HTTPFields) {
    let conditions: [HTTPField.Name] = [.ifNoneMatch, .ifModifiedSince, .ifRange]
    guard let place = part.contentRange, place.count == part.body.count, part.hasPositions,
      !conditions.contains(where: { request.contains($0) })
    else { return nil }
    isBeginning = place.first == 0
    guard isBeginning || place.complete == place.last + 1 else { return nil }
    self.part = part
    self.place = place
  }

  /// Adds the range. Without a strong validator the rest can't be joined with the part (section
  /// 3.4), but the origin may still answer with everything.
  func ask(in fields: inout HTTPFields) {
    fields[.range] = isBeginning ? "bytes=\(place.last + 1)-" : "bytes=0-\(place.first - 1)"
    if let tag = part.entityTag {
      if !tag.isWeak { fields[.ifRange] = tag.text }
    } else if part.hasStrongDate {
      fields[.ifRange] = part.lastModified
    }
  }

  /// The number of bytes of the whole, if an answer is the rest of the same representation.
  func complete(with rest: StoredResponse) -> Int? {
    guard let other = rest.contentRange, let complete = other.complete,
      place.complete == nil || place.complete == complete, part.isSame(as: rest), rest.hasPositions
    else { return nil }
    let fits =
      isBeginning
      ? other.first == place.last + 1 && other.last == complete - 1
      : other.first == 0 && other.last == place.first - 1
    return fits ? complete : nil
  }
}

extension CacheExchange {
  /// Joins the rest of a part with it, as it arrives; nil if they don't fit.
  func complete(
    _ completion: PartCompletion, _ arrival: Arrival, _ key: String
  ) async -> HTTPAnswer? {
    let fields = arrival.answer.response.headerFields
    var rest = StoredResponse(
      selection: completion.part.selection, status: arrival.answer.response.status, fields: fields,
      requested: arrival.requested, received: arrival.received)
    rest.addDate()
    guard rest.status == .partialContent, !fields.contains(.contentEncoding),
      let complete = completion.complete(with: rest), complete <= options.maximumBodySize
    else { return nil }
    var whole = completion.part
    whole.update(by: fields, requested: arrival.requested, received: arrival.received)
    whole.becomeWhole(of: complete)
    let part = completion.part.body
    let mayKeep = !whole.control.has("no-store")
    let recorded = RecordedBody(
      arrival.answer.body, leading: completion.isBeginning ? part : Data(),
      trailing: completion.isBeginning ? Data() : part, expected: complete, upTo: store.largestBody
    ) { [whole] data in
      var whole = whole
      whole.body = data
      if mayKeep { await put(whole, key) }
    }
    var answer = HTTPAnswer(
      HTTPResponse(status: whole.status, headerFields: whole.fields),
      body: recorded.body(length: complete), from: request.url)
    answer = network(answer, "partial")
    return answer
  }
}

// MARK: Combining

extension StoredResponse {
  /// Whether both are of the same representation: they share a strong validator (RFC 9111, section
  /// 3.4).
  func isSame(as other: StoredResponse) -> Bool {
    if let own = entityTag, let tag = other.entityTag { return own.matchesStrongly(tag) }
    return entityTag == nil && other.entityTag == nil && lastModified == other.lastModified
      && hasStrongDate && other.hasStrongDate
  }

  /// Turns a part with a complete body into a whole response.
  mutating func becomeWhole(of count: Int) {
    status = .ok
    fields[.contentRange] = nil
    fields[.contentLength] = "\(count)"
  }

  /// Combines the stored response with a further part (section 3.4); nil if they are not adjacent,
  /// or of different representations.
  func combined(with part: StoredResponse) -> StoredResponse? {
    guard let new = part.contentRange, new.count == part.body.count, isSame(as: part),
      hasPositions, part.hasPositions
    else { return nil }
    var combined = self
    combined.update(
      by: part.fields, requested: part.requested, received: part.received)
    combined.selection = part.selection
    guard let old = contentRange else {
      let fits = new.complete == nil || new.complete == body.count
      return fits && new.last < body.count ? combined : nil
    }
    guard old.count == body.count, old.complete == new.complete,
      new.first <= old.last + 1, old.first <= new.last + 1
    else { return nil }
    let place = ContentRange(
      first: min(old.first, new.first), last: max(old.last, new.last), complete: old.complete)
    // The new bytes come first where both have some.
    var data = Data(body.prefix(max(0, new.first - old.first)))
    data += part.body
    if old.last > new.last { data += body.suffix(old.last - new.last) }
    combined.body = data
    if place.first == 0, place.complete == data.count {
      combined.becomeWhole(of: data.count)
    } else {
      combined.fields[.contentRange] = place.text
      combined.fields[.contentLength] = "\(data.count)"
    }
    return combined
  }
}
