public import HTTP

/// A client whose requests have the time that a busy machine needs.
///
/// Each of the three times that limit a wait (to connect, to the first byte, between bytes) is ten minutes instead of
/// the usual one; a time that a request sets itself stays.
public struct PatientClient: HTTPClient {
  private let client: any HTTPClient
  private let wholeTimeout: Duration?

  /// Creates a client over another one.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - wholeTimeout: the whole time of each request, instead of its own; `nil` leaves its own.
  public init(_ client: any HTTPClient, wholeTimeout: Duration? = nil) {
    (self.client, self.wholeTimeout) = (client, wholeTimeout)
  }

  /// Sends a request with these times. Throws what the client throws.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    let usual = HTTPOptions()
    var options = options
    for time in [\HTTPOptions.connectTimeout, \.firstByteTimeout, \.idleTimeout]
    where options[keyPath: time] == usual[keyPath: time] {
      options[keyPath: time] = .seconds(600)
    }
    options.wholeTimeout = wholeTimeout ?? options.wholeTimeout
    return try await client.send(request, body: body, options: options)
  }
}
