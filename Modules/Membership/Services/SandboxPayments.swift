public import Services

/// A payment provider that moves no money and gives the requested answers.
///
/// It stores its records: two instances over one store act as one provider, so an open purchase is
/// still known after a relaunch. A request for an owner's purchases enters the renewals of all
/// passed periods, and a renewal is never declined. Nothing waits: a late answer comes at a later
/// check.
public struct SandboxPayments: PaymentProvider {
  private static let key = "sandbox/books"

  private let store: any KeyValueStore
  private let clock: any AppClock

  /// Creates a sandbox.
  ///
  /// - Parameters:
  ///   - store: stores the sandbox's records, under keys that begin with `sandbox/`.
  ///   - clock: the time of a payment.
  public init(store: any KeyValueStore, clock: any AppClock) {
    self.store = store
    self.clock = clock
  }

  /// Returns `true`.
  public var isSandbox: Bool { true }

  /// Returns the requested answer, or the earlier answer of a known purchase.
  public func purchase(
    _ request: PurchaseRequest
  ) async throws(PaymentError) -> PurchaseAnswer {
    let now = clock.now
    let answer = try await change { ledger in ledger.book(request, at: now) }
    return try answer.get()
  }

  /// Returns the recorded answer; a late one is paid at the second check.
  public func status(
    of purchase: OpenPurchase.ID
  ) async throws(PaymentError) -> PurchaseAnswer {
    let now = clock.now
    let answer = try await change { ledger in ledger.answer(to: purchase, at: now) }
    return try answer.get()
  }

  /// Enters the due renewals and returns the records.
  public func purchases(of owner: Owner) async throws(PaymentError) -> Purchases {
    let now = clock.now
    return try await change { ledger in
      ledger.renew(owner, until: now)
      return ledger.purchases(of: owner)
    }
  }

  /// Records whether the active membership is renewed.
  public func setRenewal(
    _ renews: Bool, of owner: Owner
  ) async throws(PaymentError) -> Purchases {
    let now = clock.now
    return try await change { ledger in
      ledger.setRenewal(renews, of: owner, at: now)
      return ledger.purchases(of: owner)
    }
  }

  /// Deletes the owner's records, and refuses later purchases of an account.
  public func forget(_ owner: Owner) async throws(PaymentError) {
    try await change { ledger in ledger.forget(owner) }
  }

  /// Changes the ledger, one change at a time across windows, and stores it if it has changed.
  private func change<Value: Sendable>(
    _ body: @Sendable (inout SandboxLedger) -> Value
  ) async throws(PaymentError) -> Value {
    // Before the write: the caller has cancelled.
    if Task.isCancelled { throw .cancelled }
    do throws(StorageError) {
      return try await store.change("saving the sandbox's ledger") {
        records throws(StorageError) in
        let data = try records.value(for: Self.key)
        let old = data.map { RecordCoding.value(SandboxLedger.self, from: $0) } ?? SandboxLedger()
        guard var ledger = old else { throw .damaged("the sandbox's ledger") }
        let value = body(&ledger)
        if ledger != old { try records.set(RecordCoding.data(ledger), for: Self.key) }
        return value
      }
    } catch .cancelled {
      throw .cancelled
    } catch {
      throw .storage(error)
    }
  }
}
