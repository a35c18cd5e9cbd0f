import Foundation
public import HTTP
import Synchronization

/// Answers from a cassette, without a network.
///
/// A request gets the first unused answer of its method and URL, so that repeated requests get
/// their answers in order. Credentials make no difference, as a cassette has none. A redirect that
/// a client above the recording has followed has an entry of its own if its body was read, is empty
/// or came as a whole (``HTTPRecording``). A replay follows no redirect: it belongs below the same
/// clients as the recording.
/// Nothing outside of the process changes.
public final class HTTPReplay: HTTPClient {
  private struct Key: Hashable, Sendable {
    let method: HTTPRequest.Method
    let url: String
    let fields: [[String]]

    init(_ request: HTTPRequest, _ names: [HTTPField.Name]) {
      method = request.method
      url = String(
        HTTPCredentials.redacted(url: request.url.absoluteString).prefix { $0 != "#" })
      let headerFields = HTTPCredentials.redacted(request: request.headerFields)
      fields = names.map { headerFields[values: $0] }
    }
  }

  private let cassette: HTTPCassette
  private let names: [HTTPField.Name]
  /// The positions of unused answers, the last one first.
  private let unused: Mutex<[Key: [Int]]>

  /// Creates a client that answers from a cassette.
  ///
  /// - Parameters:
  ///   - cassette: the recorded answers.
  ///   - names: the fields of a request that must also be equal.
  public init(_ cassette: HTTPCassette, matching names: [HTTPField.Name] = []) {
    self.cassette = cassette
    self.names = names
    var positions: [Key: [Int]] = [:]
    for (position, entry) in cassette.entries.enumerated().reversed() {
      positions[Key(entry.request, names), default: []].append(position)
    }
    unused = Mutex(positions)
  }

  /// The number of answers that no request has asked for.
  public var unusedCount: Int { unused.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Answers a request.
  ///
  /// - Throws: `HTTPError.notRecorded(method:url:)` if the cassette has no further answer, and
  ///   `HTTPError.tooLarge(limit:)` for a body over the maximum size.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    if Task.isCancelled { throw .cancelled }
    let key = Key(request, names)
    guard let position = unused.withLock({ $0[key]?.popLast() }) else {
      throw .notRecorded(method: request.method.rawValue, url: key.url)
    }
    let entry = cassette.entries[position]
    guard entry.body.count <= options.maximumBodySize else {
      throw .tooLarge(limit: options.maximumBodySize)
    }
    return HTTPAnswer(entry.response, body: HTTPBody(entry.body), from: entry.url)
  }
}
