import Services
import Core
import Foundation
import Observation

/// The member's page: what they are, what they paid, and what can be done about it.
@MainActor @Observable final class MembershipViewModel {
  /// What the last action came to.
  enum Result: Hashable {
    case restored
    case nothingToRestore
    case cancelled
    case resumed
    case problem(SubscriptionProblem)
  }

  private(set) var result: Result?
  private(set) var isBusy = false

  @ObservationIgnored private let subscriptions: Subscriptions

  init(subscriptions: Subscriptions) {
    self.subscriptions = subscriptions
  }

  var isSandbox: Bool { subscriptions.payments.isSandbox }
  /// What is known of the owner, or nil while nothing was read.
  var record: MemberRecord? { subscriptions.current }
  var isMember: Bool { subscriptions.isMember }
  /// The error of a background check, if the user should know it.
  var news: SubscriptionProblem? { subscriptions.news }
  /// Why what was paid is not stored, or nil when it is.
  var storageError: StorageError? {
    subscriptions.unsaved.flatMap { $0.owner == subscriptions.owner ? $0.error : nil }
  }

  var appearance: AppearanceWork? {
    guard subscriptions.current == nil else { return nil }
    return { [self] in await load() }
  }

  /// Reads what could not be read before.
  func load() async {
    result = nil
    do throws(StorageError) {
      try await subscriptions.load()
    } catch {
      result = .problem(.storage(error))
    }
  }

  /// Asks the provider for what is open or due, in the background.
  func refresh() async {
    await subscriptions.refresh()
  }

  func restore() async {
    await change { subscriptions throws(SubscriptionProblem) in
      try await subscriptions.restore() ? .restored : .nothingToRestore
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

  /// Forgets what the last action came to: what comes now would make it untrue.
  func moveOn() {
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
    moveOn()
    isBusy = true
    defer { isBusy = false }
    do throws(SubscriptionProblem) {
      result = try await body(subscriptions)
    } catch {
      result = .problem(error)
    }
  }
}
