import Services
import Core

extension PaneRenderer {
  /// Draws the words of the actions.
  func draw(_ actions: [Action], on page: inout TextPage) {
    var flow = TextFlow(width: width, indent: 2)
    flow.append("›", .quiet, gap: 1, to: &page)
    for index in actions.indices {
      let (word, asks) = (actions[index].id.rawValue, actions[index].takesInput)
      if actions[index].isEnabled {
        flow.append(asks ? word + "…" : word, actions[index].role.style, to: &page)
      } else {
        flow.append(asks ? "(\(word)…)" : "(\(word))", .quiet, to: &page)
      }
    }
    page.endLine()
  }
}

extension Action.Role {
  fileprivate var style: TextStyle {
    switch self {
    case .primary: .title
    case .destructive: .problem
    case .normal, .cancel: .plain
    }
  }
}
