import Accounts
import Services
import Core
import Foundation

/// The account data of the feature and of its provider.
///
/// The provider moves the purchases, or ends the renewal, before the data changes: nothing is
/// changed until the provider can be reached. For an owner without a record, as after the loss of the
/// library, the provider may have purchases nevertheless; if it can't answer, the change is made. It
/// forgets an owner only after the data was erased, so that an erasure that fails leaves a membership
/// that can be resumed.
struct MembershipData: AccountData {
  private let values: OwnedValuesData
  private let membership: CurrentMembership
  private let erasedOwners: ErasedOwners
  private let changes: ChangeCounts
  private let payments: any PaymentProvider
  private let store: any KeyValueStore
  private let explain: @Sendable (PaymentError, OwnerChange) -> String

  /// Creates the account data.
  ///
  /// - Parameters:
  ///   - describe: returns a summary of the record of an owner who has data.
  ///   - explain: returns why the provider refuses a change, and the remedy.
  @MainActor init(
    _ membership: CurrentMembership, describe: @escaping @Sendable (MemberRecord) -> String,
    explain: @escaping @Sendable (PaymentError, OwnerChange) -> String
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

  /// Moves the purchases at the provider, or ends the renewal; repeating the request is harmless.
  func prepare(_ change: OwnerChange) async throws(StorageError) {
    let former =
      switch change {
      case .move(let oldOwner, _): oldOwner
      case .erase(let owner): owner
      }
    let isRecorded = try await !record(of: former).values(withPrefix: "").isEmpty
    do throws(PaymentError) {
      switch change {
      case .move(let oldOwner, let newOwner):
        try await payments.transfer(from: oldOwner, to: newOwner)
        changes.add(oldOwner, newOwner)
      case .erase(let owner):
        let ended = try await payments.setRenewal(false, of: owner)
        changes.add(owner)
        guard !ended.receipts.isEmpty else { return }
        // The erasure may still fail: the member's page then shows that the renewal has ended.
        await membership.save(ended.receipts, isCancelled: true, settling: nil, of: owner)
      }
    } catch .cancelled {
      throw .cancelled
    } catch {
      if isRecorded { throw .refused(explain(error, change)) }
    }
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    changes.add(oldOwner, newOwner)
    let given = try subscription(of: oldOwner, in: transaction)
    let had = try subscription(of: newOwner, in: transaction)
    // The membership that is paid longer continues, and is already stored when the data moves.
    // An unreadable one is not compared.
    if let given, let had, given.value.paidUntil > had.value.paidUntil {
      try records(of: newOwner, in: transaction).set(
        given.data, for: MembershipRecords.Key.subscription)
    }
    try values.move(from: oldOwner, to: newOwner, in: transaction)
  }

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    changes.add(owner)
    try values.erase(owner, in: transaction)
    try erasedOwners.add(owner, in: transaction)
  }

  func finish(_ change: OwnerChange) async {
    switch change {
    case .move(let oldOwner, let newOwner): await membership.moved(from: oldOwner, to: newOwner)
    case .erase(let owner):
      await erasedOwners.forgetAll()
      changes.add(owner)
      await membership.erased(owner)
    }
  }

  private func records(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) -> any KeyValueRecords {
    record(of: owner).records(in: transaction)
  }

  private func record(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: MembershipRecords.subject)
  }

  private func subscription(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) -> (value: Subscription, data: Data)? {
    let records = records(of: owner, in: transaction)
    guard let data = try records.value(for: MembershipRecords.Key.subscription),
      let value = RecordCoding.value(Subscription.self, from: data)
    else { return nil }
    return (value, data)
  }
}
