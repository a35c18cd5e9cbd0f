import Foundation
import HTTP
import Services

extension CacheExchange {
  /// An answer of the client, with its times.
  struct Arrival: Sendable {
    let answer: HTTPAnswer
    let requested: Date
    let received: Date

    init(_ answer: HTTPAnswer, requested: Date, received: Date) {
      self.answer = answer
      self.requested = requested
      self.received = received
    }
  }

  // MARK: Other requests

  /// Sends a request that the store has no part in, unless only the store is asked.
  func pass(_ body: HTTPBody?, _ reason: String) async throws(HTTPError) -> HTTPAnswer {
    if asked.onlyIfCached, request.method.isSafe { return unavailable() }
    return network(try await cache.client.send(request, body: body, options: options), reason)
  }

  /// Sends an unsafe request, and invalidates what it changes (RFC 9111, section 4.4).
  func change(_ key: String, _ body: HTTPBody?) async throws(HTTPError) -> HTTPAnswer {
    let clearing = await store.lastClearing(of: key)
    let requested = cache.clock.now
    let answer: HTTPAnswer
    do throws(HTTPError) {
      answer = try await cache.client.send(request, body: body, options: options)
    } catch {
      // The origin may have done what it was asked for.
      if !error.isBeforeSending { _ = await store.invalidate(key, unlessClearedAfter: clearing) }
      throw error
    }
    let arrival = Arrival(answer, requested: requested, received: cache.clock.now)
    let fields = answer.response.headerFields
    guard (200..<400).contains(answer.response.status.code) else {
      // The origin no longer has the stored response, perhaps because of an earlier attempt whose answer was
      // lost. Or a gateway answers, which can't tell whether the origin has done what this or an earlier
      // attempt asked for.
      let uncertain: [HTTPResponse.Status] = [
        .notFound, .gone, .preconditionFailed, .badGateway, .serviceUnavailable, .gatewayTimeout,
      ]
      if uncertain.contains(answer.response.status) {
        _ = await store.invalidate(key, unlessClearedAfter: clearing)
      }
      return network(answer, "method")
    }
    let named = [HTTPField.Name.location, .contentLocation].flatMap {
      CacheKey.texts($0, in: fields, of: request.url)
    }
    let noted = await store.invalidate(key, and: named, unlessClearedAfter: clearing)
    guard isPostOfItself(answer.response, key) else { return network(answer, "method") }
    return await keep(arrival, Found(key: key, clearing: noted), "method")
  }

  /// Whether the response to a POST may answer a later GET (RFC 9110, section 9.3.3).
  private func isPostOfItself(_ response: HTTPResponse, _ key: String) -> Bool {
    let fields = response.headerFields
    let control = CacheControl(fields[values: .cacheControl])
    return request.method == .post && response.status == .ok
      && (control.has("max-age") || fields.contains(.expires))
      && CacheKey.texts(.contentLocation, in: fields, of: request.url) == [key]
      && mayStore(response)
  }

  // MARK: Storing

  /// Stores an answer if that is allowed, and passes it on.
  func record(_ arrival: Arrival, _ found: Found, _ reason: String) async -> HTTPAnswer {
    let response = arrival.answer.response
    if request.method == .head, response.status == .ok {
      let known = found.all.filter {
        $0.kind == .get && $0.isWhole
          && $0.selection.matches(request.headerFields, salt: store.salt)
      }
      if !known.isEmpty {
        await updateByHead(known, arrival, found)
        return network(arrival.answer, reason)
      }
    }
    guard mayStore(response) else {
      await removeOutdated(found, after: response)
      return network(arrival.answer, reason)
    }
    return await keep(arrival, found, reason)
  }

  /// Deletes what the request selects after a response that is not stored in its place: it is not what the
  /// origin has now (RFC 9111, section 4.3.3).
  private func removeOutdated(_ found: Found, after response: HTTPResponse) async {
    for old in outdated(found, after: response) {
      await store.remove(old, received: old.received)
    }
  }

  /// Returns what the request selects, if a response says that it is not what the origin has now.
  private func outdated(_ found: Found, after response: HTTPResponse) -> [StoredResponse] {
    guard response.status.code < 400, request.method == .get, response.status != .notModified,
      !request.headerFields.contains(.range)
    else { return [] }
    return found.all.filter {
      $0.kind == .get && $0.selection.matches(request.headerFields, salt: store.salt)
    }
  }

  /// Stores an answer as its body arrives.
  private func keep(_ arrival: Arrival, _ found: Found, _ reason: String) async -> HTTPAnswer {
    let answer = arrival.answer
    let fields = answer.response.headerFields
    var stored = StoredResponse(
      kind: request.method == .head ? .head : .get,
      selection: CacheSelection(request.headerFields, varyingBy: fields, salt: store.salt),
      status: answer.response.status, fields: StoredResponse.storable(fields),
      isDecoded: answer.response.isDecoded, requested: arrival.requested,
      received: arrival.received)
    stored.addDate()
    // An error that is stale at once would only take the place of what is stored.
    let status = stored.status
    guard status.code < 400 || status.isHeuristicallyCacheable || freshness(stored).isFresh else {
      return network(answer, reason)
    }
    // Its body may not arrive completely. What is stored stays for times without the origin.
    let outdated = outdated(found, after: answer.response)
    await store.supersede(outdated.filter { freshness($0).isFresh })
    let finish: @Sendable (Data) async -> Void = { [self, stored] body in
      await self.finish(stored, body, found)
    }
    var passed = network(answer, reason)
    if request.method == .head || answer.response.status == .noContent || answer.body.length == 0 {
      await finish(Data())
    } else if answer.body.length ?? 0 > store.maximumStoredBody {
      await removeOutdated(found, after: answer.response)
    } else if let data = answer.body.data {
      await finish(data)
    } else {
      let recorded = RecordedBody(
        answer.body, upTo: store.maximumStoredBody,
        onOverflow: { [response = answer.response] in
          await removeOutdated(found, after: response)
        }, finish: finish)
      passed.body = recorded.body(length: answer.body.length)
      // A redirect is followed without reading its body.
      if answer.response.status.isRedirect,
        let data = await recorded.readAhead(
          upTo: 64 << 10, within: .seconds(1), by: cache.clock)
      {
        passed.body = HTTPBody(data)
      }
    }
    return passed
  }

  /// Stores a response with its complete body, combined with what is stored of the same representation. A part
  /// that can't be combined with a stored whole response makes that stale, and does not replace it. One that answers
  /// `If-Range` is stored only combined, and makes a stored response of another representation stale.
  private func finish(_ response: StoredResponse, _ body: Data, _ found: Found) async {
    var response = response
    response.body = body
    if response.kind == .get, response.status != .noContent {
      guard response.hasFittingLength(body.count) else { return }
    }
    if let place = response.contentRange {
      guard !body.isEmpty, body.count <= place.count else { return }
      if let chosen = found.chosen, let combined = chosen.combined(with: response),
        combined.body.count <= store.maximumStoredBody
      {
        response = combined
        // The part may omit fields that the stored response has, such as `Vary`.
        response.selection = CacheSelection(
          request.headerFields, varyingBy: combined.fields, salt: store.salt)
      } else if request.headerFields.contains(.ifRange) {
        // The part may omit fields that its caller has from an earlier response, such as the coding (RFC 9110,
        // section 15.3.7), so it is not stored by itself.
        let others = [found.chosen].compactMap(\.self).filter { !$0.isSame(as: response) }
        return await store.supersede(others)
      }
      response.becomeWholeIfComplete()
      if !response.isWhole, let chosen = found.chosen, chosen.status == .ok {
        return await store.supersede([chosen])
      }
    }
    await put(response, found)
  }

  /// Writes a response, unless the store was cleared or changed since it was requested.
  func put(_ response: StoredResponse, _ found: Found) async {
    await store.put(
      response, for: found.key, request: request.headerFields, now: cache.clock.now,
      unlessClearedAfter: found.clearing)
  }

  // MARK: Rules

  /// Whether a response may be stored (RFC 9111, section 3).
  func mayStore(_ response: HTTPResponse) -> Bool {
    let (status, fields) = (response.status, response.headerFields)
    let control = CacheControl(fields[values: .cacheControl])
    guard (200...599).contains(status.code), status != .notModified, !asked.noStore,
      !control.forbidsStoring(status)
    else { return false }
    if request.headerFields.contains(.range), status != .partialContent {
      // Without the range a client would have decoded the whole.
      guard status == .ok, !fields.contains(.contentEncoding) else { return false }
    }
    if status == .partialContent {
      guard request.headerFields.contains(.range), request.method == .get,
        fields[values: .contentRange].compactMap({ ContentRange($0) }).count == 1
      else { return false }
    }
    guard CacheTables.text(fields).utf8.count <= CacheTables.maximumHeaderSize else { return false }
    return status.isHeuristicallyCacheable || fields.contains(.expires)
      || ["public", "private", "max-age"].contains { control.has($0) }
  }
}

extension HTTPResponse.Status {
  fileprivate var isRedirect: Bool { [301, 302, 303, 307, 308].contains(code) }
}
