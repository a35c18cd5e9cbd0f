import Services
import Core
import Observation

/// The plans and a member's benefits.
@MainActor @Observable final class PlansScreen: Screen {
  private static let planRow = RowKind<Plan.ID>("plan")

  private let plans: [Plan]
  private let isSandbox: Bool
  /// What has happened before the plans were shown, until one is chosen.
  private var notice: Notice?
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
    guard let plan = Self.planRow.element(of: row, in: plans) else { return }
    notice = nil
    onPlan(plan)
  }
}
