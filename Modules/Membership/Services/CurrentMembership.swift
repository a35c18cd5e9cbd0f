import Services
import Core
import Files
import Foundation
import Observation

/// The current owner's membership, for view models.
///
/// The view models of an app share one object. A purchase is stored before the provider is
/// contacted, and deleted after its answer is stored: after any interruption an open purchase is
/// known. An answer is stored for the owner of its purchase, even if the current owner has changed,
/// unless that owner's purchases were erased meanwhile.
@MainActor @Observable final class CurrentMembership {
  /// The record of ``owner``.
  var record = MemberRecord() { didSet { revision += 1 } }
  /// The owner of the record; nil before it was loaded.
  var owner: Owner?
  /// A payment that is not stored yet, or nil.
  var unsaved: UnsavedPayment?
  /// The error of a background check, if the user should know it.
  var news: MembershipProblem?
  /// The owner whose record could not be read, until one is loaded.
  var unreadableOwner: Owner?

  @ObservationIgnored let context: AppContext
  @ObservationIgnored let store: any KeyValueStore
  @ObservationIgnored let payments: any PaymentProvider
  @ObservationIgnored let erasedOwners: ErasedOwners
  @ObservationIgnored let changes = ChangeCounts()
  /// The time of the last attempt of this window that has ended, even if its end could not be stored; nil before one.
  @ObservationIgnored var endedAttempt: Date?
  /// Counts the changes of the record, in memory and in the store.
  @ObservationIgnored var revision = 0
  /// The cancelled memberships whose end this window has confirmed with the provider.
  @ObservationIgnored var confirmedEnds: [Owner: Subscription] = [:]
  @ObservationIgnored private let damage: RowDamageLog
  @ObservationIgnored private var busy: Set<Owner> = []
  @ObservationIgnored private var turns: [Owner: AsyncLock] = [:]

  init(context: AppContext, store: any KeyValueStore, payments: any PaymentProvider) {
    self.context = context
    self.store = store
    self.payments = payments
    erasedOwners = ErasedOwners(store: store, payments: payments, logger: context.logger)
    damage = RowDamageLog(context.logger)
  }

  var now: Date { context.clock.now }

  /// Whether the current owner is a member.
  var isMember: Bool { current?.subscription?.isActive(at: now) ?? false }

  /// The current owner's record, or nil before it was loaded.
  var current: MemberRecord? { owner == context.owner.owner ? record : nil }

  /// The oldest purchase without a final answer.
  var open: OpenPurchase? { current?.open.first }

  /// Why a payment of the current owner is not stored, or nil.
  var storageError: StorageError? {
    guard current != nil, let unsaved, unsaved.owner == owner else { return nil }
    return unsaved.error
  }

  /// Clears the error of a background check, which the next action may contradict.
  func clearNews() { news = nil }

  // MARK: Reading

  /// Loads the current owner's record.
  func load() async throws(StorageError) {
    let (wanted, revision) = (context.owner.owner, revision)
    let found = try await MembershipRecords(store, of: wanted).load(damage)
    // The owner may have changed meanwhile.
    guard context.owner.owner == wanted else { return }
    // What was read may be older than a change that was made meanwhile.
    guard revision == self.revision else { return try await load() }
    if owner != wanted { news = nil }
    (owner, record, unreadableOwner) = (wanted, found, nil)
    // An unsaved payment is valid nevertheless.
    if let unsaved, unsaved.owner == wanted { adopt(unsaved) }
  }

  /// Checks open purchases and the due renewal with the provider.
  func refresh() async {
    guard let current else { return }
    let asked = context.owner.owner
    for purchase in current.open {
      do throws(MembershipProblem) {
        _ = try await check(purchase)
      } catch {
        if case .payment(let failure) = error, failure.isFinal, owner == asked { news = error }
        context.logger.log(.warning, "an open purchase has no receipt: \(error)")
      }
    }
    await renewIfDue()
  }

  // MARK: Buying

  /// Buys a plan for the current owner, unless a purchase is open, also one of another window.
  func buy(
    _ plan: Plan, name: String, simulated: SandboxAnswer?
  ) async throws(MembershipProblem) -> PurchaseProgress {
    let buyer = context.owner.owner
    return try await once(for: buyer) { () async throws(MembershipProblem) -> PurchaseProgress in
      // Cancelled while another request ran.
      if Task.isCancelled { throw .payment(.cancelled) }
      try await loadRecord(of: buyer)
      if isMember { return .member }
      if open != nil { return .open }
      var purchase = OpenPurchase(
        id: OpenPurchase.ID(context.identifiers.next("purchase")), plan: plan, name: name,
        begun: now, simulated: simulated)
      purchase.sent = purchase.begun
      let isBegun: Bool
      do throws(StorageError) {
        isBegun = try await MembershipRecords(store, of: buyer).begin(purchase)
      } catch { throw .storage(error) }
      guard isBegun else { return try await progressElsewhere(of: buyer) }
      note(purchase, of: buyer)
      return try await send(purchase, of: buyer, isFirst: true)
    }
  }

  /// Sends an open purchase again; it is paid once.
  func retry(_ purchase: OpenPurchase) async throws(MembershipProblem) -> PurchaseProgress {
    let buyer = context.owner.owner
    try await requireOpen(purchase, of: buyer)
    return try await once(for: buyer) { () async throws(MembershipProblem) -> PurchaseProgress in
      var attempt = purchase
      attempt.sent = now.wholeSeconds
      let isStored: Bool
      do throws(StorageError) {
        isStored = try await MembershipRecords(store, of: buyer).update(attempt)
      } catch { throw .storage(error) }
      if isStored { return try await send(attempt, of: buyer, isFirst: false) }
      // Another window has settled it.
      do throws(StorageError) { try await load() } catch { throw .storage(error) }
      if isMember { return .member }
      throw .payment(.notFound)
    }
  }

  /// Checks an open purchase. It stays open if the provider does not know it yet, because another
  /// window is sending it.
  func check(_ purchase: OpenPurchase) async throws(MembershipProblem) -> PurchaseProgress {
    let buyer = context.owner.owner
    try await requireOpen(purchase, of: buyer)
    return try await once(for: buyer) { () async throws(MembershipProblem) -> PurchaseProgress in
      let failure: PaymentError
      do throws(PaymentError) {
        return await apply(try await payments.status(of: purchase.id), purchase, of: buyer)
      } catch { failure = error }
      if failure == .notFound {
        guard await closeIfUnknown(purchase, of: buyer) else { return .open }
      } else if failure.isFinal {
        await close(purchase, of: buyer)
      }
      throw .payment(failure)
    }
  }

  /// Runs the request of a purchase, unless one is under way.
  private func once(
    for buyer: Owner, _ body: () async throws(MembershipProblem) -> PurchaseProgress
  ) async throws(MembershipProblem) -> PurchaseProgress {
    if busy.contains(buyer), open != nil { return .open }
    return try await inTurn(of: buyer) {
      () async throws(MembershipProblem) -> PurchaseProgress in
      busy.insert(buyer)
      defer { busy.remove(buyer) }
      return try await body()
    }
  }

  /// Runs one request of an owner at a time, so that a late answer does not replace a newer one.
  func inTurn<Value>(
    of owner: Owner, _ body: () async throws(MembershipProblem) -> Value
  ) async throws(MembershipProblem) -> Value {
    let lock = turns[owner] ?? AsyncLock()
    turns[owner] = lock
    return try await lock.withLock(body)
  }

  /// Throws unless a purchase is open and the buyer's, who is the current owner.
  private func requireOpen(
    _ purchase: OpenPurchase, of buyer: Owner
  ) async throws(MembershipProblem) {
    try await loadRecord(of: buyer)
    guard record.open.contains(where: { $0.id == purchase.id }) else {
      throw .payment(.notFound)
    }
  }

  /// Returns the progress of a purchase that another window has begun meanwhile.
  private func progressElsewhere(
    of buyer: Owner
  ) async throws(MembershipProblem) -> PurchaseProgress {
    try await loadRecord(of: buyer, again: true)
    if isMember { return .member }
    if open != nil { return .open }
    throw .payment(.notFound)
  }

  /// Loads the buyer's record unless it is loaded.
  private func loadRecord(of buyer: Owner, again: Bool = false) async throws(MembershipProblem) {
    do throws(StorageError) {
      if again || current == nil { try await load() }
    } catch { throw .storage(error) }
    // The owner changed during the load.
    guard context.owner.owner == buyer else { throw .payment(.cancelled) }
  }

  private func send(
    _ purchase: OpenPurchase, of buyer: Owner, isFirst: Bool
  ) async throws(MembershipProblem) -> PurchaseProgress {
    defer { endedAttempt = purchase.sent }
    let request = PurchaseRequest(
      id: purchase.id, plan: purchase.plan, owner: buyer, name: purchase.name,
      simulated: purchase.simulated)
    let failure: PaymentError
    do throws(PaymentError) {
      return await apply(try await payments.purchase(request), purchase, of: buyer)
    } catch { failure = error }
    // Also for a cancelled caller, who waits for it: its own task would store nothing.
    // Offline, this attempt was not sent; an earlier one may have been.
    if failure.isFinal || (failure == .offline && isFirst) {
      await Task { await close(purchase, of: buyer) }.value
    } else {
      await Task { await save(purchase, as: .unknown, of: buyer) }.value
    }
    if failure == .alreadyMember, try await fetchPurchases(of: buyer), isMember { return .member }
    throw .payment(failure)
  }

  private func apply(
    _ answer: PurchaseAnswer, _ purchase: OpenPurchase, of buyer: Owner
  ) async -> PurchaseProgress {
    switch answer {
    case .paid(let receipt):
      await save([receipt], isCancelled: false, settling: purchase, of: buyer)
      return .paid(receipt)
    case .pending:
      await Task { await save(purchase, as: .pending, of: buyer) }.value
      return .open
    }
  }
}
