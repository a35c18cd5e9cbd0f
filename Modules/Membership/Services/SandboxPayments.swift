public import Services

/// A payment provider that moves no money and gives the requested answers.
///
/// It stores its records: two instances over one store act as one bank, so an open purchase is
/// still known after a relaunch. A request for an owner's purchases books the renewals of all
/// passed periods, and a renewal is never declined. Nothing waits: a late answer comes at a later
/// check.
public struct SandboxPayments: PaymentProvider {
  private let ledger: SandboxLedger
  private let clock: any AppClock

  /// Creates a sandbox.
  ///
  /// - Parameters:
  ///   - store: stores the sandbox's records, under keys that begin with `sandbox/`.
  ///   - clock: the time of a payment.
  public init(books store: any KeyValueStore, clock: any AppClock) {
    ledger = SandboxLedger(store)
    self.clock = clock
  }

  /// Returns `true`.
  public var isSandbox: Bool { true }

  /// Returns the requested answer, or the earlier answer of a known purchase.
  public func purchase(
    _ request: PurchaseRequest
  ) async throws(PaymentError) -> PurchaseAnswer {
    let now = clock.now
    let answer = try await ledger.change { books in books.book(request, at: now) }
    return try answer.get()
  }

  /// Returns the recorded answer; a late one is paid at the second check.
  public func status(
    of purchase: OpenPurchase.ID
  ) async throws(PaymentError) -> PurchaseAnswer {
    let now = clock.now
    let answer = try await ledger.change { books in books.answer(to: purchase, at: now) }
    return try answer.get()
  }

  /// Books the due renewals and returns the records.
  public func purchases(of owner: Owner) async throws(PaymentError) -> Purchases {
    let now = clock.now
    return try await ledger.change { books in
      books.renew(owner, until: now)
      return books.purchases(of: owner)
    }
  }

  /// Records whether the active membership is renewed.
  public func setRenewal(
    _ renews: Bool, of owner: Owner
  ) async throws(PaymentError) -> Purchases {
    let now = clock.now
    return try await ledger.change { books in
      books.setRenewal(renews, of: owner, at: now)
      return books.purchases(of: owner)
    }
  }

  /// Moves the purchases to another owner.
  public func transfer(from oldOwner: Owner, to newOwner: Owner) async throws(PaymentError) {
    let now = clock.now
    try await ledger.change { books in books.transfer(from: oldOwner, to: newOwner, at: now) }
  }

  /// Deletes the owner's records, and refuses later purchases of an account.
  public func forget(_ owner: Owner) async throws(PaymentError) {
    try await ledger.change { books in books.forget(owner) }
  }
}
