import Core
import Foundation

/// What addresses without an account are treated by, so that neither an answer nor its time tells who
/// has one.
actor Decoys {
  /// The number of addresses that are remembered; beyond it all are forgotten.
  private static let limit = 1000

  private var hash: String?
  private var tries: [EmailAddress: FailedTries] = [:]

  /// A hash that is nobody's, made once.
  func hash(by hashing: any PasswordHashing) async throws(PasswordHashingError) -> String {
    if let hash { return hash }
    let made = try await hashing.hash(Secret("nobody's password"))
    hash = made
    return made
  }

  /// The wrong tries with an address that has no account.
  func tries(with email: EmailAddress) -> FailedTries {
    tries[email] ?? FailedTries()
  }

  /// Notes a wrong try.
  func noteFailure(with email: EmailAddress, at now: Date) {
    if tries.count >= Self.limit { tries = [:] }
    tries[email, default: FailedTries()].note(at: now)
  }
}
