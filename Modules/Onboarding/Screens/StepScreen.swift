import Services
import Core

/// A screen of the flow around a profile: what all of them have in common.
@MainActor protocol StepScreen: Screen {
  /// Which step the screen is.
  static var step: StepName { get }
  var viewModel: ProfileViewModel { get }
  var options: StepOptions { get }
  var routing: (any StepRouting)? { get }
}

extension StepScreen {
  var model: AnyObject? { viewModel }

  var lock: Lock? { options.guardsChanges && viewModel.isChanged ? .unsavedProfile : nil }

  func appeared() -> AppearanceWork? {
    guard viewModel.readingProblem != nil else { return nil }
    return { [viewModel] in await viewModel.readAgain() }
  }

  /// What could not be stored or read.
  var storageNotice: Notice? {
    if let problem = viewModel.savingProblem {
      return Notice("Your profile was not saved. \(problem)", tone: .problem)
    }
    return viewModel.readingProblem.map {
      Notice("Your profile can't be shown. \($0) Your changes will be added to it.", tone: .problem)
    }
  }

  /// The actions that end the step.
  var stepActions: [Action] {
    var actions = [
      Action(
        Identifier(options.ending.rawValue), title: OnboardingText.title(options.ending),
        role: .primary)
    ]
    if options.offersSkip { actions.append(Action("skip", title: "Skip")) }
    if options.offersGoingOnUnsaved, viewModel.savingProblem != nil {
      actions.append(
        Action("unsaved", title: "Continue without saving", role: .destructive))
    }
    return actions
  }

  /// Carries out one of ``stepActions``.
  func performStep(_ action: Action.ID) async {
    switch action.rawValue {
    case options.ending.rawValue:
      if let part = Self.step.part, !viewModel.check(part) { return }
      await routing?.goOn(from: Self.step)
    case "skip": await routing?.skip(Self.step)
    case "unsaved": await routing?.goOnUnsaved()
    default: break
    }
  }
}

extension Lock {
  /// The lock of a profile with changes that are not saved.
  static let unsavedProfile = Lock(
    title: "Discard your changes?", message: "The changes to your profile aren't saved yet.",
    discard: "Discard", keep: "Keep editing")
}
