public import HTTP

#if canImport(CurlNetworking)
  import CurlNetworking
#endif

extension AppOptions {
  /// The network of the machine, or nil where there is no libcurl.
  public static let machineNetwork: (@Sendable () -> any HTTPClient)? = {
    #if canImport(CurlNetworking)
      return {
        var configuration = CurlConfiguration()
        // An answer is collected up to its limit, so this many limits are the most memory.
        configuration.connectionsPerHost = 6
        configuration.requestsPerHost = 6
        return CurlHTTPClient(configuration)
      }
    #else
      return nil
    #endif
  }()
}
