import Foundation
import HTTP

extension StoredResponse {
  /// Whether both are of the same representation: they share a strong validator (RFC 9111, section
  /// 3.4).
  func isSame(as other: StoredResponse) -> Bool {
    if let own = entityTag, let tag = other.entityTag { return own.matchesStrongly(tag) }
    // Also tags that can't be sent back tell two representations apart.
    if let own = fields[values: .eTag].first, let tag = other.fields[values: .eTag].first,
      !own.utf8.elementsEqual(tag.utf8)
    {
      return false
    }
    return entityTag == nil && other.entityTag == nil && lastModified == other.lastModified
      && hasStrongDate && other.hasStrongDate
  }

  /// Turns a part with a complete body into a whole response.
  mutating func becomeWhole(of count: Int) {
    status = .ok
    fields[.contentRange] = nil
    fields[.contentLength] = "\(count)"
  }

  /// Turns a part of all bytes into a whole response (RFC 9110, section 15.3.7.3), but not a
  /// compressed one: without a range a client would have decoded it.
  mutating func becomeWholeIfComplete() {
    guard let place = contentRange, place.first == 0, place.complete == body.count,
      !fields.contains(.contentEncoding)
    else { return }
    becomeWhole(of: body.count)
  }

  /// Combines the stored response with a further part (section 3.4); nil if they are not adjacent,
  /// or of different representations. What selects the result depends on its fields; the caller sets it.
  func combined(with part: StoredResponse) -> StoredResponse? {
    guard let new = part.contentRange, new.count == part.body.count, isSame(as: part),
      hasPositions, part.hasPositions
    else { return nil }
    var combined = self
    combined.update(
      by: part.fields, requested: part.requested, received: part.received)
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
    combined.fields[.contentRange] = place.text
    combined.fields[.contentLength] = "\(data.count)"
    return combined
  }
}
