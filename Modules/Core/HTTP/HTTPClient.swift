public import Foundation

/// Sends requests and returns responses.
///
/// Any status is a response; an error is thrown only without a response. Cancelling the task ends
/// the transfer and throws ``HTTPError/cancelled``. A client that wraps another one is middleware:
/// a cache, a retry, a recording. Implementations must pass TestKit's `HTTPClientContract`.
public protocol HTTPClient: Sendable {
  /// Sends a request; returns when the response's head has arrived.
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

/// A request.
public struct HTTPRequest: Hashable, Sendable {
  /// A method (RFC 9110, section 9).
  public enum Method: String, Hashable, Sendable {
    /// Requests a representation.
    case get = "GET"
    /// Requests only the head of a representation.
    case head = "HEAD"
    /// Submits data.
    case post = "POST"
    /// Stores a representation.
    case put = "PUT"
    /// Deletes a resource.
    case delete = "DELETE"
  }

  /// The method.
  public var method: Method
  /// The URL.
  public var url: URL
  /// The header fields.
  public var fields: HTTPFields
  /// The body, or nil for none.
  public var body: Data?

  /// Creates a request.
  public init(
    _ method: Method = .get, _ url: URL, fields: HTTPFields = HTTPFields(), body: Data? = nil
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
  }
}

/// The head of a response, and its body as it arrives.
public struct HTTPResponse: Sendable {
  /// The status code, from 100 to 599 (RFC 9110, section 15).
  public var status: Int
  /// The header fields.
  public var fields: HTTPFields
  /// The body.
  public var body: HTTPBody

  /// Creates a response.
  public init(status: Int, fields: HTTPFields = HTTPFields(), body: HTTPBody = HTTPBody(Data())) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Whether the status means success, 200 to 299.
  public var isSuccess: Bool { (200..<300).contains(status) }
}

/// Header fields in order of arrival; names ignore case.
public struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One field.
  public struct Field: Hashable, Sendable {
    /// The name, in lower case.
    public let name: String
    /// The value.
    public let value: String
  }

  /// All fields; a name may occur more than once.
  public private(set) var all: [Field] = []

  /// Creates fields from names and values.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(value, for: name) }
  }

  /// Appends a field.
  public mutating func append(_ value: String, for name: String) {
    all.append(Field(name: name.lowercased(), value: value))
  }

  /// The first value of a name; setting it replaces all of them.
  public subscript(name: String) -> String? {
    get {
      let name = name.lowercased()
      return all.first { $0.name == name }?.value
    }
    set {
      let name = name.lowercased()
      all.removeAll { $0.name == name }
      if let newValue { all.append(Field(name: name, value: newValue)) }
    }
  }
}

/// Why there is no response.
public enum HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The host can't be resolved or reached; the network is probably down.
  case unreachable(String)
  /// The server did not answer in time.
  case timedOut
  /// The task was cancelled.
  case cancelled
  /// The body is larger than the caller's limit, in bytes.
  case tooLarge(limit: Int)
  /// The server violated the protocol.
  case malformed(String)

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .unreachable(let host): "\(host) can't be reached. Check the connection and try again."
    case .timedOut: "The answer took too long. Try again in a moment."
    case .cancelled: "Cancelled."
    case .tooLarge(let limit): "The answer is larger than \(limit) bytes and was not taken."
    case .malformed(let what): "The answer can't be understood (\(what))."
    }
  }
}
