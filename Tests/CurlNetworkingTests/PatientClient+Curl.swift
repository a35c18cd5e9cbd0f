import CurlNetworking
import TestKit

extension PatientClient {
  /// A client over libcurl. A connection is still used again when the next line of a test comes minutes later.
  init(_ configuration: CurlConfiguration = .direct) {
    var configuration = configuration
    configuration.connectionIdleTime = max(.seconds(3600), configuration.connectionIdleTime)
    self.init(CurlHTTPClient(configuration))
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
