/// A condition for a flow to continue, such as an account.
///
/// The flow that requires it knows neither its feature nor how to fulfil it.
///
/// ```swift
/// let account = Requirement(
///   isMet: { traveller.isSignedIn }, make: { _ in SignInCoordinator(traveller) })
/// ```
@MainActor public struct Requirement {
  /// Returns whether the current owner still needs the requirement for the started flow.
  public typealias Need = @MainActor () async -> Bool

  /// Whether the requirement is fulfilled.
  public var isMet: () -> Bool
  /// Creates the flow in which the user can fulfil the requirement. It finishes when the
  /// requirement is fulfilled or no longer needed.
  ///
  /// The user may sign in within the flow; before it charges them it checks again whether the
  /// requirement is still needed.
  public var make: (_ isNeeded: @escaping Need) -> Coordinator<Void>

  /// Creates a requirement.
  public init(
    isMet: @escaping () -> Bool, make: @escaping (_ isNeeded: @escaping Need) -> Coordinator<Void>
  ) {
    self.isMet = isMet
    self.make = make
  }
}

extension AnyCoordinator {
  /// Runs the requirement's flow if needed. Returns `true` if the caller may continue.
  ///
  /// The flow may change the owner, so both conditions are checked again after it.
  ///
  /// ```swift
  /// guard await require(account) else { return }
  /// let plan = begin(PlanTripCoordinator(TripStep.allCases), .present)
  /// ```
  ///
  /// - Parameters:
  ///   - requirement: the requirement; nil for none.
  ///   - placement: where to show the first screen of the flow.
  ///   - isNeeded: returns whether the current owner needs it.
  public func require(
    _ requirement: Requirement?, _ placement: Placement = .present,
    ifNeeded isNeeded: @escaping Requirement.Need = { true }
  ) async -> Bool {
    guard let requirement, !requirement.isMet() else { return true }
    let isNeededNow = await isNeeded()
    guard isRunning, !Task.isCancelled else { return false }
    if !isNeededNow { return true }
    guard await run(requirement.make(isNeeded), placement).value != nil else { return false }
    guard isRunning, !Task.isCancelled else { return false }
    if requirement.isMet() { return true }
    return await !isNeeded() && isRunning && !Task.isCancelled
  }
}
