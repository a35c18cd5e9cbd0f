import CCurl
import Foundation

/// How a ``CurlHTTPClient`` connects.
public struct CurlConfiguration: Sendable {
  /// The certificates that are trusted. They are verified in every case.
  public enum Trust: Hashable, Sendable {
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
    /// This one, but for the hosts that the second list names, as in `no_proxy`.
    case url(String, except: String = "")
  }

  /// The most connections to one host; further requests wait.
  public var connectionsPerHost = 16
  /// The most connections in all.
  public var connections = 128
  /// The certificates that are trusted.
  public var trust = Trust.system
  /// The proxy.
  public var proxy = Proxy.environment

  /// Creates the usual configuration.
  public init() {}

  /// Debian's and others' folder of single certificates: one is read where a whole bundle would be parsed.
  private static let systemFolder: String? = {
    let folder = "/etc/ssl/certs"
    // Files that are named by a hash of their subject are what openssl looks for.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { $0.utf8.count == 10 && $0.hasSuffix(".0") } ? folder : nil
  }()

  func apply(to transfer: CurlTransfer) {
    switch trust {
    case .system:
      if let folder = Self.systemFolder {
        transfer.set(CURLOPT_CAINFO, nil)
        transfer.set(CURLOPT_CAPATH, folder)
      }
    case .file(let path):
      transfer.set(CURLOPT_CAPATH, nil)
      transfer.set(CURLOPT_CAINFO, path)
    case .folder(let path):
      transfer.set(CURLOPT_CAINFO, nil)
      transfer.set(CURLOPT_CAPATH, path)
    }
    switch proxy {
    case .environment: break
    case .none: transfer.set(CURLOPT_PROXY, "")
    case .url(let url, let exceptions):
      transfer.set(CURLOPT_PROXY, url)
      transfer.set(CURLOPT_NOPROXY, exceptions)
    }
  }
}
