import Foundation
import HTTP

// Updating stored responses whose bodies are not needed for that (RFC 9111, section 3.2).
extension CacheExchange {
  /// Updates stored responses by one to HEAD (RFC 9111, section 4.3.5); one that has changed, has
  /// another status, is selected by other fields now, or must not be stored, is deleted. A superseded one that seems
  /// the same stays stale: the later body may have no other fields.
  func updateByHead(_ known: [StoredResponse], _ arrival: Arrival, _ found: Found) async {
    let (status, fields) = (arrival.answer.response.status, arrival.answer.response.headerFields)
    for stored in known {
      let names: [HTTPField.Name] = [.eTag, .lastModified, .contentLength]
      let isSame = names.allSatisfy { name in
        guard let new = fields[values: name].first else { return true }
        let old = stored.fields[values: name].first
        return old.map { $0.utf8.elementsEqual(new.utf8) } ?? (name == .contentLength)
      }
      if isSame, stored.status == status {
        if !stored.isSuperseded { await update(stored, by: arrival, found) }
      } else {
        await store.remove(stored, received: stored.received)
      }
    }
  }

  /// Updates the other responses that the request could have selected, where a 304 confirms their strong validator,
  /// too (section 4.3.4).
  ///
  /// - Parameter confirmed: the response that the 304 has confirmed and updated.
  func updateOthers(than confirmed: StoredResponse, by arrival: Arrival, _ found: Found) async {
    let fields = arrival.answer.response.headerFields
    guard fields.contains(.eTag) || fields.contains(.lastModified) else { return }
    for other in found.all {
      guard other.number != confirmed.number, other.kind == .get, other.isSame(as: confirmed),
        other.selection.matches(request.headerFields, salt: store.salt)
      else { continue }
      await update(other, by: arrival, found)
    }
  }

  /// Updates a stored response; one that is selected by other fields now, or must not be stored, is deleted.
  private func update(_ stored: StoredResponse, by arrival: Arrival, _ found: Found) async {
    var updated = stored
    updated.update(
      by: arrival.answer.response.headerFields, requested: arrival.requested,
      received: arrival.received)
    let selection = CacheSelection(
      request.headerFields, varyingBy: updated.fields, salt: store.salt)
    guard selection == stored.selection, !updated.control.forbidsStoring(updated.status) else {
      return await store.remove(stored, received: stored.received)
    }
    await store.update(
      updated, for: found.key, receivedBefore: stored.received, unlessClearedAfter: found.clearing)
  }
}
