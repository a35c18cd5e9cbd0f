import Foundation
import HTTP

/// How the rest of a stored part is requested (RFC 9111, section 3.3).
struct PartCompletion: Sendable {
  /// The stored part.
  let part: StoredResponse
  private let place: ContentRange
  /// Whether the part is the beginning, and not the end.
  let isBeginning: Bool

  /// Creates a completion, or returns nil if the part is neither the beginning nor the end, or is
  /// compressed, or the request has conditions of its own.
  init?(of part: StoredResponse, for request: HTTPFields) {
    let conditions: [HTTPField.Name] = [.ifNoneMatch, .ifModifiedSince, .ifRange]
    guard let place = part.contentRange, place.count == part.body.count, part.hasPositions,
      !part.fields.contains(.contentEncoding),
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
      place.complete == nil || place.complete == complete, part.isSame(as: rest), rest.hasPositions,
      rest.hasFittingLength(other.count)
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
    _ completion: PartCompletion, _ arrival: Arrival, _ found: Found
  ) async -> HTTPAnswer? {
    let response = arrival.answer.response
    let fields = response.headerFields
    var rest = StoredResponse(
      selection: completion.part.selection, status: response.status, fields: fields,
      isDecoded: response.isDecoded, requested: arrival.requested, received: arrival.received)
    rest.addDate()
    guard rest.status == .partialContent, !fields.contains(.contentEncoding),
      let complete = completion.complete(with: rest), complete <= options.maximumBodySize
    else { return nil }
    var whole = completion.part
    whole.update(by: fields, requested: arrival.requested, received: arrival.received)
    whole.selection = CacheSelection(
      request.headerFields, varyingBy: whole.fields, salt: store.salt)
    whole.becomeWhole(of: complete)
    let mayKeep = !whole.control.forbidsStoring(whole.status)
    if !mayKeep { await store.remove(completion.part, received: completion.part.received) }
    let completed = CompletedBody(
      completion.part.body, isBeginning: completion.isBeginning, rest: arrival.answer.body,
      length: complete
    ) {
      await store.remove(completion.part, received: completion.part.received)
    }
    let recorded = RecordedBody(completed.body, upTo: store.maximumStoredBody) { [whole] data in
      var whole = whole
      whole.body = data
      if mayKeep { await put(whole, found) }
    }
    var answer = HTTPAnswer(
      HTTPResponse(status: whole.status, headerFields: whole.fields),
      body: recorded.body(length: complete), from: request.url)
    answer.response.headerFields += whole.unstorable(fields)
    return network(answer, "partial")
  }
}
