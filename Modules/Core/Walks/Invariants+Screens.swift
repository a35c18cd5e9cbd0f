import Core
import Services

extension Invariants {
  /// Checks that a screen that declares its actions and fields shows no others: they would do nothing.
  func checkDeclarations(_ snapshot: Snapshot, _ session: AppSession, _ found: inout [String]) {
    for (pane, entry) in zip(snapshot.panes, snapshot.entries) {
      guard let screen = session.navigation.screen(of: entry) else { continue }
      let (actions, fields) = (screen.actions.map(\.action.id), screen.fields.map(\.field.id))
      // A screen that declares nothing has a `perform` of its own.
      if actions.isEmpty, fields.isEmpty { continue }
      for action in pane.content.actions where !actions.contains(action.id) {
        found.append("\(pane.kind) shows the action “\(action.id)” and does not declare it")
      }
      for field in pane.content.fields where !fields.contains(field.id) {
        found.append("\(pane.kind) shows the field “\(field.id)” and does not declare it")
      }
    }
  }
}
