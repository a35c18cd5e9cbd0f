/// Runs a sequence of steps, each with a screen of its own, in the order of an array.
///
/// Another order of the steps is another order of the array, and nothing else. A step is asked whether it
/// is needed when its turn comes. Going back leads to the step before, as it was left; going on from there
/// asks again which steps are needed.
///
/// A subclass makes the screens, and ends the flow after the last step:
///
/// ```swift
/// final class PlanTripCoordinator: StepsCoordinator<TripStep, Trip> {
///   private let plan = TripPlan()
///
///   override func isNeeded(_ step: TripStep) -> Bool { step == .city || plan.days == nil }
///
///   override func makeScreen(of step: TripStep, isFirst: Bool) -> any Screen {
///     TripStepScreen(step, plan) { [weak self] in await self?.goOn(from: step) }
///   }
///
///   override func complete() async {
///     finish(Trip(id: Identifier(context.identifiers.next("trip")), city: plan.city, days: plan.days))
///   }
/// }
/// ```
@MainActor open class StepsCoordinator<Step: Identifiable, Output: Sendable>: Coordinator<Output> {
  /// The steps in their order, each with an identifier of its own. Set before the start.
  public var steps: [Step]
  /// The entry of each step that was shown; it may have left since.
  private var shown: [Step.ID: NavigationTree.EntryID] = [:]

  /// Creates the flow.
  ///
  /// - Parameters:
  ///   - steps: the steps in their order.
  ///   - name: what its identifier says; by default its type's name.
  public init(_ steps: [Step] = [], name: String? = nil) {
    self.steps = steps
    super.init(name: name)
  }

  /// Shows the first step that is needed; without any, completes the flow.
  open override func start() {
    if !showStep(from: 0) { perform("complete") { [weak self] in await self?.complete() } }
  }

  /// Goes on with the next step that is needed after this one; after the last one, completes the flow.
  ///
  /// For a step that is not the one on top, nothing happens: it was done twice, or left.
  public func goOn(from id: Step.ID) async {
    guard isCurrent(id), let index = steps.firstIndex(where: { $0.id == id }) else { return }
    if !showStep(from: index + 1) { await complete() }
  }

  /// Whether a step's screen is the one on top of the flow's stack.
  public func isCurrent(_ id: Step.ID) -> Bool {
    isRunning && shown[id] != nil && navigator.entries.last?.id == shown[id]
  }

  // MARK: For subclasses

  /// Returns whether a step is needed, which is asked when its turn comes. By default it is.
  open func isNeeded(_ step: Step) -> Bool { true }

  /// Makes a step's screen, which reports to a coordinator that calls ``goOn(from:)``. The screen knows
  /// neither the step before nor the one after it.
  ///
  /// - Parameter isFirst: whether no step of the flow is below it, so that going back leaves the flow.
  open func makeScreen(of step: Step, isFirst: Bool) -> any Screen {
    preconditionFailure("\(type(of: self)) makes no screens")
  }

  /// Returns the restoration route of a step's screen. By default it has none.
  open func route(of step: Step, isFirst: Bool) -> Route? { nil }

  /// Ends the flow after its last step, or keeps it open when something is in the way. By default it
  /// ends without a value.
  open func complete() async { stop() }

  /// Shows the first step from here on that is needed, and returns `false` when there is none.
  private func showStep(from index: Int) -> Bool {
    guard let step = steps[index...].first(where: isNeeded) else { return false }
    let isFirst = navigator.entries.allSatisfy { !shown.values.contains($0.id) }
    shown[step.id] = push(
      makeScreen(of: step, isFirst: isFirst), route: route(of: step, isFirst: isFirst))
    return true
  }
}
