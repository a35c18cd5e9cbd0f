import Accounts
import Services
import Core

/// Edits one part of a profile, with the same screen as the other flows.
final class ProfilePartCoordinator: Coordinator<Void> {
  private let part: ProfilePart
  private let viewModel: ProfileViewModel
  /// Whether the part is stored at the end, or by the parent flow.
  private let endsBySaving: Bool

  /// Edits a part of the parent flow's draft, which that flow stores.
  init(_ part: ProfilePart, _ viewModel: ProfileViewModel) {
    self.part = part
    self.viewModel = viewModel
    endsBySaving = false
    super.init(name: part.rawValue)
  }

  /// Edits a single part of the profile, and stores it.
  init(_ part: ProfilePart, of current: CurrentProfile) {
    self.part = part
    viewModel = ProfileViewModel(current)
    endsBySaving = true
    super.init(name: part.rawValue)
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
  func advance(from step: StepName) async {
    if endsBySaving {
      guard await viewModel.save(), isRunning, !Task.isCancelled else { return }
    }
    finish(())
  }

  func skip(_ step: StepName) async {
    viewModel.revert(part)
    finish(())
  }

  func advanceUnsaved() async { finish(()) }

  func skipAll() async { finish(()) }

  // There is only one part.
  func open(_ part: ProfilePart) {}
}
