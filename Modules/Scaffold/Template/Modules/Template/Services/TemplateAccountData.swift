import Accounts
import Foundation
import Services

/// Moves, exports and erases lists together with their accounts.
struct TemplateAccountData: AccountData {
  let name = "template"
  let store: any TemplateStore
  /// Returns a summary of a number of items.
  let describe: @Sendable (Int) -> String

  func summary(of owner: Owner) async throws(StorageError) -> String? {
    let count = try await store.items(of: owner).count
    return count == 0 ? nil : describe(count)
  }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    let items = try await store.items(of: owner)
    if items.isEmpty { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    encoder.dateEncodingStrategy = .iso8601
    do { return try encoder.encode(items) } catch {
      throw .unavailable("the list can't be written as JSON")
    }
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    try store.move(from: oldOwner, to: newOwner, in: transaction)
  }

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    try store.erase(owner, in: transaction)
  }
}
