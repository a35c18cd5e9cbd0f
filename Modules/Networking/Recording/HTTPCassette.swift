public import Foundation
public import HTTP

/// Recorded requests with their answers, as a text that a person can read and edit.
///
/// ```
/// HTTP cassette 1
///
/// # A comment, between two entries.
/// GET https://a.example/books?q=dune
/// > Accept: application/json
/// > Authorization: ***
/// 200 OK
/// < Content-Type: application/json
/// @ https://a.example/books/dune
/// | {
/// |   "title": "Dune"
/// | }
///
/// GET https://a.example/cover
/// 200
/// = iVBORw0KGgo=
/// ```
///
/// The first line names the format and its version. An entry is a request line (method and URL),
/// the request's fields after `>`, the status with or without its phrase, the answer's fields after
/// `<`, after `@` the URL that answered if it is another one, and the body; an empty line ends it.
/// A body is text, a line after each `|` and a line feed between them, or base64 after `=` in any
/// number of lines. Text is used for UTF-8 without control characters but tab and line feed.
///
/// The values of fields and of parameters of URLs that may be credentials are replaced by `***`, and
/// users and passwords in URLs left out, also in fields such as `Link`. A request's body is not
/// recorded. An answer's body is recorded as it is: don't keep the recording of a sign-in. Whether the
/// client has decoded it (`isDecoded`) is not recorded.
public struct HTTPCassette: Hashable, Sendable {
  /// A request and its answer.
  public struct Entry: Hashable, Sendable {
    /// The request, without credentials.
    public let request: HTTPRequest
    /// The answer's head, without credentials.
    public let response: HTTPResponse
    /// The answer's body.
    public let body: Data
    /// The URL that answered, without credentials.
    public let url: URL

    /// Creates an entry, without what may be a credential.
    ///
    /// - Parameters:
    ///   - request: what was sent.
    ///   - response: the head of the answer.
    ///   - body: the answer's body.
    ///   - url: the URL that answered; nil if it is that of the request.
    public init(_ request: HTTPRequest, _ response: HTTPResponse, body: Data, from url: URL? = nil)
    {
      let requested = Self.redacted(request.url)
      self.request = HTTPRequest(
        method: request.method, url: requested,
        headerFields: HTTPCredentials.redacted(request: request.headerFields))
      self.response = HTTPResponse(
        status: response.status,
        headerFields: HTTPCredentials.redacted(response: response.headerFields))
      self.body = body
      self.url = url.map(Self.redacted) ?? requested
    }

    private static func redacted(_ url: URL) -> URL {
      let text = HTTPCredentials.redacted(url: url.absoluteString)
      return URL(string: String(text.prefix { $0 != "#" })) ?? URL(filePath: "/")
    }
  }

  /// Why a cassette can't be read or written.
  public enum Problem: Error, Hashable, Sendable {
    /// The file can't be read, or is not a regular file.
    case unreadable(path: String)
    /// The file can't be written.
    case unwritable(path: String)
    /// The text is larger than ``HTTPCassette/maximumSize``.
    case tooLarge
    /// A line, counted from 1, is not what the format has there.
    case line(Int, Fault)
  }

  /// The fault of a line.
  public enum Fault: String, Hashable, Sendable {
    /// The first line is not `HTTP cassette 1`.
    case version
    /// The line is not UTF-8, or longer than 64 KiB outside of a body.
    case text
    /// Expected a method and an http or https URL.
    case request
    /// Expected a status from 100 to 999, or a field of the request.
    case status
    /// Expected `Name: value` with a legal name and value.
    case field
    /// Expected an http or https URL.
    case url
    /// Expected a line of the answer: `<`, `@`, and then `|` or `=`.
    case answer
    /// Expected base64.
    case base64
    /// More than 10 000 entries, or 1000 fields in one of them.
    case count
  }

  /// The maximum size of a cassette's text in bytes.
  public static let maximumSize = 64 << 20
  /// The maximum number of entries.
  static let maximumCount = 10_000

  /// The entries in the order of their requests.
  public var entries: [Entry]

  /// Creates a cassette.
  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }
}
