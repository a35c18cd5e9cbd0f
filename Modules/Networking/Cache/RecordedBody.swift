import Foundation
import HTTP
import Synchronization

/// Passes on the chunks of a body while it records them.
///
/// The recording is given away once, when the last chunk has been read; a body that is not read to
/// its end, or fails, is not recorded.
actor RecordedBody {
  private var chunks: HTTPBody.AsyncIterator
  private var recording: Data?
  private var count = 0
  private let limit: Int
  /// Chunks that were read before the caller asked for them.
  private var waiting: [Data] = []
  private var failure: HTTPError?
  /// Reads before the caller asks, as long as there is a reader.
  private nonisolated let reading = Mutex<Task<Void, Never>?>(nil)
  private var trailer: Data?
  private var isAtEnd = false
  private let expected: Int?
  private let misfit: @Sendable () async -> Void
  private let overflow: @Sendable () async -> Void
  private let finish: @Sendable (Data) async -> Void

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - leading: comes before the body.
  ///   - trailing: comes after it.
  ///   - expected: the number of bytes in all; the body fails with another one. nil for any.
  ///   - limit: the most bytes of a recording; a longer one is given up.
  ///   - misfit: called before the body fails for another number of bytes.
  ///   - overflow: called once when the recording is given up because more than `limit` bytes have arrived.
  ///   - finish: receives the recording before the reader sees the end.
  init(
    _ body: HTTPBody, leading: Data = Data(), trailing: Data = Data(), expected: Int? = nil,
    upTo limit: Int, onMisfit misfit: @escaping @Sendable () async -> Void = {},
    onOverflow overflow: @escaping @Sendable () async -> Void = {},
    finish: @escaping @Sendable (Data) async -> Void
  ) {
    chunks = body.makeAsyncIterator()
    waiting = leading.isEmpty ? [] : [leading]
    trailer = trailing.isEmpty ? nil : trailing
    recording = leading.count <= limit ? leading : nil
    count = leading.count
    self.expected = expected
    self.misfit = misfit
    self.overflow = overflow
    self.limit = limit
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

  /// Reads ahead until the end, a failure, or so many bytes; the body waits for that.
  ///
  /// - Parameter time: how long the caller waits. The reading continues after it, until the body is released.
  /// - Returns: the complete body, or nil if there is more, or the end is not known yet.
  func readAhead(upTo most: Int, within time: Duration) async -> Data? {
    let found = AsyncState<Data??>(nil)
    let task = Task {
      let data = await readAhead(upTo: most)
      found.update { $0 = .some(data) }
    }
    reading.withLock { $0 = task }
    let timer = Task {
      try await Task.sleep(for: time)
      found.update { if case .none = $0 { $0 = .some(nil) } }
    }
    defer { timer.cancel() }
    return (try? await found.first { $0 }) ?? nil
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
    // The iterator is copied: a mutating call can't suspend on an actor's property.
    var chunks = self.chunks
    let next = try await chunks.next()
    self.chunks = chunks
    if let chunk = next ?? trailer {
      if next == nil { trailer = nil }
      await record(chunk)
      return chunk
    }
    isAtEnd = true
    if let expected, count != expected {
      recording = nil
      await misfit()
      throw .malformed("a part of another length")
    }
    if let recorded = recording {
      recording = nil
      await finish(recorded)
    }
    return nil
  }

  private func record(_ chunk: Data) async {
    count += chunk.count
    guard recording != nil else { return }
    if count <= limit {
      recording?.append(chunk)
    } else {
      recording = nil
      await overflow()
    }
  }
}
