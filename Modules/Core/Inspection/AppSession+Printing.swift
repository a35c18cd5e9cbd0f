import Services
public import Core

extension AppSession {
  /// The running coordinators with the screens they own, as indented lines.
  public var coordinatorTree: [String] {
    guard root.isRunning else { return [] }
    let top = root.path.count
    return root.subtree().map { coordinator in
      let kinds = coordinator.entries.sorted().compactMap { id in
        navigation.records[id]?.kind?.rawValue
          ?? (navigation.tree.entry(id)?.isTabBar == true ? "tabs" : nil)
      }
      let own = kinds.isEmpty ? "" : " [\(kinds.joined(separator: ", "))]"
      let indent = String(repeating: "  ", count: coordinator.path.count - top)
      return "\(indent)\(coordinator.id)\(own)"
    }
  }
}

extension EventLog {
  /// The events as lines, oldest first, each with its number since the start.
  public var lines: [String] { lines(after: 0) }

  /// The events after the one with this number as ``lines``.
  package func lines(after number: Int) -> [String] {
    events(after: number).map { "\($0.number) \($0.event.line)" }
  }

  /// The outcomes of each coordinator whose start is among the events: none while it runs, then one.
  package var outcomes: [CoordinatorID: [Ending]] {
    var outcomes: [CoordinatorID: [Ending]] = [:]
    for (_, event) in events() {
      switch event {
      case .started(let id, _): outcomes[id] = []
      case .ended(let id, let ending): outcomes[id]?.append(ending)
      default: break
      }
    }
    return outcomes
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
      if !removed.isEmpty { line += " - \(list(removed)) .\(reason.rawValue)" }
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
