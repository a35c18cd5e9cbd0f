public import Services

/// A provider that moves no money, and answers as it is told.
///
/// It keeps books, as a bank would: over one store, two of it are one bank, so a purchase that was
/// left open is still known after a relaunch. It renews when it is asked for an owner's purchases,
/// for each period that has passed, and never declines a renewal. It does not wait for anything:
/// one that answers late is asked again.
public struct SandboxPayments: PaymentProvider {
  private let ledger: SandboxLedger
  private let clock: any AppClock

  /// Creates a sandbox.
  ///
  /// - Parameter store: keeps the sandbox's books, below keys that begin with `sandbox/`.
  public init(books store: any KeyValueStore, clock: any AppClock) {
    ledger = SandboxLedger(store)
    self.clock = clock
  }

  /// No money is moved.
  public var isSandbox: Bool { true }

  /// Answers as the request says, and as before to a purchase that it knows.
  public func purchase(
    _ request: PurchaseRequest
  ) async throws(PaymentError) -> PurchaseAnswer {
    let now = clock.now
    let answer = try await ledger.change { books in books.book(request, at: now) }
    return try answer.get()
  }

  /// What is in the books; a purchase to be answered late is paid the second time.
  public func status(
    of purchase: OpenPurchase.ID
  ) async throws(PaymentError) -> PurchaseAnswer {
    let now = clock.now
    let answer = try await ledger.change { books in books.answer(to: purchase, at: now) }
    return try answer.get()
  }

  /// What is in the books, once the renewals that are due have been booked.
  public func purchases(of owner: Owner) async throws(PaymentError) -> Purchases {
    let now = clock.now
    return try await ledger.change { books in
      books.renew(owner, until: now)
      return books.purchases(of: owner)
    }
  }

  /// Notes whether to renew what runs.
  public func setRenewal(
    _ renews: Bool, of owner: Owner
  ) async throws(PaymentError) -> Purchases {
    let now = clock.now
    return try await ledger.change { books in
      books.setRenewal(renews, of: owner, at: now)
      return books.purchases(of: owner)
    }
  }

  /// Writes the purchases down under another owner.
  public func transfer(from giver: Owner, to receiver: Owner) async throws(PaymentError) {
    let now = clock.now
    try await ledger.change { books in books.transfer(from: giver, to: receiver, at: now) }
  }

  /// Strikes the owner out of the books.
  public func forget(_ owner: Owner) async throws(PaymentError) {
    try await ledger.change { books in books.forget(owner) }
  }
}
