import Observation

/// A purchase whose answer is open.
@MainActor @Observable final class WaitingViewModel {
  /// What asking came to.
  enum Answer {
    case progress(PurchaseProgress)
    /// It is certain that nothing was paid.
    case refused(SubscriptionProblem)
  }

  private(set) var purchase: OpenPurchase
  private(set) var isAsking = false
  private(set) var problem: SubscriptionProblem?
  /// How often the answer was that there is none.
  private(set) var asked = 0

  @ObservationIgnored private let subscriptions: Subscriptions

  init(_ purchase: OpenPurchase, subscriptions: Subscriptions) {
    self.purchase = purchase
    self.subscriptions = subscriptions
  }

  var isSandbox: Bool { subscriptions.payments.isSandbox }

  /// Asks what became of the purchase; nil while that is open.
  func check() async -> Answer? {
    await ask { subscriptions, purchase throws(SubscriptionProblem) in
      try await subscriptions.check(purchase)
    }
  }

  /// Sends the purchase once more; nil while what becomes of it is open.
  func retry() async -> Answer? {
    await ask { subscriptions, purchase throws(SubscriptionProblem) in
      try await subscriptions.retry(purchase)
    }
  }

  private func ask(
    _ body: (Subscriptions, OpenPurchase) async throws(SubscriptionProblem) -> PurchaseProgress
  ) async -> Answer? {
    // Something else may have asked in the background, and settled it.
    if subscriptions.isMember { return .progress(.member) }
    guard !isAsking else { return nil }
    isAsking = true
    problem = nil
    defer {
      isAsking = false
      purchase = subscriptions.current?.open.first { $0.id == purchase.id } ?? purchase
    }
    do throws(SubscriptionProblem) {
      let progress = try await body(subscriptions, purchase)
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
