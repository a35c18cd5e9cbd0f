import CCurl

/// How a ``CurlHTTPClient`` connects.
public struct CurlConfiguration: Sendable {
  /// The certificates that are trusted. They are verified in every case.
  public enum Trust: Hashable, Sendable {
    /// Those that `CURL_CA_BUNDLE` names, or else `SSL_CERT_FILE` and `SSL_CERT_DIR`, as for the program curl;
    /// without these variables those of the machine.
    case environment
    /// Those of the machine.
    case system
    /// Those of a file in PEM format, and no others.
    case file(String)
    /// Those of a folder that openssl's `rehash` has prepared, and no others.
    case folder(String)
  }

  /// The proxy.
  public enum Proxy: Hashable, Sendable {
    /// That of the variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, as curl reads them.
    case environment
    /// None.
    case none
    /// This one, except for the hosts that the second list names, as in `no_proxy`.
    case url(String, except: String = "")
  }

  /// The most connections to one origin (scheme, host and port); further requests wait.
  public var connectionsPerHost = 16
  /// The most requests at a time to one origin that takes several on one connection (HTTP/2); further ones wait. An
  /// origin that allows fewer on one connection gets more connections, at most one for each request.
  public var requestsPerHost = 100
  /// The most connections in all; as many idle connections are kept.
  public var connections = 128
  /// How long a connection may be idle and still be used again, in whole seconds, at least one; libcurl's
  /// own time unless it is set (`CURLOPT_MAXAGE_CONN`).
  public var connectionIdleTime = Duration.seconds(118)
  /// The certificates that are trusted.
  public var trust = Trust.environment
  /// The proxy.
  public var proxy = Proxy.environment

  /// Creates the usual configuration.
  public init() {}

  /// Sets what each handle has to know: how old a connection may be, and the proxy.
  func apply(to handle: CurlHandle) {
    let idle = min(max(connectionIdleTime, .seconds(1)), .seconds(Int32.max))
    handle.set(CURLOPT_MAXAGE_CONN, Int(idle.components.seconds))
    switch proxy {
    case .environment: break
    case .none: handle.set(CURLOPT_PROXY, "")
    case .url(let url, let exceptions):
      handle.set(CURLOPT_PROXY, url)
      handle.set(CURLOPT_NOPROXY, exceptions)
    }
  }
}
