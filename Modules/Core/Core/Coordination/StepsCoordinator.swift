/// One step of a sequence: a screen that turns a value into the next one.
@MainActor public struct FlowStep<Value: Sendable> {
  /// Names the step.
  public var id: String
  /// Whether the step is needed for what the value is by then.
  public var isNeeded: (Value) -> Bool
  /// Makes the step's screen, which is given the value and reports the changed one. The screen
  /// knows neither the step before nor the one after it.
  public var make: (Value, _ onDone: @escaping (Value) -> Void) -> any Screen

  /// Creates a step.
  public init(
    _ id: String, isNeeded: @escaping (Value) -> Bool = { _ in true },
    make: @escaping (Value, _ onDone: @escaping (Value) -> Void) -> any Screen
  ) {
    self.id = id
    self.isNeeded = isNeeded
    self.make = make
  }
}

/// Runs steps one after another; the outcome is the value that the last one leaves.
///
/// Another order of the steps is another order of the array, and nothing else. Going back leads to
/// the step before, as it was left; going on from there asks again which steps are needed.
public final class StepsCoordinator<Value: Sendable>: Coordinator<Value> {
  private let steps: [FlowStep<Value>]
  private let first: Value

  /// Creates the flow.
  ///
  /// - Parameters:
  ///   - steps: the steps in their order.
  ///   - value: what the first step is given.
  public init(_ steps: [FlowStep<Value>], from value: Value, name: String? = "steps") {
    self.steps = steps
    first = value
    super.init(name: name)
  }

  /// Shows the first step that is needed; without any the flow is finished at once.
  public override func start() {
    showStep(from: 0, first)
  }

  private func showStep(from index: Int, _ value: Value) {
    guard let next = steps[index...].firstIndex(where: { $0.isNeeded(value) }) else {
      return finish(value)
    }
    var entry: NavigationTree.EntryID?
    let screen = steps[next].make(value) { [weak self] value in
      // A step that is done twice, or is not the one that is shown, leads nowhere.
      guard let self, let entry, entry == entries.max() else { return }
      showStep(from: next + 1, value)
    }
    entry = push(screen)
  }
}
