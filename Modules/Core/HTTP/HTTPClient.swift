public import Foundation

/// Sends requests and gives back responses.
///
/// Any status is a response; an error is thrown only when there is none. Cancelling the task ends
/// the transfer and throws ``HTTPError/cancelled``. A client that wraps another one is middleware:
/// a cache, a retry, a recording. What an implementation must do is in TestKit's
/// `HTTPClientContract`.
public protocol HTTPClient: Sendable {
  /// Sends a request; returns when the response's head is there.
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

/// A request.
public struct HTTPRequest: Hashable, Sendable {
  /// A method (RFC 9110, section 9).
  public enum Method: String, Hashable, Sendable {
    /// Asks for a representation.
    case get = "GET"
    /// Asks for its head only.
    case head = "HEAD"
    /// Hands something over.
    case post = "POST"
    /// Stores something.
    case put = "PUT"
    /// Removes something.
    case delete = "DELETE"
  }

  /// What is to be done.
  public var method: Method
  /// To what.
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

/// A response's head, and its body as it arrives.
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

  /// Whether the status is one of success, 200 to 299.
  public var isSuccess: Bool { (200..<300).contains(status) }
}

/// Header fields: names without regard to case, in the order in which they came.
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

  /// Adds a field behind the others.
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
  /// The name or the server cannot be reached: the network is away, most likely.
  case unreachable(String)
  /// Nothing came in time.
  case timedOut
  /// The task was cancelled.
  case cancelled
  /// The body is larger than the caller's limit, in bytes.
  case tooLarge(limit: Int)
  /// The other side does not keep to the protocol.
  case malformed(String)

  /// What is wrong and what helps.
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
