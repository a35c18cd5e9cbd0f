public import HTTP

/// How an ``HTTPCache`` came to a response, for a caller that tells its user.
///
/// It is read from the fields `Cache-Status` (RFC 9211) and `Age` of the response:
///
/// ```swift
/// let answer = try await cache.send(request)
/// if let status = answer.response.cacheStatus, status.staleness == .unreachable, let age =
/// status.age {
///   print("You're offline. This is \(age) seconds old.")
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

  /// Why a response from the store is stale.
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
  /// The age of the response in seconds, or nil if it is not known: of one from the network,
  /// mostly.
  public var age: Int?
  /// The seconds for which a response from the store stays fresh, negative if it is stale.
  public var remaining: Int?
  /// Why it is stale, or nil if it is not.
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

  /// The member of `Cache-Status` (RFC 9211, section 2).
  ///
  /// - Parameter forward: why the request was forwarded (section 2.2), for a response from the
  ///   network.
  func member(forward: String?, status: Int) -> String {
    var parts = [Self.cacheName]
    switch (source, staleness) {
    case (.network, _): parts += ["fwd=\(forward ?? "miss")", "fwd-status=\(status)"]
    case (.validated, _): parts += ["fwd=stale", "fwd-status=304"]
    case (.store, .failing(let code)): parts += ["fwd=stale", "fwd-status=\(code)"]
    case (.store, _): parts.append("hit")
    case (.generated, _): parts.append("detail=generated")
    }
    if let remaining { parts.append("ttl=\(remaining)") }
    switch staleness {
    case .refreshing: parts.append("detail=refreshing")
    case .accepted: parts.append("detail=accepted")
    case .unreachable: parts.append("detail=unreachable")
    case .interrupted: parts.append("detail=interrupted")
    case .timedOut: parts.append("detail=timeout")
    case .failing: parts.append("detail=failing")
    case nil: break
    }
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
    switch values["detail"] {
    case "refreshing": staleness = .refreshing
    case "accepted": staleness = .accepted
    case "unreachable": staleness = .unreachable
    case "interrupted": staleness = .interrupted
    case "timeout": staleness = .timedOut
    case "failing": staleness = .failing(status ?? 500)
    default: staleness = nil
    }
    if values["detail"] == "generated" {
      source = .generated
    } else if values["hit"] != nil || staleness != nil {
      source = .store
    } else {
      source = values["fwd"] == "stale" && status == 304 && remaining != nil ? .validated : .network
    }
  }
}
