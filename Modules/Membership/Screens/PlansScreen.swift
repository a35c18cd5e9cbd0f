import Services
import Core

/// The plans and a member's benefits.
final class PlansScreen: Screen {
  private static let planRow = RowKind<Plan.ID>("plan")

  private let plans: [Plan]
  private let isSandbox: Bool
  private let notice: Notice?
  private let onPlan: (Plan) -> Void

  init(
    _ plans: [Plan], isSandbox: Bool, notice: Notice? = nil, onPlan: @escaping (Plan) -> Void
  ) {
    self.plans = plans
    self.isSandbox = isSandbox
    self.notice = notice
    self.onPlan = onPlan
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Become a member", subtitle: isSandbox ? MembershipText.sandbox : nil,
      notice: notice,
      sections: [
        ContentSection("benefits", title: "What you get", .text(MembershipText.benefits)),
        ContentSection(
          "plans", title: "Plans",
          .rows(
            plans.map { plan in
              Row(
                Self.planRow.id(plan.id), title: MembershipText.title(plan),
                detail: MembershipText.price(plan))
            })),
      ])
  }

  func select(_ row: Row.ID) async {
    if let plan = Self.planRow.element(of: row, in: plans) { onPlan(plan) }
  }
}
