import Foundation
import HTTP
import Services

extension CacheExchange {
  /// A request to the origin, and what its answer may do to stored responses.
  private struct Forwarded {
    var request: HTTPRequest
    /// The stored responses whose validators are in the request.
    var validated: [StoredResponse] = []
    /// How the request completes the chosen part, or nil.
    var completion: PartCompletion?
  }

  /// Asks the origin: validates the chosen response, completes a part, or asks for everything.
  ///
  /// - Parameter first: when the first request was sent, if its answer fits no stored response; then everything is
  ///   requested, in what is left of the whole time.
  func forward(_ found: Found, after first: Date? = nil) async throws(HTTPError) -> HTTPAnswer {
    let forwarded = first == nil ? conditional(found) : Forwarded(request: request)
    let requested = cache.clock.now
    let answer: HTTPAnswer
    do throws(HTTPError) {
      guard let options = options.remaining(since: first ?? requested, at: requested) else {
        throw .timedOut(.whole)
      }
      answer = try await cache.client.send(forwarded.request, body: nil, options: options)
    } catch {
      guard let chosen = found.chosen, let staleness = error.staleness,
        let answer = fallback(chosen, staleness)
      else { throw error }
      return answer
    }
    let arrival = Arrival(answer, requested: requested, received: cache.clock.now)
    if let answer = try await validated(arrival, forwarded, found) { return answer }
    let code = answer.response.status.code
    if let chosen = found.chosen, [500, 502, 503, 504].contains(code),
      CacheVerdict.survivesFailure(freshness(chosen), asked),
      let stale = fallback(chosen, .failing(code))
    {
      return stale
    }
    // For the range of the cache a client does not decode the answer. The caller has not asked for it, nor for a
    // 304.
    let isEncoded = answer.response.headerFields.contains(.contentEncoding)
    if let completion = forwarded.completion, [206, 304, 416].contains(code) || isEncoded {
      if let answer = await complete(completion, arrival, found) { return answer }
      return try await forward(found, after: arrival.requested)
    }
    return await record(arrival, found, reason(found))
  }

  /// Why the request was forwarded (RFC 9211, section 2.2).
  private func reason(_ found: Found) -> String {
    guard let chosen = found.chosen else { return found.all.isEmpty ? "uri-miss" : "vary-miss" }
    if !chosen.isWhole { return "partial" }
    return freshness(chosen).isFresh ? "request" : "stale"
  }

  // MARK: Validation

  /// Adds validators of stored responses (RFC 9111, section 4.3.1), or the range that is missing.
  private func conditional(_ found: Found) -> Forwarded {
    guard request.method == .get else { return Forwarded(request: request) }
    guard let chosen = found.chosen else { return offering(found.all) }
    let isCompleted = !chosen.isWhole && !request.headerFields.contains(.range)
    return isCompleted ? completing(chosen) : validating(chosen)
  }

  /// Names the variants that the request does not select: one may still be what the origin would send.
  ///
  /// Not those of another user, because a 304 must not show that user's body; nor compressed ones: a server may have
  /// one weak tag for both forms, and mean the plain one.
  private func offering(_ stored: [StoredResponse]) -> Forwarded {
    var forwarded = Forwarded(request: request)
    let fields = request.headerFields
    let others = stored.filter {
      $0.kind == .get && $0.isWhole && $0.entityTag != nil && !$0.fields.contains(.contentEncoding)
        && $0.selection.hasSameUser(as: fields, salt: store.salt)
    }
    if others.isEmpty || fields.contains(.ifNoneMatch) || fields.contains(.range) {
      return forwarded
    }
    // The most recent ones first: a 304 confirms the most recent of those with its validator (section 4.3.4).
    let sorted = others.sorted { ($0.date, $0.received) > ($1.date, $1.received) }
    forwarded.validated = Array(sorted.prefix(8))
    let tags = Set(forwarded.validated.compactMap { $0.entityTag?.text }).sorted()
    forwarded.request.headerFields[.ifNoneMatch] = tags.joined(separator: ", ")
    forwarded.request.headerFields[.ifModifiedSince] = nil
    return forwarded
  }

  /// Asks for what a stored part lacks.
  private func completing(_ part: StoredResponse) -> Forwarded {
    var forwarded = Forwarded(request: request)
    forwarded.completion = PartCompletion(of: part, for: request.headerFields)
    forwarded.completion?.ask(in: &forwarded.request.headerFields)
    return forwarded
  }

  /// Asks whether a stored response is still the current one.
  private func validating(_ chosen: StoredResponse) -> Forwarded {
    var forwarded = Forwarded(request: request)
    let fields = request.headerFields
    if !chosen.isWhole {
      // A 304 would not help where the part has not all that is asked for (section 4.3.2).
      let range = fields[.range].flatMap { ByteRange($0) }
      guard let range, chosen.slice(range) != nil else { return forwarded }
    }
    if let tag = chosen.entityTag {
      var tags = fields[values: .ifNoneMatch]
      if !EntityTag.list(tags).contains(tag) { tags.append(tag.text) }
      forwarded.request.headerFields[.ifNoneMatch] = tags.joined(separator: ", ")
      forwarded.request.headerFields[.ifModifiedSince] = chosen.lastModified
      forwarded.validated = [chosen]
    } else if let modified = chosen.lastModified, !fields.contains(.ifNoneMatch) {
      forwarded.request.headerFields[.ifModifiedSince] = modified
      forwarded.validated = [chosen]
    }
    return forwarded
  }

  /// Handles 304 (section 4.3.3); returns nil for other answers, and for a 304 to the caller's own
  /// condition.
  private func validated(
    _ arrival: Arrival, _ forwarded: Forwarded, _ found: Found
  ) async throws(HTTPError) -> HTTPAnswer? {
    let fields = arrival.answer.response.headerFields
    guard arrival.answer.response.status == .notModified, !forwarded.validated.isEmpty else {
      return nil
    }
    guard let match = confirmed(by: fields, among: forwarded.validated) else {
      if confirmsOwnCondition(fields) {
        // The origin has another representation than the stored one.
        await store.supersede(forwarded.validated)
        return network(arrival.answer, reason(found))
      }
      return try await forward(found, after: arrival.requested)
    }
    guard var stored = await withBody(match, found) else {
      return try await forward(found, after: arrival.requested)
    }
    let before = stored.received
    stored.update(by: fields, requested: arrival.requested, received: arrival.received)
    await save(stored, before: before, found)
    await updateOthers(than: stored, by: arrival, found)
    let freshness = freshness(stored)
    let status = HTTPCacheStatus(
      .validated, age: freshness.wholeAge, remaining: freshness.wholeRemaining)
    guard var answer = try present(stored, status) else {
      return try await forward(found, after: arrival.requested)
    }
    answer.response.headerFields += stored.unstorable(fields)
    return answer
  }

  /// Returns a stored response with its body, or nil if that is gone. Only the chosen one has it already.
  private func withBody(_ stored: StoredResponse, _ found: Found) async -> StoredResponse? {
    if stored.number == found.chosen?.number { return stored }
    guard let body = await store.body(of: stored) else { return nil }
    var stored = stored
    stored.body = body
    return stored
  }

  /// Whether a 304 names a tag of the caller's own condition.
  private func confirmsOwnCondition(_ fields: HTTPFields) -> Bool {
    guard let tag = fields[values: .eTag].first.flatMap({ EntityTag($0) }) else { return false }
    return EntityTag.list(request.headerFields[values: .ifNoneMatch]).contains {
      $0.matchesWeakly(tag)
    }
  }

  /// Finds the stored response that a 304 confirms (section 4.3.4).
  private func confirmed(
    by fields: HTTPFields, among validated: [StoredResponse]
  ) -> StoredResponse? {
    if let tag = fields[values: .eTag].first.flatMap({ EntityTag($0) }) {
      let strong = validated.first { $0.entityTag?.matchesStrongly(tag) == true }
      // A server that compresses, such as nginx, marks the tag of a body as weak, and that of a 304 not.
      return strong ?? validated.first { $0.entityTag?.matchesWeakly(tag) == true }
    }
    // Without a validator there is no doubt only if one was asked about.
    let only = validated.count == 1 && !asksAboutOtherTag(than: validated[0]) ? validated[0] : nil
    if let modified = fields[values: .lastModified].first {
      let confirmed = validated.first { $0.lastModified == modified }
      return confirmed ?? (only?.lastModified == nil ? only : nil)
    }
    return only
  }

  /// Whether the caller's own condition names a tag that the stored response does not have.
  private func asksAboutOtherTag(than stored: StoredResponse) -> Bool {
    EntityTag.list(request.headerFields[values: .ifNoneMatch]).contains { tag in
      stored.entityTag.map { !$0.matchesWeakly(tag) } ?? true
    }
  }

  /// Writes a confirmed response, under the request's own selection if it was another variant.
  private func save(_ stored: StoredResponse, before: Date, _ found: Found) async {
    var stored = stored
    if stored.control.forbidsStoring(stored.status) {
      return await store.remove(stored, received: before)
    }
    let selection = CacheSelection(
      request.headerFields, varyingBy: stored.fields, salt: store.salt)
    if selection == stored.selection {
      return await store.update(
        stored, for: found.key, receivedBefore: before, unlessClearedAfter: found.clearing)
    }
    stored.selection = selection
    await put(stored, found)
  }

  // MARK: Failure

  /// Answers with a stale response (section 4.2.4), with 504 if the response itself forbids that, or returns nil.
  /// One that is too large for the request is none: the origin's own answer says more.
  private func fallback(
    _ chosen: StoredResponse, _ staleness: HTTPCacheStatus.Staleness
  ) -> HTTPAnswer? {
    // An error of the origin says less than the failure.
    guard chosen.status.code < 400 || chosen.status.isHeuristicallyCacheable else { return nil }
    let freshness = freshness(chosen)
    guard CacheVerdict.survivesFailure(freshness, asked) else {
      let control = freshness.control
      let isForbidden =
        control.hasUnqualifiedNoCache
        || control.has("must-revalidate") && !freshness.isFresh
      return isForbidden ? unavailable(staleness) : nil
    }
    let status = HTTPCacheStatus(
      .store, age: freshness.wholeAge, remaining: freshness.wholeRemaining, staleness: staleness)
    return try? present(chosen, status)
  }
}

extension HTTPError {
  /// Why a stale response may be used, or nil. An untrusted certificate isn't a reason: it is reported.
  fileprivate var staleness: HTTPCacheStatus.Staleness? {
    switch self {
    case .offline, .noTransport, .nameNotFound, .refused, .proxy: .unreachable
    case .interrupted: .interrupted
    case .timedOut: .timedOut
    default: nil
    }
  }
}
