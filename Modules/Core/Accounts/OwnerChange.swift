public import Services

/// A change of all of an owner's data, in all features.
public enum OwnerChange: Hashable, Sendable {
  /// Merges one owner's data into another's.
  case move(from: Owner, to: Owner)
  /// Deletes an owner's data.
  case erase(Owner)

  /// Makes the change completely or not at all. Once it is made, the cancellation of the caller's task
  /// prevents nothing that comes after.
  ///
  /// ```swift
  /// let data = [OwnedValuesData(about: "trips", in: store)]
  /// try await OwnerChange.move(from: .guest, to: .account("ada")).make(in: data, database: nil)
  /// ```
  ///
  /// - Parameters:
  ///   - data: the data of all features.
  ///   - database: the database of this data, or nil for data in memory, which can't fail halfway.
  ///   - also: further changes in the same transaction; they come last.
  ///   - committed: called after the change was made, before ``AccountData/finish(_:)``.
  @concurrent public func make(
    in data: [any AccountData], database: (any Database)?,
    also: @Sendable ((any DatabaseTransaction)?) throws(StorageError) -> Void = { _ in },
    committed: @escaping @Sendable () async -> Void = {}
  ) async throws(StorageError) {
    for item in data { try await item.prepare(self) }
    if let database {
      try database.write(operation) { transaction throws(StorageError) in
        try make(in: data, transaction)
        try also(transaction)
      }
    } else {
      try make(in: data, nil)
      try also(nil)
    }
    // Not counted: the caller waits for it. What follows a commit is also done when the caller is cancelled.
    await Task {
      await committed()
      for item in data { await item.finish(self) }
      // Overwrites the deleted data in the file. If another window prevents that, its next commits
      // do it.
      if case .erase = self { try? database?.purge() }
    }.value
  }

  private func make(
    in data: [any AccountData], _ transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    for item in data {
      switch self {
      case .move(let oldOwner, let newOwner):
        try item.move(from: oldOwner, to: newOwner, in: transaction)
      case .erase(let owner): try item.erase(owner, in: transaction)
      }
    }
  }

  private var operation: String {
    switch self {
    case .move: "moving your data to the account"
    case .erase: "deleting your data"
    }
  }
}
