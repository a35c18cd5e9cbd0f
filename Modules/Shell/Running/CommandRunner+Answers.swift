import Inspection
import Core
import Services

extension CommandRunner {
  /// Returns the answer of a command such as `help`; no lines for other commands.
  func answer(to command: Command) -> [String] {
    let session = app.session
    switch command {
    case .help(let topic):
      return HelpText(
        snapshot: session.snapshot, shortcuts: shortcuts, linkExample: linkExample,
        explainsBareValues: explainsBareValues, choosesSeveral: choosesSeveral
      ).lines(about: topic)
    case .whereabouts:
      return Whereabouts(
        path: session.navigation.titles, snapshot: session.snapshot,
        destinations: destinations
      ).lines
    case .tree: return session.coordinatorTree.map(\.plain)
    case .log: return session.log.lines.map(\.plain)
    case .warnings:
      let lines = session.context.logger.lines
      return lines.isEmpty ? ["No warnings."] : lines.map(\.plain)
    case .leaks:
      let leaks = session.leaks
      return leaks.isEmpty ? ["No leaks."] : leaks.map(\.description)
    default: return []
    }
  }

  /// The visible screens with several rows that open no screen.
  private var choosesSeveral: Set<Int> {
    let panes = app.session.snapshot.panes
    let found = panes.indices.filter { index in
      let (pane, rows) = (panes[index], panes[index].content.rows)
      return rows.count > 1 && destinations(pane.kind, .select).isEmpty
    }
    return Set(found)
  }
}
