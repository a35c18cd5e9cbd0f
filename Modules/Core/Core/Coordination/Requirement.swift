/// Something a user must have before a flow goes on, such as an account.
///
/// The flow that asks for it knows neither where it comes from nor what has to be done for it.
///
/// ```swift
/// let account = Requirement(
///   isMet: { traveller.isSignedIn }, make: { _ in SignInCoordinator(traveller) })
/// ```
@MainActor public struct Requirement {
  /// Says whether it is needed for what was begun, by the owner at the time of the call.
  public typealias Need = @MainActor () async -> Bool

  /// Whether the user has it.
  public var isMet: () -> Bool
  /// Makes the flow in which the user may get it; a finished one has met the requirement, or has
  /// found that it is not needed any more.
  ///
  /// The user may sign in within the flow. What is then to cost them something asks first whether
  /// it is needed still.
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
  /// Runs what a requirement asks for, unless it is met or not needed, and says whether one may go
  /// on where one was.
  ///
  /// The owner may be another one afterwards, so both are asked again.
  ///
  /// ```swift
  /// guard await require(account) else { return }
  /// let plan = begin(PlanTripCoordinator(TripStep.allCases), .present)
  /// ```
  ///
  /// - Parameters:
  ///   - requirement: nil where nothing is required.
  ///   - isNeeded: whether what was begun needs it, for the current owner.
  public func require(
    _ requirement: Requirement?, _ placement: Placement = .present,
    ifNeeded isNeeded: @escaping Requirement.Need = { true }
  ) async -> Bool {
    guard let requirement, !requirement.isMet(), await isNeeded() else { return true }
    guard await run(requirement.make(isNeeded), placement).value != nil else { return false }
    guard isRunning, !Task.isCancelled else { return false }
    if requirement.isMet() { return true }
    return await !isNeeded() && isRunning && !Task.isCancelled
  }
}
