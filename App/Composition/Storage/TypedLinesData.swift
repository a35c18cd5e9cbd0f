// Needs: Auth

import Accounts
import Foundation
import Services

/// The lines that the users of accounts typed at a terminal, in a file for each account.
///
/// Files can't be part of a transaction. An account's file is deleted before the account, because
/// its lines must not remain, and once more after it, because another window may have created the
/// file meanwhile. The lines of guests stay theirs.
struct TypedLinesData: AccountData {
  let name = "lines"
  let folders: AppFolders

  /// What a guest has to know of the lines before everything else is deleted; nil without any.
  var stayingText: String? {
    guard let path = folders.history(of: .guest), access(path, F_OK) == 0 else { return nil }
    return StorageText.typedLines
  }

  /// Returns nil: the user does not miss typed lines.
  func summary(of owner: Owner) async throws(StorageError) -> String? { nil }

  /// Returns nil: the commands are not data of the user.
  func export(of owner: Owner) async throws(StorageError) -> Data? { nil }

  func prepare(_ change: OwnerChange) async throws(StorageError) {
    if case .erase(let owner) = change { try Self.remove(of: owner, in: folders) }
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {}

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {}

  func finish(_ change: OwnerChange) async {
    if case .erase(let owner) = change { try? Self.remove(of: owner, in: folders) }
  }

  private static func remove(of owner: Owner, in folders: AppFolders) throws(StorageError) {
    guard owner.account != nil, let path = folders.history(of: owner) else { return }
    guard unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
    throw .unavailable(StorageText.notDeleted(path))
  }
}
