import Services

/// The last thousand events of one app, in order.
///
/// Events are values; Inspection prints them as lines. No event holds content or input.
@MainActor public final class EventLog {
  /// An entry of the navigation tree in the log.
  package struct EntrySummary: Hashable, Sendable {
    /// The kind of its screen, nil for tab bars and splits.
    package let kind: ScreenKind?
    /// The coordinator that owns it.
    package let owner: CoordinatorID
  }

  /// An event of the app.
  package enum Event: Hashable, Sendable {
    case committed(
      Change.Kind, added: [EntrySummary], removed: [EntrySummary], EndReason, ScreenTransition)
    case dropped(Change.Kind, [EntrySummary])
    case started(CoordinatorID, parent: CoordinatorID?)
    case ended(CoordinatorID, Ending)
    case performed(Action.ID, ScreenKind, owner: CoordinatorID?)
    case refused(String)
    case locked(ScreenKind)
    case link(String, String)
    case noted(String)
  }

  /// The maximum number of events.
  package static var capacity: Int { 1000 }

  private var ring: [Event] = []
  /// The number of events since the start.
  package private(set) var count = 0

  init() {}

  func append(_ event: Event) {
    if ring.count < Self.capacity {
      ring.append(event)
    } else {
      ring[count % Self.capacity] = event
    }
    count += 1
  }

  /// Adds a line of the app, such as the chosen variant of an experiment.
  public func note(_ text: String) { append(.noted(text)) }

  /// The events after the one with this number, oldest first, each with its number since the start.
  /// Inspection prints them.
  package func events(after number: Int = 0) -> [(number: Int, event: Event)] {
    let first = min(count, max(number, count - ring.count))
    return (first..<count).map { ($0 + 1, ring[$0 % Self.capacity]) }
  }
}
