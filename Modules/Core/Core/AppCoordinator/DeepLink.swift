import Foundation

/// A link into the app, such as `example://books/dune`.
///
/// Links are untrusted: their size is bounded, and their parts are parsed strictly. The scheme is
/// the app's (``AppSession/init(context:features:layout:places:database:scheme:)``), and the host
/// names the kind of destination. Of query items with the same name the first one counts.
///
/// ```swift
/// let link = try DeepLink("example://trips/rome?from=mail")
/// #expect(link.scheme == "example")
/// #expect(link.host == "trips")
/// #expect(link.path == ["rome"])
/// #expect(link.query == ["from": "mail"])
/// ```
public struct DeepLink: Hashable, Sendable, CustomStringConvertible {
  /// Why a text is not a link.
  public enum Problem: Error, Hashable, Sendable {
    /// The text exceeds ``maximumLength``.
    case tooLong
    /// The text is not a URL, or contains control characters.
    case malformed
  }

  /// The maximum length of a link, in UTF-8 bytes.
  public static var maximumLength: Int { 2048 }

  /// The scheme, in lower case.
  public let scheme: String
  /// The kind of destination, such as `books`.
  public let host: String
  /// The path's components, without percent-encoding.
  public let path: [String]
  /// The query's items, without percent-encoding.
  public let query: [String: String]
  /// The original text.
  public let description: String

  /// Parses a link.
  ///
  /// - Throws: ``Problem`` for an invalid link.
  public init(_ text: String) throws(Problem) {
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
    guard !text.utf8.contains(UInt8(ascii: " ")), !text.hasControlCharacters,
      let components = URLComponents(string: text), let scheme = components.scheme,
      let host = components.host, !host.isEmpty, !host.hasControlCharacters,
      components.user == nil, components.port == nil
    else { throw .malformed }
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    // Split before decoding: an encoded slash belongs to its component.
    var path: [String] = []
    for part in components.percentEncodedPath.split(separator: "/") {
      path.append(try Self.decode(part))
    }
    var query: [String: String] = [:]
    for item in (components.percentEncodedQueryItems ?? []).reversed() {
      query[try Self.decode(item.name)] = try Self.decode(item.value ?? "")
    }
    self.path = path
    self.query = query
    description = text
  }

  /// The link without its query and fragment, which may contain secrets, for the log.
  package var place: String {
    let end = description.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    return String(description[..<(end ?? description.endIndex)])
  }

  private static func decode(_ part: some StringProtocol) throws(Problem) -> String {
    guard let text = part.removingPercentEncoding, !text.hasControlCharacters else {
      throw .malformed
    }
    return text
  }
}

extension String {
  fileprivate var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

/// The destination of a link: a tab, and the routes above its first screen.
///
/// ```swift
/// guard link.host == "trips" else { return nil }
/// return LinkDestination(
///   tab: "trips", routes: link.path.map { Route("trip", parameters: ["id": $0]) })
/// ```
public struct LinkDestination: Hashable, Sendable {
  /// The tab.
  public var tab: TabID
  /// The routes, the lowest first; empty for the tab's first screen.
  public var routes: [Route]

  /// Creates a destination.
  public init(tab: TabID, routes: [Route] = []) {
    self.tab = tab
    self.routes = routes
  }
}
