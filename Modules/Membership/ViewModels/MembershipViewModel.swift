import Services
import Core
import Foundation
import Observation

/// The member's page: the plan, the payments and the actions.
@MainActor @Observable final class MembershipViewModel {
  /// The result of the last action.
  enum Result: Hashable {
    case restored
    /// The renewal that was due is confirmed.
    case renewed
    /// The receipts of a membership that has ended were restored.
    case restoredEnded
    /// The bank has the purchases, but has not confirmed the renewal that is due.
    case notConfirmed
    case nothingToRestore
    /// A guest has no purchases, but may have an account with some.
    case accountNeeded
    case cancelled
    case resumed
    case problem(SubscriptionProblem)
  }

  private(set) var result: Result?
  private(set) var isBusy = false

  @ObservationIgnored private let subscriptions: Subscriptions
  @ObservationIgnored private let needsAccount: @MainActor () -> Bool

  /// - Parameter needsAccount: whether purchases need an account and there is none.
  init(
    subscriptions: Subscriptions, needsAccount: @escaping @MainActor () -> Bool = { false }
  ) {
    self.subscriptions = subscriptions
    self.needsAccount = needsAccount
  }

  var isSandbox: Bool { subscriptions.payments.isSandbox }
  /// The owner's membership, or nil before it is loaded.
  var record: MemberRecord? { subscriptions.current }
  var isMember: Bool { subscriptions.isMember }
  /// Whether the renewal is due, and not confirmed yet.
  var isRenewalDue: Bool { subscriptions.isRenewalDue }
  /// The error of a background check, if the user should know it.
  var news: SubscriptionProblem? { subscriptions.news }
  /// Why a payment is not stored, or nil.
  var storageError: StorageError? { subscriptions.storageError }

  /// Loads the membership; nil if it is loaded.
  var appearance: AppearanceWork? {
    guard subscriptions.current == nil else { return nil }
    return { [self] in await load() }
  }

  /// Loads what could not be loaded before.
  func load() async {
    result = nil
    do throws(StorageError) {
      try await subscriptions.load()
    } catch {
      result = .problem(.storage(error))
    }
  }

  /// Asks the provider about open and due payments, in the background.
  func refresh() async {
    await subscriptions.refresh()
    await subscriptions.confirmEnd()
  }

  func restore() async {
    let wasDue = isRenewalDue
    await change { subscriptions throws(SubscriptionProblem) in
      guard try await subscriptions.restore() else {
        return needsAccount() ? .accountNeeded : .nothingToRestore
      }
      guard subscriptions.isMember else {
        return subscriptions.isRenewalDue ? .notConfirmed : .restoredEnded
      }
      return wasDue ? .renewed : .restored
    }
  }

  func cancel() async {
    await change { subscriptions throws(SubscriptionProblem) in
      try await subscriptions.setRenewal(false)
      return .cancelled
    }
  }

  func resume() async {
    await change { subscriptions throws(SubscriptionProblem) in
      try await subscriptions.setRenewal(true)
      return .resumed
    }
  }

  /// Clears the result of the last action, which the next one may contradict.
  func clearResult() {
    result = nil
    subscriptions.news = nil
  }

  func saveAgain() async {
    result = nil
    await subscriptions.saveAgain()
  }

  private func change(
    _ body: (Subscriptions) async throws(SubscriptionProblem) -> Result
  ) async {
    clearResult()
    isBusy = true
    defer { isBusy = false }
    do throws(SubscriptionProblem) {
      result = try await body(subscriptions)
    } catch {
      result = .problem(error)
    }
  }
}
