import Services
import Core

/// The form for the reader's name, with its initials.
final class NameScreen: StepScreen {
  static let step = StepName.name
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
      title: "Your name", subtitle: "What do you want to be called in your profile?",
      notice: storageNotice,
      sections: [
        ContentSection("name", .fields(fields.map(\.field)))
      ] + OnboardingText.avatar(of: viewModel.preview),
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    [
      ScreenField(
        "name", label: "Name", kind: .text, value: FieldValue(text: viewModel.draft.name),
        placeholder: "no name", problem: OnboardingText.message(viewModel.problems[.name])
      ) { [viewModel] in viewModel.draft.name = $0.text }
    ]
  }
}
