import Services
import Foundation

/// Stores the sandbox's ledger, with one change at a time across windows.
struct SandboxLedger: Sendable {
  private static let key = "sandbox/books"

  private let store: any KeyValueStore

  init(_ store: any KeyValueStore) {
    self.store = store
  }

  /// Reads and changes the records, and writes them if they have changed.
  func change<Value: Sendable>(
    _ body: @Sendable (inout SandboxBooks) -> Value
  ) async throws(PaymentError) -> Value {
    // Before the write: the caller has cancelled.
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
