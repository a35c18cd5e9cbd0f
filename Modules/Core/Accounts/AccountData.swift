public import Foundation
public import Services

/// The data that a feature keeps for each owner: it can be moved, exported and erased.
///
/// Implementations must pass TestKit's `AccountDataContract`. ``OwnerChange`` changes the data of
/// all features in one transaction.
public protocol AccountData: Sendable {
  /// The key of this data in an export.
  var name: String { get }
  /// A summary of an owner's data, such as "3 books"; nil if there is nothing to lose.
  func summary(of owner: Owner) async throws(StorageError) -> String?
  /// Returns an owner's data as JSON (RFC 8259), or nil without data.
  func export(of owner: Owner) async throws(StorageError) -> Data?

  /// Does the part of a change that no transaction can contain, such as a call to another service,
  /// before anything is changed. Idempotent. If it throws, nothing is changed.
  func prepare(_ change: OwnerChange) async throws(StorageError)
  /// Merges one owner's data into another's. Where both have a value, the new owner's is kept.
  /// Afterwards the old owner has no data. A move to the same owner changes nothing.
  ///
  /// - Parameters:
  ///   - oldOwner: the owner whose data is moved.
  ///   - newOwner: the owner who gets it.
  ///   - transaction: the running transaction; nil for data in memory.
  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError)
  /// Deletes an owner's data.
  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError)
  /// Called after all data has changed: reloads it for the screens, and does what must not happen
  /// if the change fails.
  func finish(_ change: OwnerChange) async
}

extension AccountData {
  /// Does nothing.
  public func prepare(_ change: OwnerChange) async throws(StorageError) {}
  /// Does nothing.
  public func finish(_ change: OwnerChange) async {}
}
