public import Services

/// Takes money, or says that it can't: what stands between the app and a bank or a store.
///
/// A purchase is known by its identifier. However often it is sent, and however often whoever sends
/// it was left without an answer, it is paid once. A call ends with ``PaymentError/cancelled`` when
/// its task is cancelled, and with ``PaymentError/timedOut`` after a time of the provider's own.
/// What an implementation must do is in the tests' `PaymentProviderContract`.
public protocol PaymentProvider: Sendable {
  /// Whether no money is moved, which every screen then says.
  var isSandbox: Bool { get }
  /// Pays for the first period of a plan, which is renewed until that is called off.
  ///
  /// An identifier that is known already gets the answer that its purchase has by now; one that
  /// another owner has used is refused with ``PaymentError/notFound``.
  func purchase(_ request: PurchaseRequest) async throws(PaymentError) -> PurchaseAnswer
  /// Asks what became of a purchase. Throws ``PaymentError/notFound`` for one that never came.
  func status(of purchase: OpenPurchase.ID) async throws(PaymentError) -> PurchaseAnswer
  /// All that an owner has paid, with the renewals that are due by now.
  func purchases(of owner: Owner) async throws(PaymentError) -> Purchases
  /// Cancels renewal, or resumes it while the paid period lasts. Has no effect on a subscription that
  /// has ended.
  func setRenewal(_ renews: Bool, of owner: Owner) async throws(PaymentError) -> Purchases
  /// Gives all purchases of one owner to another. Where both have a membership, the one that is
  /// paid for longer goes on, and the other is not renewed.
  func transfer(from giver: Owner, to receiver: Owner) async throws(PaymentError)
  /// Ends all renewals of an owner and forgets the owner.
  func forget(_ owner: Owner) async throws(PaymentError)
}

/// What is to be paid, and by whom.
public struct PurchaseRequest: Hashable, Sendable {
  /// Identifies the purchase, over all attempts.
  public var id: OpenPurchase.ID
  /// What is bought.
  public var plan: Plan
  /// Who buys it.
  public var owner: Owner
  /// The name on the receipt; may be empty.
  public var name: String
  /// What a sandbox shall answer; nothing that a real provider reads.
  public var simulated: SandboxAnswer?

  /// Creates a request.
  public init(
    id: OpenPurchase.ID, plan: Plan, owner: Owner, name: String = "",
    simulated: SandboxAnswer? = nil
  ) {
    self.id = id
    self.plan = plan
    self.owner = owner
    self.name = name
    self.simulated = simulated
  }
}

/// What became of a purchase; a no is an error.
public enum PurchaseAnswer: Hashable, Sendable {
  /// It is paid.
  case paid(Receipt)
  /// The bank has not decided: ask again later.
  case pending
}

/// All that an owner has paid.
public struct Purchases: Hashable, Sendable {
  /// One receipt for each period.
  public var receipts: [Receipt]
  /// Whether the last period is to be followed by another.
  public var renews: Bool

  /// Creates the purchases of an owner.
  public init(receipts: [Receipt] = [], renews: Bool = false) {
    self.receipts = receipts
    self.renews = renews
  }
}
