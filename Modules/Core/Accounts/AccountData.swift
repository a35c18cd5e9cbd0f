public import Foundation

/// What a feature keeps for its owners, for whoever moves, exports or erases all of it.
///
/// What an implementation must do is in TestKit's `AccountDataContract`.
public protocol AccountData: Sendable {
  /// The name of this data among all of an owner's: a key of an export.
  var name: String { get }
  /// What there is of an owner's in a person's words, such as "3 books"; nil for nothing that would
  /// be missed.
  func summary(of owner: Owner) async throws(StorageError) -> String?
  /// Gives all that one owner has to another, beside what that one has. What both have of the same
  /// stays as the receiver has it. Afterwards the first owner has nothing.
  func move(from giver: Owner, to receiver: Owner) async throws(StorageError)
  /// All that an owner has as JSON (RFC 8259), or nil for nothing.
  func export(of owner: Owner) async throws(StorageError) -> Data?
  /// Removes all that an owner has.
  func erase(_ owner: Owner) async throws(StorageError)
}
