import Accounts
import Services

/// What the feature's coordinators and view models work with.
@MainActor struct AuthServices {
  /// Who uses the app.
  let owner: CurrentOwner
  let accounts: AccountService
  let current: CurrentAccount
  /// What other features add to the account's screen.
  let items: () -> [AccountItem]
  /// What all features keep for their owners.
  let data: () -> [any AccountData]
  /// Where the features keep their tables, or nil for in memory.
  let database: (any Database)?
  /// Removes the app's automatic copies; nil where there are none.
  let eraseBackups: (() async throws(StorageError) -> Void)?
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
    try await OwnerChange.move(from: .guest, to: .account(account))
      .make(in: data(), database: database)
  }

  /// Removes an account, its session and all that features keep of it: all of it, or nothing.
  ///
  /// - Parameter withBackups: whether the app's automatic copies go before.
  func erase(
    _ account: Identifier<Owner>, withBackups: Bool = false
  ) async throws(AuthError) {
    let store = accounts.store
    do throws(StorageError) {
      if withBackups { try await eraseBackups?() }
      try await OwnerChange.erase(.account(account)).make(in: data(), database: database) {
        transaction throws(StorageError) in
        try store.remove(account, in: transaction)
      }
    } catch { throw .storage(error) }
  }
}
