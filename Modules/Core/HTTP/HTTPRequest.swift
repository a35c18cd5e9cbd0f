public import Foundation

/// The head of a request.
///
/// ```swift
/// let request = HTTPRequest(method: .get, url: url, headerFields: [.accept: "application/json"])
/// ```
public struct HTTPRequest: Hashable, Sendable {
  /// A method (RFC 9110, section 9); methods differ in case.
  public struct Method: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The method's name, a token.
    public let rawValue: String

    /// Creates a method, or nil if the text is not a token (RFC 9110, section 5.6.2).
    public init?(_ name: String) {
      guard name.utf8.count <= 64, name.utf8.isToken else { return nil }
      rawValue = name
    }

    /// Creates a method, or nil if the text is not a token.
    public init?(rawValue: String) {
      self.init(rawValue)
    }

    private init(known: StaticString) {
      rawValue = "\(known)"
    }

    /// Requests a representation.
    public static let get = Self(known: "GET")
    /// Requests only the head of a representation.
    public static let head = Self(known: "HEAD")
    /// Submits data.
    public static let post = Self(known: "POST")
    /// Stores a representation.
    public static let put = Self(known: "PUT")
    /// Changes a resource in part (RFC 5789).
    public static let patch = Self(known: "PATCH")
    /// Deletes a resource.
    public static let delete = Self(known: "DELETE")
    /// Asks what a resource supports.
    public static let options = Self(known: "OPTIONS")
    /// Asks for the request as it was received.
    public static let trace = Self(known: "TRACE")

    /// Whether it only reads (RFC 9110, section 9.2.1).
    public var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }

    /// Whether sending it twice does what sending it once does (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

    /// The method's name.
    public var description: String { rawValue }
  }

  /// The method.
  public var method: Method
  /// The URL; a transport sends no fragment, user or password of it.
  public var url: URL
  /// The header fields.
  public var headerFields: HTTPFields

  /// Creates a request.
  public init(method: Method = .get, url: URL, headerFields: HTTPFields = HTTPFields()) {
    self.method = method
    self.url = url
    self.headerFields = headerFields
  }
}
