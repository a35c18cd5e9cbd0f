import Foundation

/// A link into the app, such as `booksapp://books/dune`.
///
/// Comes from outside, so it is bounded in size and read strictly: a scheme of its own, a host that
/// names what is wanted, path components, and query items of which the first of each name counts.
///
/// ```swift
/// let link = try DeepLink("booksapp://trips/rome?from=mail")
/// #expect(link.host == "trips")
/// #expect(link.path == ["rome"])
/// #expect(link.query == ["from": "mail"])
/// ```
public struct DeepLink: Hashable, Sendable, CustomStringConvertible {
  /// Why a text is not a link of the app.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is longer than a link may be.
    case tooLong
    /// The text is not a URL, or one with control characters.
    case malformed
    /// The URL is another program's.
    case otherScheme

    /// What is wrong, in one sentence.
    public var description: String {
      switch self {
      case .tooLong: "The link is longer than \(DeepLink.maximumLength) characters."
      case .malformed: "This is not a link. A link looks like \(DeepLink.scheme)://books/dune."
      case .otherScheme: "Only \(DeepLink.scheme):// links can be opened here."
      }
    }
  }

  /// The scheme of the app's links.
  public static var scheme: String { "booksapp" }
  /// The length of the longest link, in UTF-8 bytes.
  public static var maximumLength: Int { 2048 }

  /// What kind of thing is wanted, such as `books`.
  public let host: String
  /// The path's components, without percent-encoding.
  public let path: [String]
  /// The query's items, without percent-encoding.
  public let query: [String: String]
  /// The link as it was written.
  public let description: String

  /// Reads a link.
  ///
  /// - Throws: ``Problem`` for a text that is not one.
  public init(_ text: String) throws(Problem) {
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
    guard !text.contains(" "), !text.hasControlCharacters,
      let components = URLComponents(string: text), let scheme = components.scheme
    else { throw .malformed }
    guard scheme.lowercased() == Self.scheme else { throw .otherScheme }
    guard let host = components.host, !host.isEmpty, components.user == nil, components.port == nil
    else { throw .malformed }
    self.host = host.lowercased()
    // Split first, decode then: an encoded slash belongs to its component.
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

  /// The link without its query and fragment, in which there may be secrets: what a log may say of it.
  package var place: String {
    String(description.prefix { $0 != "?" && $0 != "#" })
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

/// Where a link leads: a tab, and the places on top of its first screen.
///
/// ```swift
/// guard link.host == "trips" else { return nil }
/// return LinkDestination(
///   tab: "trips", routes: link.path.map { Route("trip", parameters: ["id": $0]) })
/// ```
public struct LinkDestination: Hashable, Sendable {
  /// The tab.
  public var tab: TabItem.ID
  /// The places, the lowest first; empty for the tab's first screen.
  public var routes: [Route]

  /// Creates a destination.
  public init(tab: TabItem.ID, routes: [Route] = []) {
    self.tab = tab
    self.routes = routes
  }
}
