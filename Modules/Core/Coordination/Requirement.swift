/// Something a person must have before a flow goes on, such as an account.
///
/// The one who asks for it knows neither where it comes from nor what has to be done for it.
@MainActor public struct Requirement {
  /// Whether the person has it.
  public var isMet: () -> Bool
  /// Makes the flow in which the person may get it; a finished one has met the requirement.
  public var make: () -> Coordinator<Void>

  /// Creates a requirement.
  public init(isMet: @escaping () -> Bool, make: @escaping () -> Coordinator<Void>) {
    self.isMet = isMet
    self.make = make
  }
}

extension AnyCoordinator {
  /// Runs what a requirement asks for, unless it is met already, and says whether one may go on
  /// where one was.
  ///
  /// - Parameter requirement: nil where nothing is required.
  public func meet(_ requirement: Requirement?, _ placement: Placement = .present) async -> Bool {
    guard let requirement, !requirement.isMet() else { return true }
    guard await run(requirement.make(), placement).value != nil else { return false }
    return isRunning && !Task.isCancelled
  }
}
