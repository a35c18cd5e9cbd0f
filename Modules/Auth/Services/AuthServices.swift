import Accounts
import Services
import Synchronization

/// The services of the feature's coordinators and view models.
@MainActor struct AuthServices {
  let accounts: AccountService
  let session: UserSession
  /// Returns the account items of the features.
  let items: () -> [AccountItem]
  /// Returns the account data of the features.
  let data: () -> [any AccountData]
  /// The database of the features, or nil in memory.
  let database: (any Database)?
  /// Deletes the automatic backups; nil if there are none.
  let eraseBackups: BackupErasure?
  /// Returns a suggestion for a new account's name.
  let suggestedName: () -> String
  /// Returns a sentence about what stays when a guest's data is deleted, or nil.
  var stayingText: () -> String? = { nil }
  /// Counts the moves of a guest's data, or nil.
  var guestMoves: GuestMoves?

  /// Returns a summary of an owner's data, in words for a user.
  func summary(of owner: Owner) async throws(StorageError) -> [String] {
    var lines: [String] = []
    for data in data() {
      if let line = try await data.summary(of: owner) { lines.append(line) }
    }
    return lines
  }

  /// Returns what a move of the guest's data to an account is about.
  func moveSummary(to account: Identifier<Owner>) async throws(StorageError) -> MoveSummary {
    var summary = MoveSummary()
    for data in data() {
      guard let moved = try await data.summary(of: .guest) else { continue }
      summary.moved.append(moved)
      if let kept = try await data.summary(of: .account(account)) { summary.kept.append(kept) }
    }
    return summary
  }

  /// Moves the guest's data to the signed-in account, and loads it.
  ///
  /// - Returns: a summary of the move; empty, changing nothing, if another window has moved or deleted the data while
  ///   the user was asked.
  func moveGuest(to account: Identifier<Owner>) async throws(StorageError) -> MoveSummary {
    let summary = try await moveSummary(to: account)
    if summary.moved.isEmpty { return summary }
    let moves = guestMoves
    try await OwnerChange.move(from: .guest, to: .account(account)).make(
      in: data(), database: database,
      also: { transaction throws(StorageError) in try moves?.add(in: transaction) })
    await session.reload()
    return summary
  }

  /// Returns whether another window has moved all of the guest's data to an account since the last call. A restored
  /// backup has no moves.
  func findMovedGuest() async throws(StorageError) -> Bool {
    guard let guestMoves else { return false }
    let last = try await guestMoves.lastMove()
    guard let known = guestMoves.known, last > known else {
      guestMoves.known = last
      return false
    }
    let left = try await summary(of: .guest)
    guestMoves.known = last
    return left.isEmpty
  }

  /// Returns whether another window has moved all of the guest's data since this window knew this last move.
  func wasGuestMoved(since move: Int?) async throws(StorageError) -> Bool {
    guard let move, let known = guestMoves?.known, known > move else { return false }
    return try await summary(of: .guest).isEmpty
  }

  /// Deletes the guest's data in all features, in one transaction.
  ///
  /// - Parameter withBackups: whether to delete the automatic backups, too.
  /// - Returns: why some backups are left, or nil.
  func eraseGuest(withBackups: Bool) async throws(StorageError) -> StorageError? {
    try await erase(Owner.guest, withBackups: withBackups)
  }

  /// Deletes an account, its session and its data in all features, in one transaction.
  ///
  /// - Parameter withBackups: whether to delete the automatic backups, too. That comes after the transaction is
  ///   committed, because it can't be undone.
  /// - Returns: why some backups are left, or nil.
  @discardableResult
  func erase(
    _ account: Identifier<Owner>, withBackups: Bool = false
  ) async throws(AuthError) -> StorageError? {
    let accounts = accounts
    do throws(StorageError) {
      return try await erase(
        .account(account), withBackups: withBackups,
        also: { transaction throws(StorageError) in
          try accounts.store.remove(account, in: transaction)
        },
        // The session is gone, and a guest's changes are saved. A session begun meanwhile stays.
        committed: { accounts.store.known.forgetSession(of: account) })
    } catch { throw .storage(error) }
  }

  /// Deletes an owner's data in all features, in one transaction, and then the backups if that is requested.
  private func erase(
    _ owner: Owner, withBackups: Bool,
    also: @escaping @Sendable ((any DatabaseTransaction)?) throws(StorageError) -> Void = { _ in },
    committed: @escaping @Sendable () -> Void = {}
  ) async throws(StorageError) -> StorageError? {
    let eraseBackups = withBackups ? eraseBackups : nil
    let left = Mutex<StorageError?>(nil)
    try await OwnerChange.erase(owner).make(
      in: data(), database: database,
      also: { transaction throws(StorageError) in
        try also(transaction)
        try eraseBackups?.request(transaction)
      },
      committed: {
        committed()
        do throws(StorageError) { try await eraseBackups?.run() } catch {
          left.withLock { $0 = error }
        }
      })
    return left.withLock(\.self)
  }
}
