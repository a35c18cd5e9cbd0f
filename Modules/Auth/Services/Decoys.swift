import Services

/// The hash against which passwords of addresses without an account are checked, so that the time of
/// an answer does not tell who has one. Their wrong tries are the store's to keep.
actor Decoys {
  private var hash: String?

  /// A hash that is nobody's, made once.
  func hash(by hashing: any PasswordHashing) async throws(PasswordHashingError) -> String {
    if let hash { return hash }
    let made = try await hashing.hash(Secret("nobody's password"))
    hash = made
    return made
  }
}
