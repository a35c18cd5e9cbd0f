import Accounts
import Services
import Core
import Foundation

/// The account data of the feature and of its provider.
///
/// The provider ends the renewal before the data is erased: nothing is erased until the provider can be
/// reached. For an owner without a record, as after the loss of the library, the provider may have
/// purchases nevertheless; if it can't answer, the data is erased. It forgets an owner only after that,
/// so that an erasure that fails leaves a membership that can be resumed.
///
/// A move asks the provider nothing: where there are accounts, a guest buys none.
struct MembershipData: AccountData {
  private let values: OwnedValuesData
  private let membership: CurrentMembership
  private let erasedOwners: ErasedOwners
  private let changes: ChangeCounts
  private let payments: any PaymentProvider
  private let store: any KeyValueStore
  private let explain: @Sendable (PaymentError) -> String

  /// Creates the account data.
  ///
  /// - Parameters:
  ///   - describe: returns a summary of the record of an owner who has data.
  ///   - explain: returns why the provider does not end the renewal, and the remedy.
  @MainActor init(
    _ membership: CurrentMembership, describe: @escaping @Sendable (MemberRecord) -> String,
    explain: @escaping @Sendable (PaymentError) -> String
  ) {
    self.explain = explain
    self.membership = membership
    erasedOwners = membership.erasedOwners
    changes = membership.changes
    payments = membership.payments
    store = membership.store
    values = OwnedValuesData(
      about: MembershipRecords.subject, in: membership.store
    ) { describe(MembershipRecords.record($0)) }
  }

  var name: String { values.name }

  func summary(of owner: Owner) async throws(StorageError) -> String? {
    try await values.summary(of: owner)
  }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    try await values.export(of: owner)
  }

  /// Ends the renewal before an erasure; repeating the request is harmless.
  func prepare(_ change: OwnerChange) async throws(StorageError) {
    guard case .erase(let owner) = change else { return }
    let record = OwnedValues(store, of: owner, about: MembershipRecords.subject)
    let isRecorded = try await !record.values(withPrefix: "").isEmpty
    do throws(PaymentError) {
      let ended = try await payments.setRenewal(false, of: owner)
      changes.add(owner)
      guard !ended.receipts.isEmpty else { return }
      // The erasure may still fail: the member's page then shows that the renewal has ended.
      await membership.save(ended.receipts, isCancelled: true, settling: nil, of: owner)
    } catch .cancelled {
      throw .cancelled
    } catch {
      if isRecorded { throw .refused(explain(error)) }
    }
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    try values.move(from: oldOwner, to: newOwner, in: transaction)
  }

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    changes.add(owner)
    try values.erase(owner, in: transaction)
    try erasedOwners.add(owner, in: transaction)
  }

  func finish(_ change: OwnerChange) async {
    switch change {
    case .move(let oldOwner, let newOwner): await membership.reload([oldOwner, newOwner])
    case .erase(let owner):
      await erasedOwners.forgetAll()
      changes.add(owner)
      await membership.erased(owner)
    }
  }
}
