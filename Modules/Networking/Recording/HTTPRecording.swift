import Foundation
public import HTTP
import Synchronization

/// Records what another client answers, in the order of the requests.
///
/// An answer is recorded when its body has been read to its end; one that failed, or was released
/// before, is not, because half an answer is none. Errors are not recorded. The recording's text is
/// at most ``HTTPCassette/maximumSize``. An answer that would make it longer is passed on, counted
/// in ``omitted`` and not recorded. The same holds for one that a cassette can't hold, such as an
/// answer with more than 1000 fields.
public final class HTTPRecording: HTTPClient {
  private struct State {
    /// The answers by the number of their requests.
    var entries: [Int: HTTPCassette.Entry] = [:]
    var last = 0
    /// The bytes of the texts of all entries, and of the bodies that still arrive.
    var size = 0
    var left = 0
  }

  private static let maximumSize = HTTPCassette.maximumSize - HTTPCassette().text.count

  private let client: any HTTPClient
  private let state = Mutex(State())

  /// Creates a client that records another one.
  public init(_ client: any HTTPClient) {
    self.client = client
  }

  /// The recording so far.
  public var cassette: HTTPCassette {
    let entries = state.withLock { $0.entries }
    return HTTPCassette(entries.sorted { $0.key < $1.key }.map(\.value))
  }

  /// The number of answers that were not recorded because they were incomplete or too large, or
  /// because a cassette can't hold them.
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
      if copy.isDropped { return }
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

  /// Records an entry, whose text takes the place of its reserved body.
  private func record(_ entry: HTTPCassette.Entry, _ number: Int) {
    let (size, isReadable) = (entry.size, entry.isReadable)
    state.withLock { state in
      state.size -= entry.body.count
      guard isReadable, state.entries.count < HTTPCassette.maximumCount,
        state.size + size <= Self.maximumSize
      else {
        state.left += 1
        return
      }
      state.size += size
      state.entries[number] = entry
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
  var isDropped: Bool { storage.withLock { $0 == nil } }

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
