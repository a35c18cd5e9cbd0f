public import Foundation

/// Where a reader looks books up.
public struct CatalogueChoice: Codable, Hashable, Sendable {
  /// A catalogue.
  public enum Source: Codable, Hashable, Sendable {
    /// The books on this machine: the embedded records, or an imported dump.
    case local
    /// Open Library (openlibrary.org).
    case openLibrary
    /// Another server with Open Library's records, such as a copy of it, with http or https. Its books are
    /// kept as Open Library's.
    case server(URL)
  }

  /// The longest address and contact, in UTF-8 bytes.
  static let maximumLength = 200

  /// The catalogue.
  public var source: Source
  /// How the server can reach the reader, such as an e-mail address; nil to stay unknown.
  public private(set) var contact: String?

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - source: the catalogue.
  ///   - contact: left out if it is not a ``isContact(_:)``.
  public init(_ source: Source = .local, contact: String? = nil) {
    self.source = source
    self.contact = contact.flatMap { Self.isContact($0) ? $0 : nil }
  }

  /// Whether a text can be sent as a contact, in a field of the request's header: printable ASCII of at most 200
  /// characters.
  public static func isContact(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= maximumLength
      && text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }

  /// Returns the address of a server, with its scheme and host in small letters and without a final slash (RFC 3986,
  /// section 6.2); nil for text that is none. Only http and https are allowed, no name and password, which would be
  /// stored and shown, and no path: the paths are Open Library's.
  public static func address(_ text: String) -> URL? {
    guard text.utf8.count <= maximumLength, let url = URL(string: text),
      ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false,
      url.user() == nil, url.password() == nil, url.query() == nil, url.fragment() == nil,
      ["", "/"].contains(url.path())
    else { return nil }
    // Foundation takes any digits for a port.
    if let port = text.wholeMatch(of: /.*:([0-9]+)\/?/), UInt16(port.1) == nil { return nil }
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
    let (scheme, host) = (parts.scheme?.lowercased(), parts.percentEncodedHost?.lowercased())
    (parts.scheme, parts.percentEncodedHost, parts.path) = (scheme, host, "")
    // A host that stands for no name, such as `xn--a`, is lost.
    guard let address = parts.url, address.host()?.isEmpty == false else { return nil }
    return address
  }

  /// Returns the name of a server for texts: its host, with the port unless it is the usual one.
  public static func name(of server: URL) -> String {
    guard let host = server.host() else { return server.absoluteString }
    let usual = server.scheme?.lowercased() == "http" ? 80 : 443
    guard let port = server.port, port != usual else { return host }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// The choice without what may not be in it, after it was read from the store.
  var checked: CatalogueChoice {
    var source = source
    if case .server(let url) = source {
      source = Self.address(url.absoluteString).map(Source.server) ?? .local
    }
    return CatalogueChoice(source, contact: contact)
  }
}
