import Core
import Services
import TestKit

/// Holds every check of a password until its gate is open, also one that is cancelled.
struct HeldHashing: PasswordHashing {
  let gate: Gate
  private let hashing: any PasswordHashing

  @MainActor init(_ hashing: any PasswordHashing) {
    gate = Gate(isStubborn: true)
    self.hashing = hashing
  }

  func hash(_ password: Secret) async throws(PasswordHashingError) -> String {
    try await hashing.hash(password)
  }

  func verify(_ password: Secret, against hash: String) async -> Bool {
    await gate.wait()
    return await hashing.verify(password, against: hash)
  }

  func isCurrent(_ hash: String) -> Bool { hashing.isCurrent(hash) }
}
