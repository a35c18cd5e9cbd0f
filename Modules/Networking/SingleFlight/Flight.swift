import Foundation
import HTTP
import Synchronization

/// One transfer and those who share it.
final class Flight: Sendable {
  private struct State {
    var answer: Result<HTTPAnswer, HTTPError>?
    /// The chunks from the position `base` on.
    var chunks: [Data] = []
    var base = 0
    var size = 0
    /// How the body ended: nil for complete.
    var end: HTTPError??
    /// The position of each seat.
    var positions: [Int: Int] = [:]
    var lastSeat = 0
    var isOpen = true

    /// Whether a seat waits for a chunk that is not there.
    var isWanted = false

    /// Drops what everyone has read, once no one can join.
    mutating func trim() {
      guard !isOpen, let first = positions.values.min(), first > base else { return }
      chunks.removeFirst(min(first - base, chunks.count))
      base = first
    }
  }

  let key: FlightKey
  private let joinLimit: Int
  private let state = AsyncState(State())
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ key: FlightKey, joinLimit: Int) {
    self.key = key
    self.joinLimit = joinLimit
  }

  // MARK: - The transfer

  /// Starts the transfer.
  func start(
    _ table: FlightTable, _ send: @escaping @Sendable () async throws(HTTPError) -> HTTPAnswer
  ) {
    // Not counted: the transfer must outlive the task of the caller who happened to be the first.
    // The flight owns it, and cancels it with the last seat.
    let task = Task { await run(table, send) }
    self.task.withLock { $0 = task }
  }

  private func run(
    _ table: FlightTable, _ send: @Sendable () async throws(HTTPError) -> HTTPAnswer
  ) async {
    do {
      let answer = try await send()
      state.update { $0.answer = .success(answer.withoutStream) }
      if answer.body.data == nil { try await pump(answer.body, table) }
      end(nil, table)
    } catch {
      end(error, table)
    }
  }

  /// Reads the body as far as a caller wants it.
  private func pump(_ body: HTTPBody, _ table: FlightTable) async throws(HTTPError) {
    while true {
      try await state.first { $0.isWanted ? () : nil }
      guard let chunk = try await body.nextChunk() else { return }
      let size = state.update { state in
        state.size += chunk.count
        state.chunks.append(chunk)
        state.isWanted = false
        return state.size
      }
      if size > key.options.maximumBodySize {
        throw .tooLarge(limit: key.options.maximumBodySize)
      }
      if size > joinLimit { table.close(self) }
    }
  }

  private func end(_ error: HTTPError?, _ table: FlightTable) {
    table.close(self)
    state.update { state in
      if state.answer == nil, let error { state.answer = .failure(error) }
      state.end = .some(error)
    }
  }

  // MARK: - The seats

  /// Returns a new seat, or nil if no one can join any more.
  func join() -> Int? {
    state.update { state in
      guard state.isOpen else { return nil }
      state.lastSeat += 1
      state.positions[state.lastSeat] = 0
      return state.lastSeat
    }
  }

  /// Gives up a seat, and cancels the transfer if it was the last one.
  func leave(_ seat: Int) {
    let isEmpty = state.update { state in
      state.positions[seat] = nil
      if state.positions.isEmpty { state.isOpen = false }
      state.trim()
      return state.positions.isEmpty
    }
    if isEmpty { task.withLock { $0 }?.cancel() }
  }

  func close() {
    state.update { state in
      state.isOpen = false
      state.trim()
    }
  }

  /// Waits for the head.
  func answer() async throws(HTTPError) -> HTTPAnswer {
    try await state.first(\.answer).get()
  }

  /// Waits for the next chunk of a seat; nil is the end.
  func next(_ seat: Int) async throws(HTTPError) -> Data? {
    while true {
      if Task.isCancelled { throw .cancelled }
      let found = state.update { state -> Result<Data?, HTTPError>? in
        guard let position = state.positions[seat] else { return .failure(.cancelled) }
        if position < state.base + state.chunks.count {
          defer { state.trim() }
          state.positions[seat] = position + 1
          return .success(state.chunks[position - state.base])
        }
        switch state.end {
        case .some(let error?): return .failure(error)
        case .some(nil): return .success(nil)
        case nil:
          state.isWanted = true
          return nil
        }
      }
      if let found { return try found.get() }
      try await state.first { state in
        let position = state.positions[seat] ?? 0
        return state.end != nil || position < state.base + state.chunks.count ? () : nil
      }
    }
  }
}

extension HTTPAnswer {
  /// The answer without a body in chunks, which has one reader.
  fileprivate var withoutStream: HTTPAnswer {
    body.data == nil
      ? HTTPAnswer(
        response, body: HTTPBody(length: body.length) { () throws(HTTPError) in nil }, from: url)
      : self
  }
}
