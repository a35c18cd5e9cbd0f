/// Runs a sequence of steps, each with a screen of its own, in the order of an array.
///
/// The array is the only place that defines the order. Whether a step is needed is checked when its
/// turn comes. Going back shows the previous step as it was; continuing from there checks again
/// which steps are needed.
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
///     TripStepScreen(step, plan) { [weak self] in await self?.advance(from: step) }
///   }
///
///   override func complete() async {
///     finish(Trip(id: Identifier(context.identifiers.next("trip")), city: plan.city, days: plan.days))
///   }
/// }
/// ```
@MainActor open class StepsCoordinator<Step: Identifiable, Output: Sendable>: Coordinator<Output> {
  /// The steps in order, each with an identifier of its own. Set before the start.
  public var steps: [Step]
  /// The entry of each step that was shown; it may have been removed since.
  private var shown: [Step.ID: NavigationTree.EntryID] = [:]
  /// The entries of last steps after which ``complete()`` runs.
  private var completing: Set<NavigationTree.EntryID> = []

  /// Creates the flow.
  ///
  /// - Parameter steps: the steps in their order.
  public init(_ steps: [Step] = []) {
    self.steps = steps
    super.init()
  }

  /// Shows the first needed step; without any, completes the flow.
  open override func start() {
    if !showStep(from: 0) { perform("complete") { [weak self] in await self?.complete() } }
  }

  /// Shows the next needed step after this one; after the last one, completes the flow.
  ///
  /// Does nothing if the step is not on top, because it was submitted twice or left, or if it is the last one and
  /// ``complete()`` still runs for its screen. A last step that was left and is shown again completes the flow again.
  public func advance(from id: Step.ID) async {
    guard isCurrent(id), let index = steps.firstIndex(where: { $0.id == id }) else { return }
    if showStep(from: index + 1) { return }
    guard let entry = shown[id], completing.insert(entry).inserted else { return }
    await complete()
    completing.remove(entry)
  }

  /// Whether a step's screen is on top of the flow's stack.
  public func isCurrent(_ id: Step.ID) -> Bool {
    isRunning && shown[id] != nil && navigator.entries.last?.id == shown[id]
  }

  // MARK: For subclasses

  /// Returns whether a step is needed, when its turn comes. `true` by default.
  open func isNeeded(_ step: Step) -> Bool { true }

  /// Creates a step's screen, whose coordinator calls ``advance(from:)``. The screen knows neither the
  /// previous step nor the next.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - isFirst: whether it is the flow's first screen, so that going back leaves the flow.
  open func makeScreen(of step: Step, isFirst: Bool) -> any Screen {
    preconditionFailure("\(type(of: self)) makes no screens")
  }

  /// Returns the restoration route of a step's screen; nil by default.
  open func route(of step: Step, isFirst: Bool) -> Route? { nil }

  /// Ends the flow after its last step, or keeps it open after a failure. By default ends without a
  /// value.
  open func complete() async { stop() }

  /// Shows the first needed step from here on; returns `false` if there is none.
  private func showStep(from index: Int) -> Bool {
    for step in steps[index...] where isNeeded(step) {
      let isFirst = navigator.entries.allSatisfy { !shown.values.contains($0.id) }
      shown[step.id] = push(
        makeScreen(of: step, isFirst: isFirst), route: route(of: step, isFirst: isFirst))
      return true
    }
    return false
  }
}
