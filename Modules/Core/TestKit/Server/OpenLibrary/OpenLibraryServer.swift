// Needs: Books

import Foundation
import HTTP
import Synchronization

/// Answers what the app asks of Open Library, from a few records: search, works and their editions,
/// authors, subjects, the trending books of the day, and covers. Other pages are not found, and other
/// parameters of a query are ignored.
///
/// ```swift
/// let library = try OpenLibraryServer(varying: [.missingFields])
/// try await withServer(library.reply) { server in
///   let found = try await client.send(HTTPRequest(url: server.url("/search.json?q=hobbit")))
///   library.variations = [.unavailable]
/// }
/// ```
public final class OpenLibraryServer: Sendable {
  /// A way in which the real service varies.
  public enum Variation: String, Hashable, Sendable, CaseIterable {
    /// Books of lists have a key and a title, and every third no title.
    case missingFields
    /// `numFound` and `work_count` are other numbers on each page.
    case changingCount
    /// Every page of a list begins with the last book of the page before.
    case repeatedKeys
    /// Descriptions and biographies are objects.
    case textObjects
    /// The authors of a work have their old form.
    case oldAuthors
    /// Covers are -1 where there are none, in lists too.
    case missingCovers
    /// `first_publish_year` is null, and so are the covers of subjects.
    case nullYears
    /// Every request with an odd number is answered by 429 and `Retry-After: 1`.
    case tooManyRequests
    /// Every request is answered by 503.
    case unavailable
    /// Every request is answered by the page of a captive portal, with status 200.
    case captivePortal
    /// Every answer is reset in its middle.
    case interrupted
    /// Every string, except keys, has control sequences of terminals in it.
    case controlSequences
    /// Answers have a validator and are fresh for an hour; conditional requests are answered by 304.
    case validators
    /// Every answer waits for the ``OpenLibraryServer/gate``.
    case slow
  }

  /// The records.
  public let records: OpenLibraryRecords
  /// Lets the answers of ``Variation/slow`` through.
  public let gate: ServerGate
  private let state: Mutex<Set<Variation>>

  /// How the answers vary; a change applies to later requests.
  public var variations: Set<Variation> {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }

  /// Creates a service.
  ///
  /// - Throws: ``SocketProblem`` if the system has no descriptors left.
  public init(
    _ records: OpenLibraryRecords = .standard, varying variations: Set<Variation> = []
  ) throws(SocketProblem) {
    self.records = records
    gate = try ServerGate()
    state = Mutex(variations)
  }

  /// Answers a request.
  @Sendable public func reply(to request: ServerRequest) -> ServerReply {
    let variations = variations
    var reply = answer(to: request, variations)
    if variations.contains(.unavailable) { reply = ServerReply(status: .serviceUnavailable) }
    if variations.contains(.tooManyRequests), request.number % 2 == 1 {
      reply = ServerReply(status: .tooManyRequests, fields: [.retryAfter: "1"])
    }
    if variations.contains(.captivePortal) { reply = .misbehaving(.content(.html)) }
    if variations.contains(.interrupted) { reply = .misbehaving(.connection(.resetsInBody)) }
    if variations.contains(.slow) { reply.delay = .gate(gate) }
    return reply
  }

  private func answer(to request: ServerRequest, _ variations: Set<Variation>) -> ServerReply {
    guard request.method == .get || request.method == .head else {
      return ServerReply(status: .methodNotAllowed, fields: [.allow: "GET, HEAD"])
    }
    let answers = OpenLibraryAnswers(records: records, variations: variations)
    let parts = request.path.split(separator: "/").map(String.init)
    if parts.first == "b" { return answers.cover(parts, request) }
    guard let json = answers.json(parts, request) else {
      return ServerReply(
        status: .notFound, fields: [.contentType: "application/json"],
        body: #"{"error":"notfound"}"#)
    }
    let hostile = variations.contains(.controlSequences)
    let data = (hostile ? json.mappingStrings { "\u{1B}[2J\u{7}\($0)\u{9B}31m\u{0}" } : json).data
    var fields: HTTPFields = [.contentType: "application/json"]
    if variations.contains(.validators) {
      let tag = "\"\(String(CRC32.of(data), radix: 16))\""
      fields[.eTag] = tag
      fields[.cacheControl] = "max-age=3600"
      if request.fields[values: .ifNoneMatch].contains(where: { $0.contains(tag) }) {
        return ServerReply(status: .notModified, fields: fields)
      }
    }
    return ServerReply(fields: fields, body: .data(data))
  }
}
