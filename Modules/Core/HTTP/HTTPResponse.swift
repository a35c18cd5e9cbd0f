/// The head of a response.
public struct HTTPResponse: Hashable, Sendable {
  /// A status (RFC 9110, section 15).
  public struct Status: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The class of a status, by its first digit.
    public enum Kind: Hashable, Sendable {
      /// Outside of 100 to 599.
      case invalid
      /// 100 to 199: the final response follows.
      case informational
      /// 200 to 299.
      case successful
      /// 300 to 399.
      case redirection
      /// 400 to 499: the request is at fault.
      case clientError
      /// 500 to 599: the server is at fault.
      case serverError
    }

    /// Three digits.
    public let code: Int
    /// The reason phrase of HTTP/1.1; not part of comparisons.
    public let reasonPhrase: String

    /// Creates a status.
    public init(code: Int, reasonPhrase: String = "") {
      self.code = code
      self.reasonPhrase = reasonPhrase
    }

    /// Creates a status from its code.
    public init(integerLiteral value: Int) {
      self.init(code: value)
    }

    /// The class of the status.
    public var kind: Kind {
      switch code {
      case 100..<200: .informational
      case 200..<300: .successful
      case 300..<400: .redirection
      case 400..<500: .clientError
      case 500..<600: .serverError
      default: .invalid
      }
    }

    /// Whether the codes are equal.
    public static func == (one: Self, other: Self) -> Bool { one.code == other.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The code and the phrase.
    public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }
  }

  /// The status.
  public var status: Status
  /// The header fields.
  public var headerFields: HTTPFields
  /// Whether the client has decompressed the body and removed the fields that describe what was on the wire, so
  /// that a range, or a strong validator, is of other bytes.
  public var isDecoded: Bool

  /// Creates a response.
  public init(
    status: Status, headerFields: HTTPFields = HTTPFields(), isDecoded: Bool = false
  ) {
    self.status = status
    self.headerFields = headerFields
    self.isDecoded = isDecoded
  }
}

extension HTTPResponse.Status {
  /// 200.
  public static var ok: Self { Self(code: 200, reasonPhrase: "OK") }
  /// 201.
  public static var created: Self { Self(code: 201, reasonPhrase: "Created") }
  /// 202.
  public static var accepted: Self { Self(code: 202, reasonPhrase: "Accepted") }
  /// 203.
  public static var nonAuthoritativeInformation: Self {
    Self(code: 203, reasonPhrase: "Non-Authoritative Information")
  }
  /// 204.
  public static var noContent: Self { Self(code: 204, reasonPhrase: "No Content") }
  /// 206.
  public static var partialContent: Self { Self(code: 206, reasonPhrase: "Partial Content") }
  /// 300.
  public static var multipleChoices: Self { Self(code: 300, reasonPhrase: "Multiple Choices") }
  /// 301.
  public static var movedPermanently: Self { Self(code: 301, reasonPhrase: "Moved Permanently") }
  /// 302.
  public static var found: Self { Self(code: 302, reasonPhrase: "Found") }
  /// 303.
  public static var seeOther: Self { Self(code: 303, reasonPhrase: "See Other") }
  /// 304.
  public static var notModified: Self { Self(code: 304, reasonPhrase: "Not Modified") }
  /// 307.
  public static var temporaryRedirect: Self { Self(code: 307, reasonPhrase: "Temporary Redirect") }
  /// 308.
  public static var permanentRedirect: Self { Self(code: 308, reasonPhrase: "Permanent Redirect") }
  /// 400.
  public static var badRequest: Self { Self(code: 400, reasonPhrase: "Bad Request") }
  /// 401.
  public static var unauthorized: Self { Self(code: 401, reasonPhrase: "Unauthorized") }
  /// 403.
  public static var forbidden: Self { Self(code: 403, reasonPhrase: "Forbidden") }
  /// 404.
  public static var notFound: Self { Self(code: 404, reasonPhrase: "Not Found") }
  /// 405.
  public static var methodNotAllowed: Self { Self(code: 405, reasonPhrase: "Method Not Allowed") }
  /// 410.
  public static var gone: Self { Self(code: 410, reasonPhrase: "Gone") }
  /// 412.
  public static var preconditionFailed: Self {
    Self(code: 412, reasonPhrase: "Precondition Failed")
  }
  /// 416.
  public static var rangeNotSatisfiable: Self {
    Self(code: 416, reasonPhrase: "Range Not Satisfiable")
  }
  /// 429.
  public static var tooManyRequests: Self { Self(code: 429, reasonPhrase: "Too Many Requests") }
  /// 500.
  public static var internalServerError: Self {
    Self(code: 500, reasonPhrase: "Internal Server Error")
  }
  /// 501.
  public static var notImplemented: Self { Self(code: 501, reasonPhrase: "Not Implemented") }
  /// 502.
  public static var badGateway: Self { Self(code: 502, reasonPhrase: "Bad Gateway") }
  /// 503.
  public static var serviceUnavailable: Self {
    Self(code: 503, reasonPhrase: "Service Unavailable")
  }
  /// 504.
  public static var gatewayTimeout: Self { Self(code: 504, reasonPhrase: "Gateway Timeout") }
}
