import Accounts
import Services
import Foundation

/// Exports the data of the account itself. This feature changes and deletes it, so a change of
/// owners needs no action.
struct AccountExport: AccountData {
  private struct Holder: Encodable {
    let name: String
    let email: String
    let created: Date
  }

  let name = "account"
  let accounts: AccountService

  func summary(of owner: Owner) async throws(StorageError) -> String? { nil }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    guard let id = owner.account, let account = try await accounts.store.record(id)?.account else {
      return nil
    }
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .sortedKeys
    let holder = Holder(name: account.name, email: account.email.text, created: account.created)
    do { return try encoder.encode(holder) } catch {
      throw .unavailable("the account can't be written as JSON")
    }
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {}

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {}
}
