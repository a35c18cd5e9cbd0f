import Accounts
import Services
import Core

/// Runs the steps of the reader's profile: onboarding for new users, and editing later.
///
/// Finishes when the answers are stored, or the user knows that they are not.
final class ProfileCoordinator: StepsCoordinator<ProfileStep, Void> {
  /// Why a reader is asked.
  enum Mode {
    /// A new user.
    case onboarding
    /// Editing an existing profile.
    case edit
  }

  private let mode: Mode
  private let current: CurrentProfile
  private let viewModel: ProfileViewModel

  /// Creates the flow.
  ///
  /// - Parameters:
  ///   - current: the current owner's profile.
  ///   - mode: why the reader is asked.
  ///   - steps: the steps in their order; without any, the experiment decides.
  init(_ current: CurrentProfile, _ mode: Mode = .onboarding, steps: [ProfileStep] = []) {
    self.mode = mode
    self.current = current
    viewModel = ProfileViewModel(current)
    super.init(steps)
  }

  /// Begins with the first step.
  override func start() {
    if steps.isEmpty { steps = .order(for: context.experiments["onboarding"]) }
    super.start()
  }

  override func isNeeded(_ step: ProfileStep) -> Bool { step.isNeeded(mode, viewModel) }

  override func makeScreen(of step: ProfileStep, isFirst: Bool) -> any Screen {
    step.make(viewModel, options(for: step.id, isFirst: isFirst), self)
  }

  override func route(of step: ProfileStep, isFirst: Bool) -> Route? {
    isFirst && mode == .edit ? .accountItem("profile") : nil
  }

  private func options(for step: StepName, isFirst: Bool) -> StepOptions {
    // Leaving the first screen leaves the flow, as quitting does; leaving another one goes back to it.
    var options = StepOptions(offersSkip: step.part != nil, guardsChanges: isFirst)
    options.offersGoingOnUnsaved = mode == .onboarding
    if step == .summary { options.ending = mode == .onboarding ? .start : .save }
    return options
  }

  /// Stores the answers and ends; stays open when an answer is wrong or can't be stored.
  override func complete() async {
    if let part = viewModel.firstProblem() { return open(part) }
    let isSaved = await viewModel.save()
    guard isRunning, !Task.isCancelled else { return }
    if isSaved { return await pass() }
    // With those of another window there may be too many.
    if viewModel.problems[.genres] != nil { open(.genres) }
  }

  private func pass() async {
    if mode == .onboarding { await current.markSeen() }
    finish(())
  }
}

extension ProfileCoordinator: OnboardingRouting {
  /// Continues with the next step. A valid answer is kept: the summary shows it before it is saved.
  func skip(_ step: StepName) async {
    guard isCurrent(step) else { return }
    if let part = step.part, !viewModel.check(part) { viewModel.revert(part) }
    await advance(from: step)
  }

  func skipAll() async {
    guard isRunning else { return }
    while let part = viewModel.firstProblem() { viewModel.revert(part) }
    await complete()
  }

  func advanceUnsaved() async {
    if isRunning { await pass() }
  }

  func open(_ part: ProfilePart) {
    guard children.isEmpty else { return }
    startChild(ProfilePartCoordinator(part, viewModel))
  }
}
