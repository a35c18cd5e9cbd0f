import Services
import Core

/// The answer of `where`: the path to the screen, and where its actions lead.
@MainActor struct Whereabouts {
  let path: [String]
  let snapshot: Snapshot
  let destinations: (ScreenKind, Action.ID) -> [String]

  /// The lines of the answer.
  var lines: [String] {
    let things = VisibleItems(snapshot)
    var ways = things.actions.map { action in
      let reason = action.thing.disabledReason.map { " (not available: \($0.plain))" } ?? ""
      return (action.thing.id.rawValue.plain, end(of: action) + reason)
    }
    var number = 1
    for pane in snapshot.panes {
      let count = pane.content.rows.count
      guard count > 0 else { continue }
      let last = number + count - 1
      let leads = destinations(pane.kind, .select)
      ways.append((count == 1 ? "\(number)" : "\(number) … \(last)", Self.arrow(leads)))
      number += count
    }
    switch snapshot.panes.last?.header.leave {
    case .back: ways.append(("back", Self.arrow(below)))
    case .close: ways.append(("close", isQuestion ? Self.closing : Self.arrow(below)))
    default: break
    }
    for tab in snapshot.tabs where !tab.isSelected {
      ways.append(("tab \(tab.id.rawValue.plain)", Self.arrow([tab.title])))
    }
    let lines = [path.map(\.plain).joined(separator: " › ")] + TwoColumns.lines(ways)
    return lines.map(\.withoutTrailingSpaces)
  }

  /// The screen to which leaving the last one leads, or none.
  private var below: [String] { path.dropLast().suffix(1) }

  /// All that is known of the answers to a question that change nothing: the screen below may close, too, as after a
  /// sign-in.
  private static let closing = "closes this"

  /// Whether the last screen is a question, of which the map does not know which screen asks it.
  private var isQuestion: Bool { snapshot.panes.last?.kind == .alert }

  /// Where an action leads.
  private func end(of action: VisibleItems.Placed<Action>) -> String {
    let kind = snapshot.panes[action.pane].kind
    guard kind == .alert else { return Self.arrow(destinations(kind, action.thing.id)) }
    return action.thing.role == .cancel ? Self.closing : ""
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
