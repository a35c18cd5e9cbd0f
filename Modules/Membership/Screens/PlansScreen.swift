import Services
import Core

/// The plans, and what a member gets.
final class PlansScreen: Screen {
  private let plans: [Plan]
  private let isSandbox: Bool
  private let onPlan: (Plan) -> Void

  init(_ plans: [Plan], isSandbox: Bool, onPlan: @escaping (Plan) -> Void) {
    self.plans = plans
    self.isSandbox = isSandbox
    self.onPlan = onPlan
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Become a member", subtitle: isSandbox ? MembershipText.sandbox : nil,
      sections: [
        ContentSection("benefits", title: "What you get", .text(MembershipText.benefits)),
        ContentSection(
          "plans", title: "Plans",
          .rows(
            plans.map { plan in
              Row(
                Identifier("plan:\(plan.id)"), title: MembershipText.title(plan),
                detail: MembershipText.price(plan))
            })),
      ])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    guard case .row(let row) = input else { return }
    if let plan = plans.first(where: { "plan:\($0.id)" == row.rawValue }) { onPlan(plan) }
  }
}
