import Services
import Core

/// Asks how many books a reader wants to read in a year.
final class GoalScreen: StepScreen {
  static let step = StepName.goal
  let viewModel: ProfileViewModel
  let options: StepOptions
  private(set) weak var routing: (any StepRouting)?

  init(_ viewModel: ProfileViewModel, options: StepOptions, routing: any StepRouting) {
    self.viewModel = viewModel
    self.options = options
    self.routing = routing
  }

  var content: ScreenContent {
    let range = YearlyGoal.range
    return ScreenContent(
      title: "Yearly goal", subtitle: "How many books do you want to read in a year?",
      notice: storageNotice,
      sections: [
        ContentSection(
          "goal",
          .fields([
            Field(
              "goal", label: "Books a year",
              kind: .number(Double(range.lowerBound)...Double(range.upperBound), fractions: false),
              value: viewModel.draft.goal.map { .number($0) }, placeholder: "no goal",
              problem: OnboardingText.message(viewModel.problems[.goal]))
          ]))
      ],
      actions: stepActions)
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    guard case (.fill, .field("goal", let value)) = (action, input) else {
      return await performStep(action)
    }
    if case .number(let number) = value {
      viewModel.draft.goal = number
    } else {
      viewModel.draft.goal = nil
    }
  }
}
