/// What every implementation of a protocol must do, as named checks that any test can run.
///
/// ```swift
/// @Test("Key-value store", arguments: KeyValueStoreContract.Check.allCases)
/// func store(_ check: KeyValueStoreContract.Check) async throws {
///   try await KeyValueStoreContract { MemoryKeyValueStore() }.verify(check)
/// }
/// ```
///
/// A check makes an implementation of its own, so checks run in any order and in parallel. What does
/// not hold is recorded as an issue.
public protocol Contract<Check>: Sendable {
  /// The checks, named after what they expect.
  associatedtype Check: CaseIterable & Hashable & Sendable

  /// Runs one check.
  func verify(_ check: Check) async throws
}

extension Contract {
  /// Runs every check, one after the other.
  public func verify() async throws {
    for check in Check.allCases { try await verify(check) }
  }
}
