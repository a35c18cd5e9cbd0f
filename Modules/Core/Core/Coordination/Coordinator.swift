/// Runs one flow of the app: decides which screen comes next and what the flow's outcome is.
///
/// A coordinator lives as long as it has a screen, a child or unfinished work. However it ends - by
/// ``finish(_:)``, by ``AnyCoordinator/stop()``, because its last screen was removed, because its
/// parent ended - it goes through the same exit: its screens and children are removed, its work is
/// cancelled, its outcome is delivered exactly once, and its parent releases it.
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
/// }
/// ```
///
/// A coordinator without an outcome is a `Coordinator<Never>`.
@MainActor open class Coordinator<Output: Sendable>: AnyCoordinator {
  var onEnd: ((Outcome<Output>) -> Void)?
  private var value: Output?

  /// Creates a coordinator.
  ///
  /// - Parameter name: the name in its identifier; by default the type's, so `EditBookCoordinator`
  ///   becomes `editBook#7`.
  public override init(name: String? = nil) {
    super.init(name: name)
  }

  /// Ends the flow with its value and restores the tree from before its start.
  ///
  /// Does nothing for a coordinator that has ended or not started: the first outcome counts.
  public func finish(_ value: Output) {
    guard isRunning else { return }
    self.value = value
    end(.finished)
  }

  override func deliver(_ ending: Ending) {
    let (handler, value) = (onEnd, value)
    (onEnd, self.value) = (nil, nil)
    switch ending {
    case .finished: if let value { handler?(.finished(value)) }
    case .ended(let reason): handler?(.ended(reason))
    }
  }
}
