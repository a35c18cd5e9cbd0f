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
    /// The provider has the purchases, but has not confirmed the renewal that is due.
    case notConfirmed
    case nothingToRestore
    /// A guest has no purchases, but may have an account with some.
    case accountNeeded
    case cancelled
    case resumed
    case problem(MembershipProblem)
  }

  /// The result of one owner's last action.
  private struct LastResult {
    let result: Result
    let isCurrent: @MainActor () -> Bool
  }

  private var last: LastResult?
  private(set) var isBusy = false

  @ObservationIgnored private let membership: CurrentMembership
  @ObservationIgnored private let needsAccount: @MainActor () -> Bool

  /// - Parameter needsAccount: whether purchases need an account and there is none.
  init(
    membership: CurrentMembership, needsAccount: @escaping @MainActor () -> Bool = { false }
  ) {
    self.membership = membership
    self.needsAccount = needsAccount
  }

  /// The result of the owner's last action, or nil before one.
  var result: Result? {
    guard let last, last.isCurrent() else { return nil }
    return last.result
  }
  var isSandbox: Bool { membership.payments.isSandbox }
  /// The owner's membership, or nil before it is loaded.
  var record: MemberRecord? { membership.current }
  var isMember: Bool { membership.isMember }
  /// Whether the renewal is due, and not confirmed yet.
  var isRenewalDue: Bool { membership.isRenewalDue }
  /// The error of a background check, if the user should know it.
  var news: MembershipProblem? { membership.news }
  /// Why a payment is not stored, or nil.
  var storageError: StorageError? { membership.storageError }

  /// Loads the membership; nil if it is loaded.
  var appearance: AppearanceWork? {
    guard membership.current == nil else { return nil }
    return { [self] in await load() }
  }

  /// Loads what could not be loaded before.
  func load() async {
    last = nil
    await membership.loadOrTell()
  }

  /// Asks the provider about open and due payments, in the background.
  func refresh() async {
    await membership.refresh()
    await membership.confirmEnd()
  }

  func restore() async {
    let wasDue = isRenewalDue
    await change { membership throws(MembershipProblem) in
      guard try await membership.restore() else {
        return needsAccount() ? .accountNeeded : .nothingToRestore
      }
      guard membership.isMember else {
        return membership.isRenewalDue ? .notConfirmed : .restoredEnded
      }
      return wasDue ? .renewed : .restored
    }
  }

  func cancel() async {
    await change { membership throws(MembershipProblem) in
      try await membership.setRenewal(false)
      return .cancelled
    }
  }

  func resume() async {
    await change { membership throws(MembershipProblem) in
      try await membership.setRenewal(true)
      return .resumed
    }
  }

  /// Clears the result of the last action, which the next one may contradict.
  func clearResult() {
    last = nil
    membership.clearNews()
  }

  func saveAgain() async {
    last = nil
    await membership.saveAgain()
  }

  private func change(
    _ body: (CurrentMembership) async throws(MembershipProblem) -> Result
  ) async {
    clearResult()
    let isCurrent = membership.ownerCheck()
    isBusy = true
    defer { isBusy = false }
    let result: Result
    do throws(MembershipProblem) {
      result = try await body(membership)
    } catch {
      result = .problem(error)
    }
    last = LastResult(result: result, isCurrent: isCurrent)
  }
}
