import HTTP
import Foundation

/// A way in which a server fails to answer well.
///
/// ```swift
/// @Test(
///   "A client survives",
///   arguments: [.connection(.silentInBody), .framing(.endlessBody)] as [Misbehaviour])
/// func survives(_ fault: Misbehaviour) async throws {
///   try await withServer { _ in
///     .misbehaving(fault, pace: .interval(.zero))
///   } run: { server in
///     var options = HTTPOptions()
///     options.wholeTimeout = .milliseconds(300)
///     let answer = try? await client.send(HTTPRequest(url: server.url()), options: options)
///     let body = try? await answer?.body.collect(upTo: 1 << 20)
///     #expect(fault.outcome != .timeout || body == nil)
///   }
/// }
/// ```
///
/// A suite can also take all of them, `Misbehaviour.allCases`, or one kind, such as `FramingFault.allCases`.
public enum Misbehaviour: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// The outcome of an answer for a client, by the rules of HTTP.
  public enum Outcome: Hashable, Sendable {
    /// A response: what is wrong with it, if anything, is not the transport's concern.
    case response
    /// No complete response: the client must report an error.
    case error
    /// Both are right, or in use.
    case either
    /// Nothing comes: the client needs a time limit.
    case timeout
    /// It never ends, or is huge: the client needs a limit of size, and must stop there.
    case limit
  }

  /// A connection that ends, breaks or goes silent.
  case connection(ConnectionFault)
  /// A body with a wrong length or wrong chunks.
  case framing(FramingFault)
  /// A malformed status line.
  case statusLine(StatusLineFault)
  /// Malformed or huge header fields.
  case head(HeadFault)
  /// A body that can't be decompressed.
  case coding(CodingFault)
  /// A body that is not the expected JSON.
  case content(ContentFault)
  /// A redirect that leads nowhere good.
  case redirect(RedirectFault)
  /// A `Date` far off.
  case date(DateFault)
  /// A refusal, with or without a `Retry-After`.
  case retry(RetryFault)
  /// A status with an empty body.
  case status(Int)

  /// All of them; of the statuses those at the limits of their classes, and some refusals.
  public static var allCases: [Self] {
    ConnectionFault.allCases.map { .connection($0) } + FramingFault.allCases.map { .framing($0) }
      + StatusLineFault.allCases.map { .statusLine($0) } + HeadFault.allCases.map { .head($0) }
      + CodingFault.allCases.map { .coding($0) } + ContentFault.allCases.map { .content($0) }
      + RedirectFault.allCases.map { .redirect($0) } + DateFault.allCases.map { .date($0) }
      + RetryFault.allCases.map { .retry($0) }
      + statuses.map { .status($0) }
  }

  private static let statuses = [
    100, 102, 199, 200, 204, 205, 206, 299, 300, 304, 399, 400, 401, 403, 404, 451, 499, 500, 599,
    600, 999,
  ]

  /// The outcome for a client.
  public var outcome: Outcome {
    switch self {
    case .connection(let fault): fault.outcome
    case .framing(let fault): fault.outcome
    case .statusLine(let fault): fault.outcome
    case .head(let fault): fault.outcome
    case .coding(let fault): fault.outcome
    case .redirect(let fault): fault.outcome
    case .content, .date, .retry: .response
    // The final response is still to come.
    case .status(..<200): .timeout
    case .status(let code): code < 600 ? .response : .either
    }
  }

  /// Its kind and name.
  public var description: String {
    switch self {
    case .connection(let fault): "connection: \(fault)"
    case .framing(let fault): "framing: \(fault)"
    case .statusLine(let fault): "status line: \(fault)"
    case .head(let fault): "head: \(fault)"
    case .coding(let fault): "coding: \(fault)"
    case .content(let fault): "content: \(fault)"
    case .redirect(let fault): "redirect: \(fault)"
    case .date(let fault): "date: \(fault)"
    case .retry(let fault): "retry: \(fault)"
    case .status(let code): "status \(code)"
    }
  }
}

extension ServerReply {
  /// Returns an answer that misbehaves.
  ///
  /// - Parameters:
  ///   - fault: how it misbehaves.
  ///   - pace: the wait before each byte of the slow ones.
  public static func misbehaving(
    _ fault: Misbehaviour, pace: ServerPace = .interval(.seconds(1))
  ) -> ServerReply {
    switch fault {
    case .connection(let fault): .wire(fault.steps(pace))
    case .framing(let fault): fault.reply
    case .statusLine(let fault): fault.reply
    case .head(let fault): fault.reply
    case .coding(let fault): fault.reply
    case .content(let fault): fault.reply
    case .redirect(let fault): fault.reply
    case .date(let fault): fault.reply
    case .retry(let fault): fault.reply
    case .status(let code): ServerReply(status: .init(code: code, reasonPhrase: "Status"))
    }
  }

  /// The JSON of misbehaving answers: one found book.
  static let sample =
    #"{"numFound":1,"start":0,"docs":[{"key":"/works/OL1W","title":"A sample"}]}"#

  /// A head for JSON, with more fields as they are on the wire.
  static func sampleHead(_ fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(fields)\r\n"
  }

  /// A head for ``sample``, with more fields as they are on the wire.
  static func sampleHeadWithLength(_ fields: String = "") -> String {
    sampleHead("Content-Length: \(sample.utf8.count)\r\n\(fields)")
  }

  /// ``sample`` with fields.
  static func sample(_ fields: HTTPFields = [:]) -> ServerReply {
    ServerReply(fields: [.contentType: "application/json"] + fields, body: sample)
  }
}
