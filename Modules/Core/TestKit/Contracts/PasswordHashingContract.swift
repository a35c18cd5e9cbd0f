public import Services
import Foundation
import Testing

/// The contract of `PasswordHashing`.
public struct PasswordHashingContract: Contract {
  /// The expectations.
  public enum Check: String, CaseIterable, Sendable {
    /// A hash belongs to its password, and to no other one.
    case knowsPassword
    /// A hash does not contain its password.
    case hidesPassword
    /// Two hashes of a password differ: each has a salt of its own.
    case saltsHashes
    /// Text that isn't a hash matches no password.
    case refusesOtherTexts
    /// A password may have letters and signs of any script.
    case takesAnyScript
    /// A password that is too long or has a NUL can't be hashed, and belongs to no hash.
    case refusesUnusable
    /// A hash that was just made is current, so that a sign-in doesn't renew it.
    case keepsOwnHashes
  }

  private let make: @Sendable () -> any PasswordHashing

  /// Creates the contract for an implementation.
  public init(_ make: @escaping @Sendable () -> any PasswordHashing) {
    self.make = make
  }

  /// Runs one check.
  public func verify(_ check: Check) async throws {
    let hashing = make()
    let password = Secret("correct horse battery staple")
    switch check {
    case .knowsPassword:
      let hash = try await hashing.hash(password)
      #expect(await hashing.verify(password, against: hash))
      for wrong in ["Correct horse battery staple", "correct horse battery stapl", "", " "] {
        #expect(!(await hashing.verify(Secret(wrong), against: hash)))
      }
    case .hidesPassword:
      let hash = try await hashing.hash(password)
      #expect(!hash.contains(password.reveal()), "a hash tells nothing")
    case .saltsHashes:
      let hash = try await hashing.hash(password)
      let other = try await hashing.hash(password)
      #expect(hash != other, "each hash has a salt of its own")
      #expect(await hashing.verify(password, against: other))
    case .refusesOtherTexts:
      for text in ["", "*0", "no hash", "$y$", "$y$j9T$", "$6$salt$", password.reveal()] {
        let matches = await hashing.verify(password, against: text)
        #expect(!matches, "\(text) isn't a hash of it")
      }
    case .takesAnyScript:
      let odd = Secret("пароль 🔑 \u{1F9D1}\u{200D}\u{1F680}")
      let hash = try await hashing.hash(odd)
      #expect(await hashing.verify(odd, against: hash))
      #expect(!(await hashing.verify(Secret("пароль 🔑 \u{1F9D1}"), against: hash)))
    case .refusesUnusable:
      let hash = try await hashing.hash(password)
      for unusable in [String(repeating: "x", count: 1_000_000), "a\0b"] {
        await #expect(throws: PasswordHashingError.self) {
          _ = try await hashing.hash(Secret(unusable))
        }
        #expect(!(await hashing.verify(Secret(unusable), against: hash)))
      }
    case .keepsOwnHashes:
      let hash = try await hashing.hash(password)
      #expect(hashing.isCurrent(hash))
      #expect(!hashing.isCurrent("no hash"))
    }
  }
}
