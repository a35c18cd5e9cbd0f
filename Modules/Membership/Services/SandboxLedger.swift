import Core
import Foundation

/// Keeps the sandbox's books in a store: one reads and writes at a time.
actor SandboxLedger {
  private static let key = "sandbox/books"

  private let store: any KeyValueStore
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ store: any KeyValueStore) {
    self.store = store
  }

  /// Reads the books, changes them, and writes them if they are others now.
  func change<Value: Sendable>(
    _ body: @Sendable (inout SandboxBooks) -> Value
  ) async throws(PaymentError) -> Value {
    await enter()
    defer { leave() }
    // Before anything is written down: whoever asks has gone.
    if Task.isCancelled { throw .cancelled }
    do throws(StorageError) {
      let data = try await store.value(for: Self.key)
      let old = data.map { RecordCoding.value(SandboxBooks.self, from: $0) } ?? SandboxBooks()
      guard var books = old else { throw .damaged("the sandbox's books") }
      let value = body(&books)
      if books != old { try await store.set(RecordCoding.data(books), for: Self.key) }
      return value
    } catch {
      throw .unavailable(error.description)
    }
  }

  private func enter() async {
    guard isBusy else {
      isBusy = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Lets the next one in, in whose name the ledger stays busy.
  private func leave() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }
}
