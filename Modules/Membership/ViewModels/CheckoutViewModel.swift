import Core
import Observation

/// The form before paying; it holds what was typed until it is paid or left.
@MainActor @Observable final class CheckoutViewModel {
  static let maximumNameLength = 100

  let plan: Plan
  var name: String {
    // Once paying was refused, what is wrong is said again with every correction.
    didSet { if nameProblem != nil { nameProblem = problem(of: name) } }
  }
  private(set) var nameProblem: ReadableName.Problem?
  private(set) var isPaying = false
  private(set) var problem: SubscriptionProblem?
  /// Whether what has to be there before paying was not to be had.
  private(set) var lacksAccount = false

  @ObservationIgnored private let first: String
  @ObservationIgnored private let subscriptions: Subscriptions

  /// - Parameters:
  ///   - name: what was typed for a purchase that was refused.
  ///   - problem: why it was refused.
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

  /// Whether something was typed that would be lost: what was sent is kept with the purchase.
  var isChanged: Bool {
    name != first && !isPaying && subscriptions.open == nil && !subscriptions.isMember
  }

  var isSandbox: Bool { subscriptions.payments.isSandbox }

  /// Whether what was typed can be sent; otherwise says what is wrong with it.
  func validate() -> Bool {
    nameProblem = problem(of: name)
    problem = nil
    lacksAccount = false
    return nameProblem == nil
  }

  /// Notes that what has to be there before paying was not to be had.
  func missedAccount() { lacksAccount = true }

  /// Notes that the bank said no later.
  func failed(_ problem: SubscriptionProblem) { self.problem = problem }

  /// Pays, or says why not; nil when nothing was paid and nothing is open.
  ///
  /// - Parameter simulated: what a sandbox shall answer.
  func pay(_ simulated: SandboxAnswer?) async -> PurchaseProgress? {
    guard !isPaying else { return nil }
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

  /// What is wrong with a name; it may be left out.
  private func problem(of name: String) -> ReadableName.Problem? {
    do throws(ReadableName.Problem) {
      _ = try ReadableName(name, limit: Self.maximumNameLength)
      return nil
    } catch { return error == .empty ? nil : error }
  }
}
