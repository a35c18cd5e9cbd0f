public import Services

/// Takes payments: the interface to a bank or a store.
///
/// A purchase is identified by its identifier, and is paid once, however often it is sent or left
/// without an answer. A call throws ``PaymentError/cancelled`` if its task is cancelled, and
/// ``PaymentError/timedOut`` after the provider's own time limit. The contract for implementations
/// is `PaymentProviderContract` in the tests.
public protocol PaymentProvider: Sendable {
  /// Whether no money is moved, which every screen then shows.
  var isSandbox: Bool { get }
  /// Pays for the first period of a plan, which is renewed until it is cancelled.
  ///
  /// A known identifier returns the current answer of its purchase; another owner's identifier
  /// throws ``PaymentError/notFound``.
  func purchase(_ request: PurchaseRequest) async throws(PaymentError) -> PurchaseAnswer
  /// Returns the answer of a purchase. Throws ``PaymentError/notFound`` for an unknown one.
  func status(of purchase: OpenPurchase.ID) async throws(PaymentError) -> PurchaseAnswer
  /// Returns all payments of an owner, including due renewals.
  func purchases(of owner: Owner) async throws(PaymentError) -> Purchases
  /// Cancels renewal, or resumes it while the paid period lasts. Has no effect on a membership
  /// that has ended.
  func setRenewal(_ renews: Bool, of owner: Owner) async throws(PaymentError) -> Purchases
  /// Ends all renewals of an owner and deletes the owner's data.
  ///
  /// A purchase of a forgotten account that arrives later throws ``PaymentError/notFound``: it would be
  /// renewed, and no user could cancel that. A guest can buy again, because each guest is the same owner.
  func forget(_ owner: Owner) async throws(PaymentError)
}

/// A request for a payment.
public struct PurchaseRequest: Hashable, Sendable {
  /// Identifies the purchase, across all attempts.
  public var id: OpenPurchase.ID
  /// The plan.
  public var plan: Plan
  /// The buyer.
  public var owner: Owner
  /// The name on the receipt; may be empty.
  public var name: String
  /// The requested answer of a sandbox; real providers ignore it.
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

/// The answer to a purchase; a declined one is an error.
public enum PurchaseAnswer: Hashable, Sendable {
  /// It is paid.
  case paid(Receipt)
  /// The provider has not decided: check again later.
  case pending
}

/// All payments of an owner.
public struct Purchases: Hashable, Sendable {
  /// One receipt for each period.
  public var receipts: [Receipt]
  /// Whether the last period is renewed.
  public var renews: Bool

  /// Creates the purchases of an owner.
  public init(receipts: [Receipt] = [], renews: Bool = false) {
    self.receipts = receipts
    self.renews = renews
  }
}
