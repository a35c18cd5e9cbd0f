/// Hashes passwords, and verifies passwords against hashes.
///
/// Implementations must pass TestKit's `PasswordHashingContract`. Hashing is slow on purpose, so it
/// runs off the main thread.
public protocol PasswordHashing: Sendable {
  /// Returns a hash with a new salt: two hashes of one password differ.
  ///
  /// - Throws: ``PasswordHashingError/unusable(maximumLength:)`` for a password that is too long or has a NUL, otherwise
  ///   ``PasswordHashingError/failed``.
  func hash(_ password: Secret) async throws(PasswordHashingError) -> String
  /// Whether the hash belongs to this password; `false` for an invalid hash.
  func verify(_ password: Secret, against hash: String) async -> Bool
  /// Whether new hashes are made like this one, such as with the same cost. Another one is renewed at the next sign-in.
  func isCurrent(_ hash: String) -> Bool
}

/// Why a password could not be hashed.
public enum PasswordHashingError: Error, Hashable, Sendable {
  /// The password is too long, in UTF-8 bytes, or contains a NUL.
  case unusable(maximumLength: Int)
  /// The system has no memory, no randomness or no such hash function.
  case failed
}
