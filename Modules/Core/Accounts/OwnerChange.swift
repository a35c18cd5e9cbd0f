public import Services

/// A change of all that an owner has, in all features.
public enum OwnerChange: Hashable, Sendable {
  /// All that one owner has goes to another.
  case move(from: Owner, to: Owner)
  /// All that an owner has is removed.
  case erase(Owner)

  /// Makes the change as a whole or not at all.
  ///
  /// ```swift
  /// let data = [OwnedValuesData(about: "trips", in: store)]
  /// try await OwnerChange.move(from: .guest, to: .account("ada")).make(in: data, database: nil)
  /// ```
  ///
  /// - Parameters:
  ///   - data: what the features keep.
  ///   - database: where they keep it, or nil for in memory, where nothing fails in the middle.
  ///   - also: what else belongs in the same transaction; it comes last.
  @concurrent public func make(
    in data: [any AccountData], database: (any Database)?,
    also: @Sendable ((any DatabaseTransaction)?) throws(StorageError) -> Void = { _ in }
  ) async throws(StorageError) {
    for item in data { try await item.prepare(self) }
    if let database {
      try database.write(operation) { transaction throws(StorageError) in
        try make(in: data, transaction)
        try also(transaction)
      }
      // It is gone for the app; now from the file's bytes, too. Another window may be in the
      // way, and then its next commits do it.
      if case .erase = self { try? database.purge() }
    } else {
      try make(in: data, nil)
      try also(nil)
    }
    for item in data { await item.finish(self) }
  }

  private func make(
    in data: [any AccountData], _ transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    for item in data {
      switch self {
      case .move(let oldOwner, let newOwner): try item.move(from: oldOwner, to: newOwner, in: transaction)
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
