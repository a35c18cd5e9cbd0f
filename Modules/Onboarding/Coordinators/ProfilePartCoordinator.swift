import Accounts
import Services
import Core

/// Asks for one part of a profile, with the screen that asks for it everywhere.
final class ProfilePartCoordinator: Coordinator<Void> {
  /// Whether the part is stored in the end, or left to the flow that this one belongs to. Set before
  /// the start.
  var endsBySaving = true

  private let part: ProfilePart
  private let viewModel: ProfileViewModel

  /// Asks for a part of a draft that another flow has begun.
  init(_ part: ProfilePart, _ viewModel: ProfileViewModel) {
    self.part = part
    self.viewModel = viewModel
    super.init(name: part.rawValue)
  }

  /// Asks for a part of the profile and nothing else.
  convenience init(_ part: ProfilePart, of current: CurrentProfile) {
    self.init(part, ProfileViewModel(current))
  }

  override func start() {
    let options = StepOptions(
      ending: endsBySaving ? .save : .done, guardsChanges: endsBySaving)
    push(
      ProfileStep.asking(for: part).make(viewModel, options, self),
      route: endsBySaving ? .accountItem(Identifier(part.rawValue)) : nil)
  }
}

extension ProfilePartCoordinator: OnboardingRouting {
  func goOn(from step: StepName) async {
    if endsBySaving {
      guard await viewModel.save(), isRunning, !Task.isCancelled else { return }
    }
    finish(())
  }

  func skip(_ step: StepName) async {
    viewModel.revert(part)
    finish(())
  }

  func goOnUnsaved() async { finish(()) }

  func skipAll() async { finish(()) }

  // There is nothing here but the one part.
  func open(_ part: ProfilePart) {}
}
