import Foundation
import HTTP
import Services
import Synchronization

/// Passes on the chunks of a body while it records them.
///
/// The recording is given away once, when the last chunk has been read; a body that is not read to
/// its end, or fails, is not recorded.
actor RecordedBody {
  /// What reading before the caller asks has found.
  private enum Found {
    /// The complete body.
    case whole(Data)
    /// There is more, it has failed, or the time is over.
    case unknown
  }

  private let original: HTTPBody
  /// Nil when it was given away or given up.
  private var recording: Data? = Data()
  private let limit: Int
  private let overflow: @Sendable () async -> Void
  private let finish: @Sendable (Data) async -> Void
  private var isAtEnd = false
  /// Chunks that were read before the caller asked for them, and the failure after them.
  private var waiting: [Data] = []
  private var failure: HTTPError?
  /// Reads before the caller asks, as long as there is a reader.
  private nonisolated let reading = Mutex<Task<Void, Never>?>(nil)

  /// Creates a recorder of a body that arrives in chunks.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of a recording; a longer one is given up.
  ///   - overflow: called once when the recording is given up because more than `limit` bytes have arrived.
  ///   - finish: receives the recording before the reader sees the end.
  init(
    _ body: HTTPBody, upTo limit: Int,
    onOverflow overflow: @escaping @Sendable () async -> Void = {},
    finish: @escaping @Sendable (Data) async -> Void
  ) {
    original = body
    self.limit = limit
    self.overflow = overflow
    self.finish = finish
  }

  /// The body to pass on. When it is released, nothing is read any more.
  nonisolated func body(length: Int?) -> HTTPBody {
    let reader = Reader(self)
    return HTTPBody(length: length) { () async throws(HTTPError) in try await reader.body.next() }
  }

  private final class Reader: Sendable {
    let body: RecordedBody

    init(_ body: RecordedBody) { self.body = body }

    deinit { body.reading.withLock { $0?.cancel() } }
  }

  private func next() async throws(HTTPError) -> Data? {
    if let task = reading.withLock(\.self) {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
    if !waiting.isEmpty { return waiting.removeFirst() }
    if let failure { throw failure }
    return try await read()
  }

  private func read() async throws(HTTPError) -> Data? {
    if isAtEnd { return nil }
    let chunk: Data?
    do throws(HTTPError) { chunk = try await original.nextChunk() } catch {
      recording = nil
      throw error
    }
    if let chunk {
      await record(chunk)
    } else {
      isAtEnd = true
      await giveAway()
    }
    return chunk
  }

  private func record(_ chunk: Data) async {
    guard let count = recording?.count else { return }
    if count + chunk.count <= limit {
      recording?.append(chunk)
    } else {
      recording = nil
      await overflow()
    }
  }

  private func giveAway() async {
    guard let recorded = recording else { return }
    recording = nil
    await finish(recorded)
  }

  // MARK: Reading ahead

  /// Reads ahead until the end, a failure, or so many bytes; the body waits for that.
  ///
  /// - Parameters:
  ///   - time: how long the caller waits. The reading continues after it, until the body is released.
  ///   - clock: the clock of that time.
  /// - Returns: the complete body, or nil if there is more, or the end is not known yet.
  func readAhead(
    upTo most: Int, within time: Duration, by clock: any AppClock
  ) async -> Data? {
    let found = AsyncState<Found?>(nil)
    // Not counted: a redirect's body is read for the store after its caller has gone on.
    let task = Task {
      let data = await readAhead(upTo: most)
      found.update { $0 = data.map { .whole($0) } ?? .unknown }
    }
    reading.withLock { $0 = task }
    // Not counted: it is cancelled as soon as the caller goes on.
    let timer = Task {
      try await clock.sleep(for: time)
      found.update { $0 = $0 ?? .unknown }
    }
    defer { timer.cancel() }
    switch try? await found.first({ $0 }) {
    case .whole(let data): return data
    case .unknown, nil: return nil
    }
  }

  private func readAhead(upTo most: Int) async -> Data? {
    var count = 0
    do throws(HTTPError) {
      while let chunk = try await read() {
        waiting.append(chunk)
        count += chunk.count
        if count > most { return nil }
      }
      return waiting.reduce(into: Data()) { $0 += $1 }
    } catch {
      failure = error
      return nil
    }
  }
}
