import HTTP

/// The directives of a request to the cache (RFC 9111, section 5.2.1).
struct CacheRequest {
  /// The staleness that a request accepts.
  enum Staleness {
    /// Of any age.
    case any
    /// Of at most these seconds.
    case seconds(Int)
  }

  let noStore: Bool
  /// Validation is asked for; `Pragma: no-cache` counts without `Cache-Control` (section 5.4).
  let noCache: Bool
  let onlyIfCached: Bool
  /// The highest age; an invalid one is 0.
  let maximumAge: Int?
  /// For how long the response must stay fresh.
  let minimumFreshness: Int?
  let maximumStaleness: Staleness?
  /// RFC 5861, section 4.
  let staleIfError: Int?

  /// Reads the fields of a request.
  init(_ fields: HTTPFields) {
    let lines = fields[values: .cacheControl]
    let control = CacheControl(lines)
    noStore = control.has("no-store")
    let pragma = lines.isEmpty ? fields[values: .pragma] : []
    noCache = control.has("no-cache") || CacheControl(pragma).has("no-cache")
    onlyIfCached = control.has("only-if-cached")
    maximumAge = control.seconds("max-age")?.orZero
    minimumFreshness = control.seconds("min-fresh").map {
      if case .some(let seconds) = $0 { seconds } else { Int.max }
    }
    if control.isBare("max-stale") {
      maximumStaleness = .any
    } else {
      maximumStaleness = control.seconds("max-stale").map { .seconds($0.orZero) }
    }
    staleIfError = control.seconds("stale-if-error").map(\.orZero)
  }
}
