public import Accounts
public import Services

extension AccountData {
  /// Gives all that one owner has to another, as an app does: in one transaction.
  ///
  /// - Parameter database: where the data is kept; nil for in memory.
  public func move(
    from oldOwner: Owner, to newOwner: Owner, database: (any Database)? = nil
  ) async throws(StorageError) {
    try await OwnerChange.move(from: oldOwner, to: newOwner).make(in: [self], database: database)
  }

  /// Removes all that an owner has, as an app does: in one transaction.
  public func erase(
    _ owner: Owner, database: (any Database)? = nil
  ) async throws(StorageError) {
    try await OwnerChange.erase(owner).make(in: [self], database: database)
  }
}
