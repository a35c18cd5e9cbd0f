/// The contract of a protocol, as named checks that tests of any implementation can run.
///
/// ```swift
/// @Test(
///   "A key-value store in memory fulfils the contract",
///   arguments: KeyValueStoreContract.Check.allCases)
/// func store(_ check: KeyValueStoreContract.Check) async throws {
///   try await KeyValueStoreContract { MemoryKeyValueStore() }.verify(check)
/// }
/// ```
///
/// Each check creates its own implementation, except those of ``HTTPClientContract``, whose checks share one
/// client. So checks run in any order and in parallel. A violation is recorded as an issue.
///
/// ``AccountDataContract`` is not a contract with named checks: each of its steps needs the data that the step before
/// has left.
public protocol Contract<Check>: Sendable {
  /// The checks, named after their expectations.
  associatedtype Check: CaseIterable & Hashable & Sendable

  /// Runs one check.
  func verify(_ check: Check) async throws
}
