import Core
import Observation

/// The form before paying; it keeps the input until it is paid or left.
@MainActor @Observable final class CheckoutViewModel {
  static let maximumNameLength = 100

  let plan: Plan
  var name: String {
    // After a refusal, each correction validates the form again.
    didSet { if nameProblem != nil { checkName() } }
  }
  private(set) var nameProblem: ReadableName.Problem?
  private(set) var isPaying = false
  private(set) var problem: MembershipProblem?
  /// Whether the purchase was not started because it needs an account.
  private(set) var lacksAccount = false

  @ObservationIgnored private let first: String
  @ObservationIgnored private let membership: CurrentMembership
  @ObservationIgnored private let needsAccount: @MainActor () -> Bool

  /// - Parameters:
  ///   - name: the input of a refused purchase.
  ///   - problem: the reason for its refusal.
  ///   - needsAccount: whether a purchase needs an account and there is none.
  init(
    _ plan: Plan, name: String = "", problem: MembershipProblem? = nil,
    membership: CurrentMembership, needsAccount: @escaping @MainActor () -> Bool
  ) {
    self.plan = plan
    self.name = name
    self.problem = problem
    self.membership = membership
    self.needsAccount = needsAccount
    first = name
  }

  /// Whether leaving loses input: sent input is stored with the purchase.
  var isChanged: Bool {
    name != first && !isPaying && membership.open == nil && !membership.isMember
  }

  var isSandbox: Bool { membership.payments.isSandbox }

  /// Returns the name for the receipt, which may be empty; nil for an invalid one, and shows its problem.
  func readName() -> String? {
    problem = nil
    lacksAccount = false
    return checkName()
  }

  /// Records that the purchase was not started: an account is missing, or the user has cancelled.
  func notBegun() {
    lacksAccount = needsAccount()
    if !lacksAccount { problem = .payment(.cancelled) }
  }

  /// Records that the provider has refused later.
  func failed(_ problem: MembershipProblem) { self.problem = problem }

  /// Pays, or shows why not; nil if nothing was paid and nothing is open.
  ///
  /// - Parameters:
  ///   - name: the name for the receipt, as it was read.
  ///   - simulated: the sandbox's answer.
  func pay(name: String, simulated: SandboxAnswer?) async -> PurchaseProgress? {
    isPaying = true
    defer { isPaying = false }
    do throws(MembershipProblem) {
      return try await membership.buy(plan, name: name, simulated: simulated)
    } catch {
      if membership.open != nil { return .open }
      problem = error
      return nil
    }
  }

  /// Parses the typed name, and shows its problem; a blank text gives an empty name.
  @discardableResult
  private func checkName() -> String? {
    nameProblem = nil
    do throws(ReadableName.Problem) {
      return try ReadableName(name, limit: Self.maximumNameLength).text
    } catch .empty {
      return ""
    } catch {
      nameProblem = error
      return nil
    }
  }
}
