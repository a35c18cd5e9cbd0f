import Services

/// The last thousand events of one app, in order.
///
/// Events are values, and become text when they are read. No event holds content or input.
@MainActor public final class EventLog {
  /// An entry of the navigation tree in the log.
  struct EntrySummary: Hashable, Sendable {
    let entry: NavigationTree.EntryID
    /// The kind of its screen, nil for tab bars and splits.
    let kind: ScreenKind?
    /// The coordinator that owns it.
    let owner: CoordinatorID
  }

  /// How a coordinator ended, without its value.
  package enum Ending: Hashable, Sendable {
    /// With a value.
    case finished
    /// Without a value.
    case ended(EndReason)

    init<Value>(_ outcome: Outcome<Value>) {
      switch outcome {
      case .finished: self = .finished
      case .ended(let reason): self = .ended(reason)
      }
    }
  }

  enum Event: Hashable, Sendable {
    case committed(
      Change.Kind, added: [EntrySummary], removed: [EntrySummary], EndReason?, ScreenTransition)
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
  public static var capacity: Int { 1000 }

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
  public func note(_ text: String) {
    append(.noted(text))
  }

  /// The outcomes of each coordinator whose start is among the events: none while it runs, then
  /// one.
  package var outcomes: [CoordinatorID: [Ending]] {
    var outcomes: [CoordinatorID: [Ending]] = [:]
    for offset in ring.indices {
      switch ring[(count + offset) % ring.count] {
      case .started(let id, _): outcomes[id] = []
      case .ended(let id, let ending): outcomes[id]?.append(ending)
      default: break
      }
    }
    return outcomes
  }

  /// The events as lines, oldest first, each with its number since the start.
  public var lines: [String] { lines(after: 0) }

  /// The events after the one with this number as ``lines``.
  package func lines(after number: Int) -> [String] {
    let first = min(count, max(number, count - ring.count))
    return (first..<count).map { "\($0 + 1) \(ring[$0 % Self.capacity].line)" }
  }
}

extension EventLog.Event {
  fileprivate var line: String {
    func list(_ entries: [EventLog.EntrySummary]) -> String {
      entries.map { "\($0.kind?.rawValue ?? "container")(\($0.owner))" }.joined(separator: ", ")
    }
    switch self {
    case .committed(let kind, let added, let removed, let reason, let transition):
      var line = kind.rawValue
      if !added.isEmpty { line += " + \(list(added))" }
      if !removed.isEmpty { line += " - \(list(removed)) .\(reason?.rawValue ?? "replaced")" }
      if transition == .none { line += " (not animated)" }
      return line
    case .dropped(let kind, let added): return "dropped \(kind.rawValue) \(list(added))"
    case .started(let id, let parent):
      return "start \(id)" + (parent.map { " by \($0)" } ?? "")
    case .ended(let id, .finished): return "finish \(id)"
    case .ended(let id, .ended(let reason)): return "end \(id) .\(reason.rawValue)"
    case .performed(let action, let kind, let owner):
      return "perform \(action) on \(kind)" + (owner.map { " (\($0))" } ?? "")
    case .refused(let why): return "refused: \(why)"
    case .locked(let kind): return "locked by \(kind)"
    case .link(let link, let answer): return "link \(link): \(answer)"
    case .noted(let text): return text
    }
  }
}
