import Books
import Core
import Testing

/// A store to which the contract is put.
struct NamedLibraryStore: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Makes a store with nothing in it.
  let make: @Sendable () async throws -> any LibraryStore

  static let all = [
    NamedLibraryStore(testDescription: "in memory") { MemoryLibraryStore() }
  ]
}
