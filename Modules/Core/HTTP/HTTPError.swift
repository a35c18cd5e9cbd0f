/// Why there is no response, or no more of its body.
public enum HTTPError: Error, Hashable, Sendable {
  /// A time of ``HTTPOptions``.
  public enum Timeout: Hashable, Sendable {
    /// For name, connection and TLS.
    case connect
    /// From the connection to the head of the response.
    case firstByte
    /// Without a byte of a body.
    case idle
    /// For everything.
    case whole
  }

  /// Why a server's certificate was not accepted.
  public enum Certificate: Hashable, Sendable {
    /// It is too old, or not valid yet.
    case expired
    /// It is another host's.
    case wrongHost
    /// It is signed by itself, or by an authority that this machine does not trust.
    case untrusted
    /// Another reason, in the words of the TLS library.
    case other(String)
  }

  /// There is no network.
  case offline
  /// This machine can't send requests, in words that say why, and what to do about it.
  case noTransport(String)
  /// The host's name is not known, or the name server does not answer.
  case nameNotFound(host: String)
  /// The host accepts no connection.
  case refused(host: String)
  /// The connection ended before the answer was complete.
  case interrupted(host: String)
  /// The server's certificate was refused, so the connection is not secure.
  case certificate(Certificate, host: String)
  /// There was no agreement about TLS, in the words of the TLS library.
  case tls(String, host: String)
  /// The time is over.
  case timedOut(Timeout)
  /// The body is larger than ``HTTPOptions/maximumBodySize``, or a reader's limit, in bytes.
  case tooLarge(limit: Int)
  /// The header is larger, in bytes, or has more fields than the transport takes.
  case headerTooLarge
  /// More redirects than ``HTTPOptions/maximumRedirects``, or one in a circle.
  case tooManyRedirects
  /// A redirect to a URL that isn't http or https, or one that asks to send a body that can't be sent again, or to
  /// send it to another server.
  case forbiddenRedirect
  /// The request has no http or https URL with a host, its body is not as long as it says, or a HEAD has a
  /// body.
  case invalidRequest
  /// The proxy refused, or can't be used.
  case proxy(String)
  /// The task was cancelled, or the process ends before the answer is complete.
  case cancelled
  /// The server violated the protocol.
  case malformed(String)
  /// A recording has no answer, or no further one, to a request of this method and URL.
  case notRecorded(method: String, url: String)
}

extension HTTPError {
  /// Whether it proves that the origin was sent nothing by this attempt. An invalid request proves nothing: its body
  /// may have been sent before it turned out to be too long.
  package var isBeforeSending: Bool {
    switch self {
    case .offline, .noTransport, .nameNotFound, .refused, .proxy, .certificate, .tls,
      .timedOut(.connect):
      true
    default: false
    }
  }
}

extension HTTPError: CustomStringConvertible {
  /// The problem in English, for a log. Screens have words of their own.
  public var description: String {
    switch self {
    case .offline: "no network"
    case .noTransport(let why): "requests can't be sent: \(why)"
    case .nameNotFound(let host): "no address for \(host)"
    case .refused(let host): "\(host) refused the connection"
    case .interrupted(let host): "the connection to \(host) ended before the answer was complete"
    case .certificate(.expired, let host):
      "the certificate of \(host) has expired or is not valid yet"
    case .certificate(.wrongHost, let host): "the certificate is not that of \(host)"
    case .certificate(.untrusted, let host):
      "no trusted authority has signed the certificate of \(host)"
    case .certificate(.other(let why), let host): "the certificate of \(host) was refused: \(why)"
    case .tls(let why, let host): "no secure connection to \(host): \(why)"
    case .timedOut(.connect): "no connection in time"
    case .timedOut(.firstByte): "no answer in time"
    case .timedOut(.idle): "the connection went silent"
    case .timedOut(.whole): "the answer was not complete in time"
    case .tooLarge(let limit): "the body is larger than \(limit) bytes"
    case .headerTooLarge: "the header is too large"
    case .tooManyRedirects: "too many redirects"
    case .forbiddenRedirect: "a redirect that must not be followed"
    case .invalidRequest:
      "a request without a usable URL, with a body of another length, or HEAD with a body"
    case .proxy(let why): "the proxy can't be used: \(why)"
    case .cancelled: "cancelled"
    case .malformed(let what): "a malformed answer: \(what)"
    case .notRecorded(let method, let url): "no recorded answer to \(method) \(url)"
    }
  }
}
