/// Turns passwords into hashes that can be kept, and checks passwords against them.
///
/// What an implementation must do is in TestKit's `PasswordHashingContract`. Hashing is slow on
/// purpose, so it is done off the main thread.
public protocol PasswordHashing: Sendable {
  /// A hash with a salt of its own: two hashes of one password differ.
  func hash(_ password: Secret) async throws(PasswordHashingError) -> String
  /// Whether the hash is this password's. False, too, for what is no hash.
  func verify(_ password: Secret, against hash: String) async -> Bool
}

/// Why a password could not be hashed.
public enum PasswordHashingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The password is longer than can be hashed as a whole, in UTF-8 bytes, or holds a NUL.
  case unusable(maximumLength: Int)
  /// The system gave neither randomness nor memory, or knows no such hash.
  case failed

  /// What is wrong and what helps, in one sentence.
  public var description: String {
    switch self {
    case .unusable(let length): "Choose a password of at most \(length) bytes, without NUL."
    case .failed: "The password could not be secured on this machine; try again."
    }
  }
}
