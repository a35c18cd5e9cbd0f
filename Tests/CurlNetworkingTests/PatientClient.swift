import CurlNetworking
import HTTP

/// A client whose requests have the time that a busy machine needs, unless a test gives them another one. A
/// connection is still used again when the next line of a test comes minutes later.
struct PatientClient: HTTPClient {
  private let client: CurlHTTPClient

  init(_ configuration: CurlConfiguration = .direct) {
    var configuration = configuration
    configuration.connectionIdleTime = max(.seconds(3600), configuration.connectionIdleTime)
    client = CurlHTTPClient(configuration)
  }

  func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    try await client.send(request, body: body, options: options.patient)
  }
}

extension HTTPOptions {
  /// These options with ten minutes in the place of each usual time.
  var patient: HTTPOptions {
    let usual = HTTPOptions()
    var options = self
    for time in [\HTTPOptions.connectTimeout, \.firstByteTimeout, \.idleTimeout]
    where options[keyPath: time] == usual[keyPath: time] {
      options[keyPath: time] = .seconds(600)
    }
    return options
  }
}

extension CurlConfiguration {
  /// No proxy, whatever the machine's variables say.
  static var direct: Self {
    var configuration = Self()
    configuration.proxy = .none
    return configuration
  }
}
