public import Foundation
public import HTTP

/// Adds a `User-Agent` with the app's name, its version and a contact (RFC 9110, section 10.1.5).
///
/// ```swift
/// // User-Agent: Example/1.0 (me@example.org)
/// let client = try HTTPUserAgent(
///   transport, name: "Example", version: "1.0", contact: "me@example.org")
/// ```
///
/// A request that already has a `User-Agent` keeps it. With an origin, only that server gets the contact: a
/// redirect may lead to another one.
public struct HTTPUserAgent: HTTPClient {
  /// Why a `User-Agent` can't be made.
  public enum Problem: Error, Hashable, Sendable {
    /// The name is not a token of at most 64 bytes (RFC 9110, section 5.6.2).
    case name
    /// The version is not a token of at most 64 bytes.
    case version
    /// The contact is empty, longer than 256 bytes, or has a character other than printable ASCII.
    case contact
  }

  private let value: String
  private let anonymousValue: String
  private let origin: URL?
  private let client: any HTTPClient

  /// Creates a client that adds the field.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - name: the product, a token.
  ///   - version: the product's version, a token.
  ///   - contact: how the operator of a server reaches the person in charge, such as an e-mail
  ///     address or a URL; nil for none. Parentheses and backslashes are escaped.
  ///   - origin: the only server that gets the contact, by scheme, host and port; nil for every server.
  public init(
    _ client: any HTTPClient, name: String, version: String, contact: String?,
    for origin: URL? = nil
  ) throws(Problem) {
    guard Self.isToken(name) else { throw .name }
    guard Self.isToken(version) else { throw .version }
    anonymousValue = "\(name)/\(version)"
    if let contact {
      value = "\(anonymousValue) (\(try Self.comment(contact)))"
    } else {
      value = anonymousValue
    }
    self.origin = origin
    self.client = client
  }

  /// Sends a request with the field.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    if request.headerFields.contains(.userAgent) {
      return try await client.send(request, body: body, options: options)
    }
    guard let origin else {
      return try await send(request, body, options, value)
    }
    // Below, a redirect would take the field along.
    return try await follow(request, body: body, options: options) {
      (hop, body, options) async throws(HTTPError) in
      try await send(
        hop, body, options, hop.url.hasOrigin(of: origin) ? value : anonymousValue)
    }
  }

  private func send(
    _ request: HTTPRequest, _ body: HTTPBody?, _ options: HTTPOptions, _ value: String
  ) async throws(HTTPError) -> HTTPAnswer {
    var request = request
    request.headerFields[.userAgent] = value
    return try await client.send(request, body: body, options: options)
  }

  private static func isToken(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.utf8.isToken
  }

  /// The text inside of a comment (RFC 9110, section 5.6.5).
  private static func comment(_ text: String) throws(Problem) -> String {
    guard !text.isEmpty, text.utf8.count <= 256,
      text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { throw .contact }
    return text.reduce(into: "") { comment, character in
      if "()\\".contains(character) { comment.append("\\") }
      comment.append(character)
    }
  }
}
