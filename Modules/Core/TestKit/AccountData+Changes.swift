public import Accounts
public import Services

extension AccountData {
  /// Merges one owner's data into another's in one transaction, as an app does.
  ///
  /// - Parameters:
  ///   - oldOwner: the owner whose data is moved.
  ///   - newOwner: the owner who gets it.
  ///   - database: the data's database; nil for data in memory.
  public func move(
    from oldOwner: Owner, to newOwner: Owner, database: (any Database)? = nil
  ) async throws(StorageError) {
    try await OwnerChange.move(from: oldOwner, to: newOwner).make(in: [self], database: database)
  }

  /// Deletes an owner's data in one transaction, as an app does.
  public func erase(
    _ owner: Owner, database: (any Database)? = nil
  ) async throws(StorageError) {
    try await OwnerChange.erase(owner).make(in: [self], database: database)
  }
}
