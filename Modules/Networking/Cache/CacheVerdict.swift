/// Whether a stored response answers a request without the origin (RFC 9111, section 4).
enum CacheVerdict: Hashable {
  /// It is fresh enough.
  case fresh
  /// It is stale, and the request accepts that (`max-stale`).
  case acceptedStale
  /// It is stale, and is to be refreshed meanwhile (`stale-while-revalidate`, RFC 5861, section 3).
  case refreshing
  /// It is to be validated because it is stale.
  case stale
  /// It is to be validated because the request asks for it.
  case demanded

  /// Judges a response.
  init(_ freshness: CacheFreshness, for request: CacheRequest) {
    let control = freshness.control
    if request.noCache {
      self = .demanded
    } else if control.hasUnqualifiedNoCache {
      self = .stale
    } else if freshness.isFresh {
      self = Self.isEnough(freshness, request) ? .fresh : .demanded
    } else if control.has("must-revalidate") {
      self = .stale
    } else if !Self.isYoungEnough(freshness, request) {
      self = .stale
    } else {
      self = Self.stale(freshness, request)
    }
  }

  /// Whether a fresh response is fresh enough for a request.
  private static func isEnough(
    _ freshness: CacheFreshness, _ request: CacheRequest
  ) -> Bool {
    if let minimum = request.minimumFreshness, freshness.remaining < Double(minimum) {
      return false
    }
    // Reloading does not validate what never changes (RFC 8246, section 2).
    return isYoungEnough(freshness, request)
      || request.maximumAge == 0 && freshness.control.has("immutable")
  }

  /// Whether a request accepts the age of a response: `max-stale` extends `max-age` (RFC 9111, section 5.2.1.1),
  /// and `max-age=0` without it is a reload.
  private static func isYoungEnough(
    _ freshness: CacheFreshness, _ request: CacheRequest
  ) -> Bool {
    guard let maximum = request.maximumAge else { return true }
    let excess = freshness.age - Double(maximum)
    return switch request.maximumStaleness {
    case nil: maximum > 0 && excess <= 0
    case .any: true
    case .seconds(let seconds): excess <= Double(seconds)
    }
  }

  private static func stale(
    _ freshness: CacheFreshness, _ request: CacheRequest
  ) -> Self {
    // A highest age excludes stale responses, unless `max-stale` accepts them (RFC 9111, section 5.2.1.1).
    if request.maximumAge != nil, request.maximumStaleness == nil { return .stale }
    if request.minimumFreshness != nil { return .stale }
    // Any age, so also an unknown one (RFC 9111, section 5.2.1.2).
    if case .any = request.maximumStaleness { return .acceptedStale }
    if freshness.isAgeUnknown { return .stale }
    switch request.maximumStaleness {
    case .seconds(let seconds) where -freshness.remaining <= Double(seconds): return .acceptedStale
    default: break
    }
    if case .some(let seconds)? = freshness.control.seconds("stale-while-revalidate"),
      -freshness.remaining <= Double(seconds)
    {
      return .refreshing
    }
    return .stale
  }
}

extension CacheVerdict {
  /// Whether a stale response may be the answer when there is none from the origin (RFC 9111,
  /// section 4.2.4; RFC 5861, section 4).
  ///
  /// A stated limit to staleness holds, of several the longest one; without one, any age is better
  /// than nothing.
  static func survivesFailure(
    _ freshness: CacheFreshness, _ request: CacheRequest
  ) -> Bool {
    let control = freshness.control
    if request.noCache || control.hasUnqualifiedNoCache { return false }
    if control.has("must-revalidate"), !freshness.isFresh { return false }
    let staleness = max(0, -freshness.remaining)
    var limits = [control.seconds("stale-if-error").map(\.orZero), request.staleIfError]
      .compactMap(\.self)
    if case .seconds(let seconds)? = request.maximumStaleness, isYoungEnough(freshness, request) {
      limits.append(seconds)
    }
    if !limits.isEmpty { return limits.contains { staleness <= Double($0) } }
    if let maximum = request.maximumAge, freshness.age > Double(maximum) { return false }
    return request.minimumFreshness == nil
  }
}
