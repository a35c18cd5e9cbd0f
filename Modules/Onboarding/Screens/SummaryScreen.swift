import Services
import Core

/// The profile, with a row for each part that leads to its form.
final class SummaryScreen: StepScreen {
  static let step = StepName.summary
  let viewModel: ProfileViewModel
  let options: StepOptions
  private(set) weak var routing: (any OnboardingRouting)?

  init(
    _ viewModel: ProfileViewModel, options: StepOptions, routing: any OnboardingRouting
  ) {
    self.viewModel = viewModel
    self.options = options
    self.routing = routing
  }

  var content: ScreenContent {
    let profile = viewModel.preview
    return ScreenContent(
      title: "Your profile", notice: storageNotice,
      sections: OnboardingText.avatar(of: profile) + [
        ContentSection(
          "parts",
          .rows([
            row(.name, title: "Name", profile.displayName.ifNotEmpty),
            row(.genres, title: OnboardingText.genres, OnboardingText.genres(profile)),
            row(.goal, title: OnboardingText.goal, OnboardingText.goal(profile)),
          ]))
      ],
      actions: actions.map(\.action))
  }

  private func row(_ part: ProfilePart, title: String, _ detail: String?) -> Row {
    let isWrong = viewModel.draft.problem(in: part) != nil
    return Row(
      Identifier(part.rawValue), title: title,
      detail: isWrong ? "Not valid" : detail ?? "Not set")
  }

  func select(_ row: Row.ID) async {
    if let part = ProfilePart(rawValue: row.rawValue) { routing?.open(part) }
  }
}
