public import Services
import Foundation
public import Testing

/// The contract of `PasswordHashing`.
public enum PasswordHashingContract {
  /// Checks an implementation.
  public static func check(
    _ hashing: some PasswordHashing, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let password = Secret("correct horse battery staple")
    let hash = try await hashing.hash(password)
    #expect(await hashing.verify(password, against: hash), sourceLocation: location)
    #expect(!hash.contains(password.reveal()), "a hash tells nothing", sourceLocation: location)
    let other = try await hashing.hash(password)
    #expect(hash != other, "each hash has a salt of its own", sourceLocation: location)
    for wrong in ["Correct horse battery staple", "correct horse battery stapl", "", " "] {
      #expect(!(await hashing.verify(Secret(wrong), against: hash)), sourceLocation: location)
    }
    for text in ["", "*0", "no hash", "$y$", "$y$j9T$", "$6$salt$", password.reveal()] {
      let matches = await hashing.verify(password, against: text)
      #expect(!matches, "\(text) is no hash of it", sourceLocation: location)
    }
    let odd = Secret("пароль 🔑 \u{1F9D1}\u{200D}\u{1F680}")
    let oddHash = try await hashing.hash(odd)
    #expect(await hashing.verify(odd, against: oddHash), sourceLocation: location)
    for unusable in [String(repeating: "x", count: 1_000_000), "a\0b"] {
      await #expect(throws: PasswordHashingError.self, sourceLocation: location) {
        _ = try await hashing.hash(Secret(unusable))
      }
      #expect(!(await hashing.verify(Secret(unusable), against: hash)), sourceLocation: location)
    }
  }
}
