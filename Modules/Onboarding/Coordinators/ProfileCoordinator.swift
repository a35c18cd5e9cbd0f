import Accounts
import Services
import Core

/// Asks a reader about themselves, one step after another: when they are new, and when they edit
/// what they said.
///
/// Finished means: what they said is stored, or they know that it is not.
final class ProfileCoordinator: Coordinator<Void> {
  /// Why a user is asked.
  enum Mode: CaseIterable {
    /// They are new here.
    case onboarding
    /// They want to change what they said.
    case edit
  }

  /// Set before the start.
  var mode = Mode.onboarding
  /// The steps in their order; set before the start, or left to the experiment.
  var steps: [ProfileStep] = []

  private let current: CurrentProfile
  private let viewModel: ProfileViewModel
  /// Where each step was shown last; it may have been left since.
  private var shown: [StepName: NavigationTree.EntryID] = [:]

  init(_ current: CurrentProfile) {
    self.current = current
    viewModel = ProfileViewModel(current)
    super.init()
  }

  override func start() {
    if steps.isEmpty { steps = .order(for: context.experiments.variant(of: "onboarding")) }
    if !showStep(from: 0) { perform("complete") { [weak self] in await self?.complete() } }
  }

  /// Shows the first step from here on that is needed; false when there is none.
  private func showStep(from index: Int) -> Bool {
    guard let step = steps[index...].first(where: { $0.isNeeded(mode, viewModel) }) else {
      return false
    }
    let isFirst = navigator.entries.allSatisfy { !shown.values.contains($0.id) }
    let screen = step.make(viewModel, options(for: step.name, isFirst: isFirst), self)
    shown[step.name] = push(screen, route: isFirst && mode == .edit ? .accountItem("profile") : nil)
    return true
  }

  private func options(for step: StepName, isFirst: Bool) -> StepOptions {
    switch mode {
    case .onboarding:
      StepOptions(
        ending: step == .summary ? .start : .next, offersSkip: step.part != nil,
        offersGoingOnUnsaved: true)
    case .edit:
      // Leaving the first screen leaves the flow; leaving another goes back to it.
      StepOptions(
        ending: step == .summary ? .save : .next, offersSkip: step.part != nil,
        guardsChanges: isFirst)
    }
  }

  /// Stores what was said, and ends; stays where it is when something is in the way.
  private func complete() async {
    if let part = viewModel.firstProblem() { return open(part) }
    guard await viewModel.save(), isRunning, !Task.isCancelled else { return }
    await pass()
  }

  private func pass() async {
    if mode == .onboarding { await current.markSeen() }
    finish(())
  }

  private func isCurrent(_ step: StepName) -> Bool {
    isRunning && shown[step] != nil && navigator.entries.last?.id == shown[step]
  }
}

extension ProfileCoordinator: OnboardingRouting {
  func goOn(from step: StepName) async {
    // A step that is done twice, or is not the one that is shown, leads nowhere.
    guard isCurrent(step), let index = steps.firstIndex(where: { $0.name == step }) else { return }
    if !showStep(from: index + 1) { await complete() }
  }

  func skip(_ step: StepName) async {
    guard isCurrent(step) else { return }
    if let part = step.part { viewModel.revert(part) }
    await goOn(from: step)
  }

  func skipAll() async {
    guard isRunning else { return }
    while let part = viewModel.firstProblem() { viewModel.revert(part) }
    await complete()
  }

  func goOnUnsaved() async {
    if isRunning { await pass() }
  }

  func open(_ part: ProfilePart) {
    guard children.isEmpty else { return }
    startChild(
      ProfilePartCoordinator(part, viewModel), configure: { $0.endsBySaving = false })
  }
}
