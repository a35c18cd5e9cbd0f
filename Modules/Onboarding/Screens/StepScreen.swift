import Services
import Core

/// A screen of the flow around a profile: what all of them have in common.
@MainActor protocol StepScreen: ModelScreen where ViewModel == ProfileViewModel {
  /// Which step the screen is.
  static var step: StepName { get }
  var options: StepOptions { get }
  var routing: (any StepRouting)? { get }
}

extension StepScreen {
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

  var actions: [ScreenAction] { stepActions }

  /// The actions that end the step.
  var stepActions: [ScreenAction] {
    var actions = [
      ScreenAction(
        Identifier(options.ending.rawValue), title: OnboardingText.title(options.ending),
        role: .primary
      ) { [self] in
        if let part = Self.step.part, !viewModel.check(part) { return }
        await routing?.goOn(from: Self.step)
      }
    ]
    if options.offersSkip {
      actions.append(
        ScreenAction("skip", title: "Skip") { [self] in await routing?.skip(Self.step) })
    }
    if options.offersGoingOnUnsaved, viewModel.savingProblem != nil {
      actions.append(
        ScreenAction("unsaved", title: "Continue without saving", role: .destructive) { [self] in
          await routing?.goOnUnsaved()
        })
    }
    return actions
  }
}

extension Lock {
  /// The lock of a profile with changes that are not saved.
  static let unsavedProfile = Lock(
    title: "Discard your changes?", message: "The changes to your profile aren't saved yet.",
    discard: "Discard", keep: "Keep editing")
}

/// How a step's screen varies with where it stands: values, not subclasses.
struct StepOptions: Hashable, Sendable {
  /// What the button does that ends the step; also the word that presses it.
  enum Ending: String, Hashable, Sendable {
    case next, done, save, start
  }

  var ending = Ending.next
  var offersSkip = false
  /// Whether one may go on when what was typed can't be stored.
  var offersGoingOnUnsaved = false
  /// Whether leaving this screen loses what was typed and not saved.
  var guardsChanges = false
}
