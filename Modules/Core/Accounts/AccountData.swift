public import Foundation
public import Services

/// What a feature keeps for its owners, so that all of it can be moved, exported or erased.
///
/// What an implementation must do is in TestKit's `AccountDataContract`. Changes are made through
/// ``OwnerChange``, which does those of all features in one transaction.
public protocol AccountData: Sendable {
  /// The name of this data among all of an owner's: a key of an export.
  var name: String { get }
  /// What there is of an owner's in a person's words, such as "3 books"; nil for nothing that would
  /// be missed.
  func summary(of owner: Owner) async throws(StorageError) -> String?
  /// All that an owner has as JSON (RFC 8259), or nil for nothing.
  func export(of owner: Owner) async throws(StorageError) -> Data?

  /// Does what no transaction can hold, such as telling another service, before anything is changed;
  /// done twice, it is the same. When it throws, nothing is changed.
  func prepare(_ change: OwnerChange) async throws(StorageError)
  /// Gives all that one owner has to another, beside what that one has. What both have of the same
  /// stays as the new owner has it. Afterwards the first owner has nothing.
  ///
  /// - Parameter transaction: the one in which it is done; nil where all is kept in memory.
  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError)
  /// Removes all that an owner has.
  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError)
  /// Called after all of it was changed, so that what shows it is read again.
  func finish(_ change: OwnerChange) async
}

extension AccountData {
  /// Nothing is to be done before.
  public func prepare(_ change: OwnerChange) async throws(StorageError) {}
  /// Nothing is to be done after.
  public func finish(_ change: OwnerChange) async {}
}
