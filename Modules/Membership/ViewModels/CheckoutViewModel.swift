import Core
import Observation

/// The form before paying; it keeps the input until it is paid or left.
@MainActor @Observable final class CheckoutViewModel {
  static let maximumNameLength = 100

  let plan: Plan
  var name: String {
    // After a refusal, each correction validates the form again.
    didSet { if nameProblem != nil { nameProblem = problem(of: name) } }
  }
  private(set) var nameProblem: ReadableName.Problem?
  private(set) var isPaying = false
  private(set) var problem: SubscriptionProblem?
  /// Whether a condition of the purchase is not met.
  private(set) var lacksAccount = false

  @ObservationIgnored private let first: String
  @ObservationIgnored private let subscriptions: Subscriptions

  /// - Parameters:
  ///   - name: the input of a refused purchase.
  ///   - problem: the reason for its refusal.
  init(
    _ plan: Plan, name: String = "", problem: SubscriptionProblem? = nil,
    subscriptions: Subscriptions
  ) {
    self.plan = plan
    self.name = name
    self.problem = problem
    self.subscriptions = subscriptions
    first = name
  }

  /// Whether leaving loses input: sent input is stored with the purchase.
  var isChanged: Bool {
    name != first && !isPaying && subscriptions.open == nil && !subscriptions.isMember
  }

  var isSandbox: Bool { subscriptions.payments.isSandbox }

  /// Whether the input is valid; otherwise shows its problems.
  func validate() -> Bool {
    nameProblem = problem(of: name)
    problem = nil
    lacksAccount = false
    return nameProblem == nil
  }

  /// Records that a condition of the purchase is not met.
  func missedAccount() { lacksAccount = true }

  /// Records that the bank has refused later.
  func failed(_ problem: SubscriptionProblem) { self.problem = problem }

  /// Pays, or shows why not; nil if nothing was paid and nothing is open.
  ///
  /// - Parameter simulated: the sandbox's answer.
  func pay(_ simulated: SandboxAnswer?) async -> PurchaseProgress? {
    // The form was validated.
    guard let name = try? read(name) else { return nil }
    isPaying = true
    defer { isPaying = false }
    do throws(SubscriptionProblem) {
      return try await subscriptions.buy(plan, name: name, simulated: simulated)
    } catch {
      if subscriptions.open != nil { return .open }
      problem = error
      return nil
    }
  }

  /// The problem with a name, which is optional.
  private func problem(of name: String) -> ReadableName.Problem? {
    do throws(ReadableName.Problem) {
      _ = try read(name)
      return nil
    } catch { return error }
  }

  /// Parses a name; a blank text gives an empty name.
  private func read(_ typed: String) throws(ReadableName.Problem) -> String {
    do throws(ReadableName.Problem) {
      return try ReadableName(typed, limit: Self.maximumNameLength).text
    } catch .empty {
      return ""
    }
  }
}
