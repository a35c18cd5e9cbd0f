/// Runs one flow of the app: decides which screen comes next and what the flow's outcome is.
///
/// A coordinator lives exactly as long as it has a screen, a child or unfinished work of its own.
/// However it ends - by ``finish(_:)``, by ``AnyCoordinator/stop()``, because its last screen left,
/// because its parent ended - it goes through the same exit: its screens and children go, its work
/// is cancelled, its outcome is delivered exactly once, and its parent lets go of it.
///
/// ```swift
/// final class TripCoordinator: Coordinator<Void> {
///   private let trip: Trip
///
///   init(_ trip: Trip) {
///     self.trip = trip
///     super.init()
///   }
///
///   override func start() {
///     let screen = TripScreen(trip, clock: context.clock) { [weak self] in await self?.askToRemove() }
///     push(screen, route: Route("trip", parameters: ["id": trip.id.rawValue]))
///   }
/// ```
///
/// A coordinator that no one awaits a value of is a `Coordinator<Never>`.
@MainActor open class Coordinator<Output: Sendable>: AnyCoordinator {
  var onEnd: ((Outcome<Output>) -> Void)?

  /// Creates a coordinator.
  ///
  /// - Parameter name: what its identifier says; by default its type's name, so that
  ///   `EditBookCoordinator` becomes `editBook#7`.
  public override init(name: String? = nil) {
    super.init(name: name)
  }

  /// Ends the flow with its value and rewinds navigation to what it was before the start.
  ///
  /// A coordinator that has ended already stays ended with its first outcome, and one that has not
  /// started yet is not ended: its value is lost.
  public func finish(_ value: Output) {
    end(.finished(value))
  }

  override func deliver(_ outcome: Outcome<any Sendable>) {
    let handler = onEnd
    onEnd = nil
    switch outcome {
    case .finished(let value):
      if let value = value as? Output { handler?(.finished(value)) }
    case .ended(let reason): handler?(.ended(reason))
    }
  }
}
