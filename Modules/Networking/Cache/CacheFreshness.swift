import Foundation
import HTTP

/// How old a stored response is, and how long it is fresh (RFC 9111, section 4.2).
struct CacheFreshness {
  /// The current age in seconds (section 4.2.3), never negative.
  let age: Double
  /// The freshness lifetime in seconds (section 4.2.1).
  let lifetime: Double
  /// The directives of the response.
  let control: CacheControl
  /// Whether the clock shows a time before the response arrived, so that its age is not known.
  let isAgeUnknown: Bool

  /// Whether the origin has sent a later response, so that its lifetime is over.
  let isSuperseded: Bool

  /// Whether the response is fresh.
  var isFresh: Bool { !isAgeUnknown && !isSuperseded && lifetime > age }
  /// The seconds for which it stays fresh; negative if it is stale.
  var remaining: Double {
    isAgeUnknown || isSuperseded ? min(0, lifetime - age) : lifetime - age
  }
  /// The age in whole seconds, at most 2^31.
  var wholeAge: Int { Int(min(age, Double(CacheControl.maximumSeconds))) }
  /// The remaining seconds as a whole number.
  var wholeRemaining: Int {
    let most = Double(CacheControl.maximumSeconds)
    return Int(min(max(remaining, -most), most).rounded(.down))
  }

  /// Calculates both.
  init(_ response: StoredResponse, now: Date) {
    let apparent = max(0, Double(HTTPDate(response.received).secondsSince1970 - response.date))
    let delay = max(0, response.received.timeIntervalSince(response.requested))
    let resident = now.timeIntervalSince(response.received)
    age = max(apparent, Self.ageValue(response.fields) + delay) + max(0, resident)
    isAgeUnknown = resident < 0
    isSuperseded = response.isSuperseded
    control = response.control
    lifetime = Self.lifetime(response, control)
  }

  /// The first member of `Age`; an invalid one is ignored (section 5.1).
  private static func ageValue(_ fields: HTTPFields) -> Double {
    guard let line = fields[values: .age].first else { return 0 }
    let first = line.prefix { $0 != "," }.trimmingBlanks
    return Double(CacheControl.seconds(first) ?? 0)
  }

  private static func lifetime(_ response: StoredResponse, _ control: CacheControl) -> Double {
    if let maximum = control.seconds("max-age") { return Double(maximum.orZero) }
    if let expires = response.fields[values: .expires].first {
      // An invalid date is in the past (section 5.3).
      let end = HTTPDate(expires, now: response.received)?.secondsSince1970
      return end.map { Double(max(0, $0 - response.date)) } ?? 0
    }
    // Heuristics, for statuses that allow it or a response marked as cacheable (section 4.2.2).
    guard response.status.isHeuristicallyCacheable || control.has("public"),
      let modified = response.modified
    else { return 0 }
    // A tenth of the time for which the representation had not changed, at most a week.
    return min(Double(max(0, response.date - modified)) * 0.1, 604_800)
  }
}

extension HTTPResponse.Status {
  /// Whether a response may be stored without explicit freshness (RFC 9110, section 15.1).
  var isHeuristicallyCacheable: Bool {
    [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(code)
  }

  /// Whether the cache knows what the status means for caching, as `must-understand` asks (RFC
  /// 9111, section 5.2.2.3): the final statuses of RFC 9110, section 15.
  var isUnderstood: Bool {
    switch code {
    case 200...206, 300...305, 307, 308, 400...417, 421, 422, 426, 500...505: true
    default: false
    }
  }
}
