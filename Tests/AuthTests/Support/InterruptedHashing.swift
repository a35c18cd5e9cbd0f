import Core
import Services

/// Runs a closure before each check of a password.
struct InterruptedHashing: PasswordHashing {
  let hashing: any PasswordHashing
  let meanwhile: @Sendable () async -> Void

  func hash(_ password: Secret) async throws(PasswordHashingError) -> String {
    try await hashing.hash(password)
  }

  func verify(_ password: Secret, against hash: String) async -> Bool {
    await meanwhile()
    return await hashing.verify(password, against: hash)
  }

  func isCurrent(_ hash: String) -> Bool { hashing.isCurrent(hash) }
}
