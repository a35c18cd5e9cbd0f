import Services
import Core

/// The common part of the flow's screens.
@MainActor protocol StepScreen: ModelScreen where ViewModel == ProfileViewModel {
  /// The screen's step.
  static var step: StepName { get }
  var options: StepOptions { get }
  var routing: (any OnboardingRouting)? { get }
}

extension StepScreen {
  var lock: Lock? { options.guardsChanges && viewModel.isChanged ? .unsavedProfile : nil }

  func appeared() -> AppearanceWork? {
    guard viewModel.readingProblem != nil else { return nil }
    return { [viewModel] in await viewModel.readAgain() }
  }

  /// The problem with saving or loading.
  var storageNotice: Notice? {
    if let problem = viewModel.savingProblem {
      return Notice("Your profile was not saved. \(problem)", tone: .problem)
    }
    return viewModel.readingProblem.map {
      Notice("Your profile can't be shown. \($0) Your changes will be added to it.", tone: .problem)
    }
  }

  var actions: [ScreenAction] { stepActions }

  /// The actions that end the step.
  var stepActions: [ScreenAction] {
    var actions = [
      ScreenAction(
        Identifier(options.ending.rawValue), title: OnboardingText.title(options.ending),
        role: .primary
      ) { [self] in
        if let part = Self.step.part, !viewModel.check(part) { return }
        await routing?.advance(from: Self.step)
      }
    ]
    if options.offersSkip {
      actions.append(
        ScreenAction("skip", title: "Skip") { [self] in await routing?.skip(Self.step) })
    }
    if options.offersGoingOnUnsaved, viewModel.savingProblem != nil {
      actions.append(
        ScreenAction("unsaved", title: "Continue without saving", role: .destructive) { [self] in
          await routing?.advanceUnsaved()
        })
    }
    return actions
  }
}

extension Lock {
  /// The lock of a profile with unsaved changes.
  static let unsavedProfile = Lock(
    title: "Discard your changes?", message: "The changes to your profile aren't saved yet.",
    discard: "Discard", keep: "Keep editing")
}

/// The differences between the screens of a step: values, not subclasses.
struct StepOptions: Hashable, Sendable {
  /// The button that ends the step; also its command.
  enum Ending: String, Hashable, Sendable {
    case next, done, save, start
  }

  var ending = Ending.next
  var offersSkip = false
  /// Whether the user can continue after a failed save.
  var offersGoingOnUnsaved = false
  /// Whether leaving this screen loses unsaved input.
  var guardsChanges = false
}
