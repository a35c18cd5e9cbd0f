import Foundation
public import HTTP
import Synchronization

/// Records what another client answers, in the order of the requests.
///
/// An answer is recorded when its body has been read to its end; one that failed, or was released
/// before, is not, because half an answer is none. Errors are not recorded. All bodies together are
/// at most 48 MiB, and a recording has at most 10 000 entries: what is over that is passed on,
/// counted, and not recorded.
public final class HTTPRecording: HTTPClient {
  private struct State {
    /// The answers by the number of their requests.
    var entries: [Int: HTTPCassette.Entry] = [:]
    var last = 0
    /// The bytes of all bodies, also of those that still arrive.
    var size = 0
    var left = 0
  }

  /// A cassette's text is up to a third longer than the bodies in it.
  private static let maximumSize = 48 << 20

  private let client: any HTTPClient
  private let state = Mutex(State())

  /// Creates a client that records another one.
  public init(_ client: any HTTPClient) {
    self.client = client
  }

  /// What has been recorded so far.
  public var cassette: HTTPCassette {
    let entries = state.withLock { $0.entries }
    return HTTPCassette(entries.sorted { $0.key < $1.key }.map(\.value))
  }

  /// The number of answers that were not recorded because they were incomplete or too large.
  public var omitted: Int { state.withLock { $0.left } }

  /// Sends a request, and records the answer.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    var answer = try await client.send(request, body: body, options: options)
    let copy = BodyCopy()
    let head = answer
    answer.body = BodyTap.tap(answer.body) { chunk in
      if self.reserve(chunk.count) { copy.append(chunk) } else { self.free(copy.drop()) }
    } onEnd: { end in
      guard case .complete = end, let data = copy.data else {
        self.free(copy.drop())
        self.state.withLock { $0.left += 1 }
        return
      }
      self.record(
        HTTPCassette.Entry(request, head.response, body: data, from: head.url), number)
    }
    return answer
  }

  private func record(_ entry: HTTPCassette.Entry, _ number: Int) {
    state.withLock { state in
      if state.entries.count < HTTPCassette.maximumCount {
        state.entries[number] = entry
      } else {
        state.size -= entry.body.count
        state.left += 1
      }
    }
  }

  private func reserve(_ count: Int) -> Bool {
    state.withLock { state in
      guard state.size + count <= Self.maximumSize else { return false }
      state.size += count
      return true
    }
  }

  private func free(_ count: Int) {
    state.withLock { $0.size -= count }
  }
}

/// The bytes of a body so far, or nothing once it is too large.
private final class BodyCopy: Sendable {
  private let storage = Mutex<Data?>(Data())
  var data: Data? { storage.withLock { $0 } }

  func append(_ chunk: Data) {
    storage.withLock { $0?.append(chunk) }
  }

  /// Forgets the bytes, and returns their number.
  func drop() -> Int {
    storage.withLock { data in
      defer { data = nil }
      return data?.count ?? 0
    }
  }
}
