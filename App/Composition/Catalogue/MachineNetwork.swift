public import HTTP

#if canImport(CurlNetworking)
  import CurlNetworking
#endif

extension AppWorld.Options {
  /// The network of the machine, or nil where there is no libcurl.
  public static let machineNetwork: (@Sendable () -> any HTTPClient)? = {
    #if canImport(CurlNetworking)
      return { CurlHTTPClient() }
    #else
      return nil
    #endif
  }()
}
