import Services
import Core

/// The goal for a year.
final class GoalScreen: StepScreen {
  static let step = StepName.goal
  let viewModel: ProfileViewModel
  let options: StepOptions
  private(set) weak var routing: (any OnboardingRouting)?

  init(_ viewModel: ProfileViewModel, options: StepOptions, routing: any OnboardingRouting) {
    self.viewModel = viewModel
    self.options = options
    self.routing = routing
  }

  var content: ScreenContent {
    ScreenContent(
      title: OnboardingText.goal, subtitle: OnboardingText.goalQuestion,
      notice: storageNotice,
      sections: [ContentSection("goal", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    [
      ScreenField(
        "goal", label: OnboardingText.goalLabel, kind: .number(YearlyGoal.range),
        value: viewModel.draft.goal.map { .number($0) }, placeholder: "no goal",
        problem: OnboardingText.message(viewModel.problems[.goal])
      ) { [viewModel] in viewModel.draft.goal = $0.number }
    ]
  }
}
