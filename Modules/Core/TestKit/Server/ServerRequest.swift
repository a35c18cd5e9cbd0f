public import Foundation
public import HTTP

/// A request as a ``LoopbackServer`` received it.
public struct ServerRequest: Hashable, Sendable {
  /// The position among the server's requests, from 1.
  public var number = 0
  /// The number of the connection, from 1. Requests with equal numbers share a connection.
  public var connection = 0
  /// The method.
  public var method: HTTPRequest.Method
  /// The target: a path with a query, or a URL for a proxy.
  public var target: String
  /// The fields in order, with the client's spelling of names.
  public var fields: HTTPFields
  /// The body, without its framing.
  public var body = Data()

  /// Creates a request.
  public init(method: HTTPRequest.Method = .get, target: String, fields: HTTPFields = [:]) {
    self.method = method
    self.target = target
    self.fields = fields
  }

  /// The target's path, without percent encoding; empty if the encoding is not UTF-8.
  public var path: String {
    let path = target.prefix { $0 != "?" }
    // A proxy gets a URL.
    let local = !path.hasPrefix("/") ? URL(string: String(path))?.path() ?? "" : String(path)
    return local.removingPercentEncoding ?? ""
  }

  /// The target's query, without percent encoding; a plus is a space. Of a repeated name the last value.
  public var query: [String: String] {
    guard let mark = target.firstIndex(of: "?") else { return [:] }
    let items = target[target.index(after: mark)...].split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
      return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }
    return Dictionary(items, uniquingKeysWith: { $1 })
  }

  /// Whether the client sends no further request on the connection (RFC 9112, section 9.3).
  var endsConnection: Bool {
    (fields[.connection] ?? "").lowercased().contains("close")
  }
}
