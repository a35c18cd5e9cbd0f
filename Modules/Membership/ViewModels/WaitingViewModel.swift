import Observation

/// A purchase without an answer.
@MainActor @Observable final class WaitingViewModel {
  /// The result of a check.
  enum Answer {
    case progress(PurchaseProgress)
    /// Nothing was paid.
    case refused(MembershipProblem)
  }

  private(set) var isAsking = false
  private(set) var problem: MembershipProblem?
  /// The number of checks without an answer.
  private(set) var asked = 0
  /// The plan of a purchase that was not started because this one is open; nil for none, and after the first check.
  private(set) var refusedPlan: Plan?

  @ObservationIgnored private let first: OpenPurchase
  @ObservationIgnored private let membership: CurrentMembership

  init(
    _ purchase: OpenPurchase, insteadOf refusedPlan: Plan? = nil, membership: CurrentMembership
  ) {
    first = purchase
    self.refusedPlan = refusedPlan
    self.membership = membership
  }

  /// The purchase as it is stored, or as it was at first once it is settled.
  var purchase: OpenPurchase { stored ?? first }

  /// The answer that another window, or a check in the background, has stored; nil while the purchase is open.
  var settled: Answer? {
    guard !isAsking, let record = membership.current, stored == nil else { return nil }
    if let receipt = record.receipts.first(where: { $0.purchase == first.id }) {
      return .progress(.paid(receipt))
    }
    return membership.isMember ? .progress(.member) : .refused(.payment(.notFound))
  }

  private var stored: OpenPurchase? {
    membership.current?.open.first { $0.id == first.id }
  }

  var isSandbox: Bool { membership.payments.isSandbox }

  /// Checks the purchase; nil while there is no answer.
  func check() async -> Answer? {
    await ask { membership, purchase throws(MembershipProblem) in
      try await membership.check(purchase)
    }
  }

  /// Sends the purchase again; nil while there is no answer.
  func retry() async -> Answer? {
    await ask { membership, purchase throws(MembershipProblem) in
      try await membership.retry(purchase)
    }
  }

  private func ask(
    _ body: (CurrentMembership, OpenPurchase) async throws(MembershipProblem) -> PurchaseProgress
  ) async -> Answer? {
    // A check in the background may have settled the purchase.
    if membership.isMember { return .progress(.member) }
    guard !isAsking else { return nil }
    isAsking = true
    problem = nil
    refusedPlan = nil
    defer { isAsking = false }
    do throws(MembershipProblem) {
      let progress = try await body(membership, purchase)
      if progress != .open { return .progress(progress) }
      asked += 1
      return nil
    } catch {
      if case .payment(let error) = error, error.isFinal { return .refused(.payment(error)) }
      problem = error
      return nil
    }
  }
}
