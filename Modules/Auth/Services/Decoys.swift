import Services

/// The hash for checking passwords of addresses without an account, so that the time of an answer
/// does not reveal which addresses have one. The store keeps their failed tries.
actor Decoys {
  private var hash: String?

  /// Returns a hash of no account's password, created once.
  func hash(by hashing: any PasswordHashing) async throws(PasswordHashingError) -> String {
    if let hash { return hash }
    let made = try await hashing.hash(Secret("nobody's password"))
    hash = made
    return made
  }
}
