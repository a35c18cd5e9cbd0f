import Services
import Core

/// The answer of `where`: the path to the screen, and where its actions lead.
@MainActor struct Whereabouts {
  let trail: [String]
  let snapshot: Snapshot
  let destinations: (ScreenKind, Action.ID) -> [String]

  /// The lines of the answer.
  var lines: [String] {
    let here = snapshot.panes.map(\.content.title)
    var lines = [(trail + here).map(\.plain).joined(separator: " › ")]
    let things = VisibleItems(snapshot)
    var ways: [(String, String)] = []
    for action in things.actions {
      let leads = destinations(snapshot.panes[action.pane].kind, action.thing.id)
      let reason = action.thing.disabledReason.map { " (not available: \($0.plain))" } ?? ""
      ways.append((action.thing.id.rawValue.plain, Self.arrow(leads) + reason))
    }
    if let first = things.rows.first {
      let count = things.rows.count
      let leads = destinations(snapshot.panes[first.pane].kind, .select)
      ways.append((count == 1 ? "1" : "1 … \(count)", Self.arrow(leads)))
    }
    switch snapshot.panes.last?.header.leave {
    case .back: ways.append(("back", trail.last.map { "→ \($0.plain)" } ?? ""))
    case .close: ways.append(("close", trail.last.map { "→ \($0.plain)" } ?? ""))
    default: break
    }
    for tab in snapshot.tabs where !tab.isSelected {
      ways.append(("tab \(tab.id.rawValue.plain)", "→ \(tab.title.plain)"))
    }
    lines += TwoColumns.lines(ways)
    return lines.map(\.withoutTrailingSpaces)
  }

  private static func arrow(_ destinations: [String]) -> String {
    destinations.isEmpty ? "" : "→ \(destinations.map(\.plain).joined(separator: ", "))"
  }
}

extension String {
  /// The text without trailing spaces.
  var withoutTrailingSpaces: String {
    var end = utf8.endIndex
    while end > utf8.startIndex, utf8[utf8.index(before: end)] == UInt8(ascii: " ") {
      end = utf8.index(before: end)
    }
    return String(self[..<end])
  }
}
