import Observation

/// A purchase without an answer.
@MainActor @Observable final class WaitingViewModel {
  /// The result of a check.
  enum Answer {
    case progress(PurchaseProgress)
    /// Nothing was paid.
    case refused(SubscriptionProblem)
  }

  private(set) var purchase: OpenPurchase
  private(set) var isAsking = false
  private(set) var problem: SubscriptionProblem?
  /// The number of checks without an answer.
  private(set) var asked = 0

  @ObservationIgnored private let subscriptions: Subscriptions

  init(_ purchase: OpenPurchase, subscriptions: Subscriptions) {
    self.purchase = purchase
    self.subscriptions = subscriptions
  }

  var isSandbox: Bool { subscriptions.payments.isSandbox }

  /// Checks the purchase; nil while there is no answer.
  func check() async -> Answer? {
    await ask { subscriptions, purchase throws(SubscriptionProblem) in
      try await subscriptions.check(purchase)
    }
  }

  /// Sends the purchase again; nil while there is no answer.
  func retry() async -> Answer? {
    await ask { subscriptions, purchase throws(SubscriptionProblem) in
      try await subscriptions.retry(purchase)
    }
  }

  private func ask(
    _ body: (Subscriptions, OpenPurchase) async throws(SubscriptionProblem) -> PurchaseProgress
  ) async -> Answer? {
    // A check in the background may have settled the purchase.
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
