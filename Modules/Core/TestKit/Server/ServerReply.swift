public import Foundation
public import HTTP

/// The answer of a ``LoopbackServer`` to one request: a response, or any bytes at all.
///
/// ```swift
/// ServerReply(fields: [.contentType: "application/json"], body: "{}"),
/// ServerReply(status: 304, fields: [.eTag: "\"1\""]),
/// ServerReply.raw("HTTP/1.1 200 OK\r\nContent-Len", then: .reset),
/// ServerReply.misbehaving(.coding(.bomb)),
/// ```
///
/// A response has the framing that RFC 9112 asks for, and no `Date` unless one is given.
public struct ServerReply: Sendable {
  /// The body of a response.
  public enum Body: Sendable {
    /// A body with a `Content-Length`, unless the fields have one.
    case data(Data)
    /// Chunks; without the last one, which is empty, if `isComplete` is false.
    case chunks([Data], isComplete: Bool = true)

    /// A text with a `Content-Length`.
    public static func text(_ text: String) -> Self { .data(Data(text.utf8)) }
  }

  /// The status of the final response.
  public var status: HTTPResponse.Status
  /// The fields of the final response.
  public var fields: HTTPFields
  /// The body; a response that can't have one is sent without it.
  public var body: Body
  /// Responses with a status of 1xx, sent before.
  public var interim: [HTTPResponse] = []
  /// Waits before the first byte.
  public var delay: ServerPace?
  /// Waits before each piece of the body: the whole of it, or a chunk.
  public var pace: ServerPace?
  /// The step after the response, or nil to keep the connection open for the next request if
  /// client and fields allow.
  public var ending: WireStep?
  /// The steps that replace all this; nil for none.
  var wire: (@Sendable (ServerRequest) -> [WireStep])?
  /// The port to which the connection leads after the answer; nil for none.
  var tunnelPort: Int?

  /// Creates a response.
  public init(
    status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: Body = .data(Data())
  ) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Creates a response with a text.
  public init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: String) {
    self.init(status: status, fields: fields, body: .text(body))
  }

  /// Creates a response with a gzip body, which is not smaller than the data.
  public init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], gzipped data: Data) {
    self.init(status: status, fields: fields, body: .data(Gzip.data(data)))
    self.fields[.contentEncoding] = "gzip"
  }

  /// Returns a redirect.
  public static func redirect(
    to location: String, status: HTTPResponse.Status = .found
  ) -> ServerReply {
    ServerReply(status: status, fields: [.location: location])
  }

  /// Returns an answer of steps.
  public static func wire(_ steps: [WireStep]) -> ServerReply {
    .wire { _ in steps }
  }

  /// Returns an answer of steps that depend on the request.
  public static func wire(_ steps: @escaping @Sendable (ServerRequest) -> [WireStep]) -> ServerReply
  {
    var reply = ServerReply()
    reply.wire = steps
    return reply
  }

  /// Returns an answer of bytes.
  ///
  /// - Parameters:
  ///   - data: what is written to the connection, as it is.
  ///   - ending: what happens after them.
  public static func raw(_ data: Data, then ending: WireStep = .close) -> ServerReply {
    .wire([.send(data), ending])
  }

  /// Returns a proxy's answer to CONNECT (RFC 9110, section 9.3.6): from then on the client speaks with another
  /// server, until one of both closes its connection.
  ///
  /// - Parameter port: the server's port of 127.0.0.1.
  package static func tunnel(to port: Int) -> ServerReply {
    var reply = ServerReply.wire([.send("HTTP/1.1 200 Connection established\r\n\r\n")])
    reply.tunnelPort = port
    return reply
  }

  /// Returns an answer of a text's bytes; its lines end where it says `\r\n`.
  public static func raw(_ text: String, then ending: WireStep = .close) -> ServerReply {
    .raw(Data(text.utf8), then: ending)
  }
}
