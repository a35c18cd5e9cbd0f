import Services
import Foundation

/// Keeps the sandbox's ledger in a store: one reads and writes at a time, whichever window asks.
struct SandboxLedger: Sendable {
  private static let key = "sandbox/books"

  private let store: any KeyValueStore

  init(_ store: any KeyValueStore) {
    self.store = store
  }

  /// Reads the books, changes them, and writes them if they are others now.
  func change<Value: Sendable>(
    _ body: @Sendable (inout SandboxBooks) -> Value
  ) async throws(PaymentError) -> Value {
    // Before anything is written down: whoever asks has gone.
    if Task.isCancelled { throw .cancelled }
    do throws(StorageError) {
      return try await store.change("saving the sandbox's ledger") {
        records throws(StorageError) in
        let data = try records.value(for: Self.key)
        let old = data.map { RecordCoding.value(SandboxBooks.self, from: $0) } ?? SandboxBooks()
        guard var books = old else { throw .damaged("the sandbox's ledger") }
        let value = body(&books)
        if books != old { try records.set(RecordCoding.data(books), for: Self.key) }
        return value
      }
    } catch .cancelled {
      throw .cancelled
    } catch {
      throw .unavailable(error.description)
    }
  }
}
