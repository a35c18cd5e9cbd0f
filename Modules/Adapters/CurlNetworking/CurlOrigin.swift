import HTTP

/// A scheme, host and port with its requests: those that run, and those that wait for a connection.
///
/// libcurl keeps one list of waiting transfers for all hosts, and looks only at its head: a transfer that waits
/// for a host that hangs would stop those to other hosts. So it gets a transfer only when there is room. Only the
/// loop's thread knows it.
final class CurlOrigin {
  typealias Instant = ContinuousClock.Instant

  /// A request that waits.
  struct Entry {
    let exchange: CurlExchange
    let since: Instant
  }

  let name: String
  /// Whether its last answer came over HTTP/2, which takes many requests on one connection; nil before the first.
  var isMultiplexed: Bool?
  /// Whether a request has timed out and none was answered since: each request gets a new connection.
  var isSilent = false
  /// When the last request timed out, if one has: older connections may be silent, also after an answer on a new one.
  private var lastTimeout: Instant?
  private(set) var waiting: [Entry] = []
  /// The requests that libcurl has, and how many of them have had a connection.
  private var (running, connected) = (0, 0)
  /// When the first of the attempts began of which none has led to a connection yet.
  private var attemptsBegan: Instant?

  init(name: String) {
    self.name = name
  }

  /// The name of the origin of an http or https address (RFC 9110, section 4.3.1), in lower case and without
  /// the usual port (section 4.2.3).
  static func name(of address: String) -> String {
    let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") }
    let end = address.utf8.dropFirst("https://".utf8.count).firstIndex(where: isEnd)
    let written = address[..<(end ?? address.endIndex)]
    let isUpper = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    let name = written.utf8.contains(where: isUpper) ? written.lowercased() : String(written)
    let port = name.hasPrefix("https:") ? ":443" : ":80"
    return name.hasSuffix(port) ? String(name.dropLast(port.count)) : name
  }

  private var isSecure: Bool { name.hasPrefix("https:") }

  /// Whether it has no requests.
  var isIdle: Bool { running == 0 && waiting.isEmpty }

  /// Whether a request may wait until the connection of another one is made, to use the same
  /// (`CURLOPT_PIPEWAIT`).
  var sharesConnections: Bool { isSecure && isMultiplexed != false }

  /// The connections that its requests take.
  var connections: Int { isMultiplexed == true ? min(running, 1) : running }

  /// Whether a further request needs no further connection.
  var needsNone: Bool { isMultiplexed == true && connected > 0 }

  /// Whether libcurl would begin the request that has waited longest at once.
  ///
  /// A TLS server says with its first connection whether it takes several requests on one: until then there is
  /// one request.
  ///
  /// - Parameters:
  ///   - limit: the most connections.
  ///   - most: the most requests that share connections.
  func hasRoom(upTo limit: Int, sharing most: Int) -> Bool {
    guard !waiting.isEmpty else { return false }
    guard running > 0 else { return true }
    guard connected > 0 || !sharesConnections else { return false }
    return running < (isMultiplexed == true ? most : limit)
  }

  // MARK: Requests

  /// Lets a request wait.
  func add(_ exchange: CurlExchange, at now: Instant) {
    waiting.append(Entry(exchange: exchange, since: now))
  }

  /// Takes the request that has waited longest.
  func next() -> Entry {
    waiting.removeFirst()
  }

  /// Forgets a request that waits.
  func remove(_ id: Int) {
    waiting.removeAll { $0.exchange.id == id }
  }

  /// Notes that libcurl gets a request.
  ///
  /// - Returns: the time for its connection. That in which it has waited for attempts of others counts if none
  ///   has led to a connection.
  func begin(_ entry: Entry, at now: Instant) -> Duration {
    running += 1
    let time = entry.exchange.options.connectTimeout
    guard connected == 0 else { return time }
    guard let began = attemptsBegan else {
      attemptsBegan = now
      return time
    }
    return time - (now - max(began, entry.since))
  }

  /// Notes that a request has a connection.
  func connect() {
    connected += 1
    attemptsBegan = nil
  }

  /// Notes that a request has timed out.
  func timeOut(at now: Instant) {
    isSilent = true
    lastTimeout = now
  }

  /// The age up to which a connection is used again, in whole seconds, or 0 for any (`CURLOPT_MAXLIFETIME_CONN`).
  ///
  /// Rounded up, so that connections that were made since the last timeout are kept; libcurl rounds their ages down, so
  /// that one from up to two seconds before it is used again. libcurl asks only idle connections for their age, and
  /// those to all hosts: with the next request to this origin others lose their older idle connections, too, and make
  /// new ones.
  func maximumLifetime(at now: Instant) -> Int {
    guard let lastTimeout else { return 0 }
    let (seconds, attoseconds) = (now - lastTimeout).components
    return max(1, Int(clamping: seconds) + (attoseconds > 0 ? 1 : 0))
  }

  /// Notes that libcurl has a request no longer.
  func end(_ entry: Entry, wasConnected: Bool, at now: Instant? = nil) {
    running -= 1
    if wasConnected {
      connected -= 1
      if connected == 0, running > 0 { attemptsBegan = now ?? .now }
    }
    if isIdle { attemptsBegan = nil }
  }

  /// Ends the waiting requests whose time is over.
  func endOverdue(at now: Instant) {
    guard !waiting.isEmpty else { return }
    waiting.removeAll { entry in
      guard let timeout = timeout(of: entry, at: now) else { return false }
      entry.exchange.end(.timedOut(timeout))
      return true
    }
  }

  private func timeout(of entry: Entry, at now: Instant) -> HTTPError.Timeout? {
    let options = entry.exchange.options
    if let whole = options.wholeTimeout, now - entry.since > whole { return .whole }
    guard running > 0, let began = attemptsBegan else { return nil }
    return now - max(began, entry.since) > options.connectTimeout ? .connect : nil
  }
}
