import Services
import Core

/// The greeting of a new user.
final class WelcomeScreen: StepScreen {
  static let step = StepName.welcome
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
    ScreenContent(
      title: "Welcome", notice: storageNotice,
      sections: [ContentSection("welcome", .text(OnboardingText.welcome))],
      actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    stepActions + [
      ScreenAction("skip-all", title: "Skip all questions") { [self] in await routing?.skipAll() }
    ]
  }
}
