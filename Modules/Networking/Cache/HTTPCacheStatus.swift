public import HTTP

/// How an ``HTTPCache`` came to a response, for a caller that tells its user.
///
/// It is read from the fields `Cache-Status` (RFC 9211) and `Age` of the response:
///
/// ```swift
/// let answer = try await cache.send(request)
/// if let status = answer.response.cacheStatus, status.staleness == .unreachable {
///   print("You're offline. This is \(status.age ?? 0) seconds old.")
/// }
/// ```
public struct HTTPCacheStatus: Hashable, Sendable {
  /// Where a response comes from.
  public enum Source: Hashable, Sendable {
    /// From the network.
    case network
    /// From the store, and the origin has confirmed it for this request.
    case validated
    /// From the store.
    case store
    /// From the cache itself: 504, because there is nothing that it may answer with.
    case generated
  }

  /// Why a response from the store is stale, or why the cache has to generate one.
  public enum Staleness: Hashable, Sendable {
    /// It is being refreshed, for the next request (RFC 5861, section 3).
    case refreshing
    /// The request accepts it (`max-stale`).
    case accepted
    /// The origin can't be reached.
    case unreachable
    /// The connection to the origin ends before the answer is complete.
    case interrupted
    /// The origin does not answer in time.
    case timedOut
    /// The origin answers with this status.
    case failing(Int)
  }

  /// Where the response comes from.
  public var source: Source
  /// The age of the response in seconds, or nil if it is not known, as mostly of one from the network.
  public var age: Int?
  /// The seconds for which a response from the store stays fresh, negative if it is stale.
  public var remaining: Int?
  /// Why it is stale, or of a generated one, why the origin has not answered; nil if neither is so, also for a
  /// request that the origin must not get (`only-if-cached`).
  public var staleness: Staleness?

  /// Creates a status, such as for a preview or a test of what is shown.
  public init(
    _ source: Source, age: Int? = nil, remaining: Int? = nil, staleness: Staleness? = nil
  ) {
    self.source = source
    self.age = age
    self.remaining = remaining
    self.staleness = staleness
  }
}

extension HTTPResponse {
  /// How the cache came to the response, or nil if none was asked last.
  public var cacheStatus: HTTPCacheStatus? { HTTPCacheStatus(headerFields) }
}

// MARK: Cache-Status

extension HTTPField.Name {
  /// `Cache-Status` (RFC 9211).
  static let cacheStatus = Self("Cache-Status")
}

extension HTTPCacheStatus {
  /// The name of the cache in `Cache-Status`.
  static let cacheName = "HTTPCache"
  /// The first word of `detail` for a response of the cache itself.
  private static let generated = "generated"

  /// The member of `Cache-Status` (RFC 9211, section 2).
  ///
  /// - Parameter forward: why the request was forwarded (section 2.2), for a response from the network.
  func member(forward: String?, status: Int) -> String {
    var parts = [Self.cacheName]
    switch (source, staleness) {
    case (.network, _): parts += ["fwd=\(forward ?? "miss")", "fwd-status=\(status)"]
    case (.validated, _): parts += ["fwd=stale", "fwd-status=304"]
    case (.store, .failing(let code)), (.generated, .failing(let code)):
      parts += ["fwd=stale", "fwd-status=\(code)"]
    case (.store, _): parts.append("hit")
    case (.generated, _): break
    }
    if let remaining { parts.append("ttl=\(remaining)") }
    let words = (source == .generated ? [Self.generated] : []) + (staleness.map { [$0.word] } ?? [])
    if !words.isEmpty { parts.append("detail=\(words.joined(separator: "-"))") }
    return parts.joined(separator: "; ")
  }

  /// Reads the last member of `Cache-Status`, which is the cache's that is nearest to the caller.
  init?(_ fields: HTTPFields) {
    guard let name = HTTPField.Name.cacheStatus,
      let member = FieldMembers.split(fields[values: name]).last
    else { return nil }
    let parts = FieldMembers.parts(member)
    guard parts.first == Self.cacheName[...] else { return nil }
    var values: [String: Substring] = [:]
    for part in parts.dropFirst() {
      let halves = part.split(separator: "=", maxSplits: 1)
      if let key = halves.first { values[String(key)] = halves.count == 2 ? halves[1] : "" }
    }
    age = fields[values: .age].first.flatMap { CacheControl.seconds($0) }
    remaining = values["ttl"].flatMap { Int($0) }
    let status = values["fwd-status"].flatMap { Int($0) }
    let words = values["detail"]?.split(separator: "-") ?? []
    staleness = words.last.flatMap { Staleness(word: $0, status: status) }
    if words.first == Self.generated[...] {
      source = .generated
    } else if values["hit"] != nil || staleness != nil {
      source = .store
    } else {
      source = values["fwd"] == "stale" && status == 304 && remaining != nil ? .validated : .network
    }
  }
}

extension HTTPCacheStatus.Staleness {
  /// The word in `detail`.
  fileprivate var word: String {
    switch self {
    case .refreshing: "refreshing"
    case .accepted: "accepted"
    case .unreachable: "unreachable"
    case .interrupted: "interrupted"
    case .timedOut: "timeout"
    case .failing: "failing"
    }
  }

  /// Reads a word of `detail`.
  fileprivate init?(word: Substring, status: Int?) {
    switch word {
    case "refreshing": self = .refreshing
    case "accepted": self = .accepted
    case "unreachable": self = .unreachable
    case "interrupted": self = .interrupted
    case "timeout": self = .timedOut
    case "failing": self = .failing(status ?? 500)
    default: return nil
    }
  }
}
