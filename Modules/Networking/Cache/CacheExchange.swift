import Foundation
import HTTP
import Services

/// One request to a cache.
struct CacheExchange: Sendable {
  /// The stored responses of a request's URL.
  struct Found: Sendable {
    /// The URL, as it is stored.
    let key: String
    var all: [StoredResponse] = []
    /// The one that the request selects, with its body.
    var chosen: StoredResponse?
    /// The last clearing, or change of the origin, before the request, or nil if it is not known.
    var clearing: Int?
  }

  let cache: HTTPCache
  let request: HTTPRequest
  let options: HTTPOptions
  let asked: CacheRequest

  var store: CacheStore { cache.store }

  init(_ cache: HTTPCache, _ request: HTTPRequest, _ options: HTTPOptions) {
    self.cache = cache
    self.request = request
    self.options = options
    asked = CacheRequest(request.headerFields)
  }

  /// Answers the request.
  func answer(_ body: HTTPBody?) async throws(HTTPError) -> HTTPAnswer {
    if Task.isCancelled { throw .cancelled }
    guard let key = CacheKey.text(request.url) else { return try await pass(body, "bypass") }
    if !request.method.isSafe { return try await change(key, body) }
    guard body == nil, isCacheable else {
      let isRead = [.get, .head].contains(request.method)
      return try await pass(body, isRead ? "bypass" : "method")
    }
    if asked.noStore, !asked.onlyIfCached { return try await pass(nil, "request") }

    let found = await store.find(key) { choose(among: $0) }
    // The read of a cancelled task fails, which says nothing of what is stored.
    if Task.isCancelled { throw .cancelled }
    if let chosen = found.chosen, let answer = try reuse(chosen, found) { return answer }
    if asked.onlyIfCached { return unavailable() }
    return try await forward(found)
  }

  /// Whether the store may answer the request: GET and HEAD, but none with preconditions for the
  /// origin alone (RFC 9111, section 4.3.2).
  private var isCacheable: Bool {
    let fields = request.headerFields
    guard request.method == .get || request.method == .head else { return false }
    return !fields.contains(.ifMatch) && !fields.contains(.ifUnmodifiedSince)
      && fields[.ifNoneMatch] != "*"
  }

  /// Answers from the store if that needs no other answer.
  private func reuse(_ chosen: StoredResponse, _ found: Found) throws(HTTPError) -> HTTPAnswer? {
    let freshness = freshness(chosen)
    var status = HTTPCacheStatus(
      .store, age: freshness.wholeAge, remaining: freshness.wholeRemaining)
    switch CacheVerdict(freshness, for: asked) {
    case .stale, .demanded: return nil
    case .fresh: return try present(chosen, status)
    case .acceptedStale:
      status.staleness = .accepted
      return try present(chosen, status)
    case .refreshing:
      status.staleness = .refreshing
      guard let answer = try present(chosen, status) else { return nil }
      if !asked.onlyIfCached { refresh(found) }
      return answer
    }
  }

  /// Chooses the response that the request selects (section 4.1): the most recent one. One that omits `Vary`, perhaps
  /// by mistake, is chosen only if no other one matches.
  func choose(among all: [StoredResponse]) -> StoredResponse? {
    let fields = request.headerFields
    let suitable = all.filter { $0.kind == .get || request.method == .head }
    var matching = suitable.filter { $0.selection.matches(fields, salt: store.salt) }
    if matching.isEmpty {
      matching = suitable.filter {
        let language = $0.fields[values: .contentLanguage]
        return $0.selection.matches(
          fields, preferring: language.count == 1 ? language[0] : nil, salt: store.salt)
      }
    }
    let varying = matching.filter { $0.fields.contains(.vary) }
    return (varying.isEmpty ? matching : varying).max {
      ($0.date, $0.received) < ($1.date, $1.received)
    }
  }

  func freshness(_ response: StoredResponse) -> CacheFreshness {
    CacheFreshness(response, now: cache.clock.now)
  }

  /// Refreshes the chosen response in the background (RFC 5861, section 3); one with a body by GET, also for HEAD.
  private func refresh(_ found: Found) {
    var request = request
    if found.chosen?.kind == .get { request.method = .get }
    for name in [HTTPField.Name.ifNoneMatch, .ifModifiedSince, .ifRange] {
      request.headerFields[name] = nil
    }
    if found.chosen?.isWhole == true { request.headerFields[.range] = nil }
    let exchange = CacheExchange(cache, request, options)
    let selection = found.chosen?.selection.text ?? ""
    cache.refreshes.start("\(found.key)\n\(selection)") { [logger = store.logger] in
      do throws(HTTPError) {
        var chunks = try await exchange.forward(found).body.makeAsyncIterator()
        while try await chunks.next() != nil {}
      } catch {
        logger.log(.info, "HTTP cache: a response was not refreshed: \(error)")
      }
    }
  }
}
