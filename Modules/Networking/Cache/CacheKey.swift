import Foundation
import HTTP

/// The URL that responses are stored under: the target URI (RFC 9111, section 2).
enum CacheKey {
  /// The longest URL of a stored response, in bytes.
  private static let longest = 8 << 10

  /// Returns the text of a URL as it is requested: without fragment, user and password, with scheme
  /// and host in lower case and without the scheme's usual port (RFC 9110, section 4.2.3); nil for
  /// a URL that is neither http nor https.
  static func text(_ url: URL) -> String? {
    guard url.isHTTP, let scheme = url.scheme?.lowercased(),
      let host = url.host(percentEncoded: true)?.lowercased()
    else { return nil }
    let port = url.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let text = "\(scheme)://\(name)\(port)\(path.isEmpty ? "/" : path)\(query)"
    return text.utf8.count <= longest ? text : nil
  }

  /// Returns the origin of a key: its scheme, host and port (RFC 9110, section 4.3.1).
  static func origin(of key: String) -> String {
    key.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//")
  }

  /// Returns the texts of the URLs that a field names, if they have the same origin.
  static func texts(_ name: HTTPField.Name, in response: HTTPFields, of url: URL) -> [String] {
    response[values: name].compactMap { line in
      // An empty reference is the URL itself (RFC 3986, section 4.4), which Foundation does not
      // parse.
      let named = line.isEmpty ? url : URL(string: line, relativeTo: url)?.absoluteURL
      guard let other = named, other.isHTTP,
        other.hasOrigin(of: url)
      else { return nil }
      return text(other)
    }
  }
}
