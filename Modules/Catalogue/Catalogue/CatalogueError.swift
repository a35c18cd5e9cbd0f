/// An error of a catalogue.
public enum CatalogueError: Error, Hashable, Sendable {
  /// There is no connection to the catalogue.
  case offline
  /// The connection ended before the answer was complete.
  case interrupted
  /// This machine can't send requests, in words of the network's code that say why, such as a missing library.
  case noTransport(String)
  /// The proxy refuses, or can't be used, in words of the network's code.
  case proxy(String)
  /// There is no connection that can be trusted.
  case untrusted(TrustProblem)
  /// The book or author does not exist, or no longer.
  case notFound
  /// The catalogue is busy or broken; a later retry may succeed. The status is that of the service's answer, or 0
  /// for a catalogue on this machine.
  case unavailable(status: Int)
  /// The catalogue refuses this search, and would again, such as one for a word that is too short. It answers
  /// other questions.
  case refused(status: Int)
  /// The answer took too long.
  case timedOut
  /// The answer could not be decoded.
  case unreadable
  /// The task was cancelled.
  case cancelled
}

extension CatalogueError {
  /// Whether the catalogue has not answered, or something else has in its place.
  var meansAway: Bool {
    switch self {
    case .offline, .interrupted, .noTransport, .proxy, .untrusted: true
    case .timedOut, .unavailable, .unreadable: true
    case .notFound, .refused, .cancelled: false
    }
  }
}

/// Why there is no connection to a server that can be trusted.
public enum TrustProblem: String, Hashable, Sendable, CaseIterable {
  /// Its certificate is too old, or not valid yet.
  case expired
  /// Its certificate is another host's.
  case wrongHost
  /// Its certificate is signed by itself, or by an authority that this machine does not trust.
  case unknownAuthority
  /// Its certificate is refused for another reason, or there is no agreement about TLS, as with a server that has
  /// none.
  case other
}
