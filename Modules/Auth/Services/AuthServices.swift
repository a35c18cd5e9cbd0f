import Core

/// What the feature's coordinators and view models work with.
@MainActor struct AuthServices {
  let accounts: Accounts
  let current: CurrentAccount
  /// What other features add to the account's screen.
  let items: () -> [AccountItem]
  /// What all features keep for their owners.
  let data: () -> [any AccountData]
  /// What a new account's name may be.
  let suggestedName: () -> String

  /// What an owner has, in a person's words.
  func summary(of owner: Owner) async throws(StorageError) -> [String] {
    var lines: [String] = []
    for data in data() {
      if let line = try await data.summary(of: owner) { lines.append(line) }
    }
    return lines
  }

  /// Gives an account all that was done without one.
  func moveGuest(to account: Identifier<Owner>) async throws(StorageError) {
    for data in data() { try await data.move(from: .guest, to: .account(account)) }
  }

  /// Removes an account and all that features keep of it. The account goes last: what could not be
  /// erased can be erased again.
  func erase(_ account: Identifier<Owner>) async throws(AuthError) {
    do throws(StorageError) {
      for data in data() { try await data.erase(.account(account)) }
    } catch { throw .storage(error) }
    try await accounts.remove(account)
    try await accounts.endSession()
  }
}
