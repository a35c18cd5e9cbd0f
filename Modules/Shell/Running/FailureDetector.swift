import Core

/// Decides by the screen whether a performed action has failed.
///
/// It has failed if, afterwards,
/// - a notice of tone `problem` is shown: notices are about the last action. Only a new notice counts
///   after filling a field, on another screen than the action's, and if screens were opened or closed;
///   of a screen that appears again, every notice does, unless the action has only cancelled.
/// - a status has become failed or offline, or still is after a retry.
/// - a field has a problem that is new, or belongs to the field just filled, or the action is a
///   primary one: a form that refuses twice has failed twice.
struct FailureDetector {
  let before: Snapshot
  let after: Snapshot
  /// The screen of the action, or nil if it is unknown.
  let entry: NavigationTree.EntryID?
  /// The notices before the action.
  var notices = ShownNotices()

  /// Returns the reason for a failure, in one line, or nil.
  func failure(of action: Action.ID, _ input: ActionInput) -> String? {
    let isFill = action == .fill
    let isPrimary = before.panes.contains { $0.content.action(action)?.role == .primary }
    for (pane, shown) in zip(after.panes, after.entries) {
      let old = before.panes.first { $0.kind == pane.kind }?.content
      let isSamePlace = before.entries == after.entries && (entry ?? shown) == shown
      if let notice = pane.content.notice, notice.tone == .problem,
        !isFill && isSamePlace || notice != old?.notice,
        !notices.isUncovered(notice, on: shown, by: action, from: before)
      {
        return notice.text.plain
      }
      if let message = pane.content.status.problem {
        let wasRetry = old?.status.retryAction == action
        if wasRetry || pane.content.status != old?.status { return message.plain }
      }
      for field in pane.content.fields {
        guard let problem = field.problem else { continue }
        let isOld = old?.fields.first { $0.id == field.id }?.problem == problem
        if !isOld || isPrimary || input.fills(field.id) {
          return "\(field.label.plain): \(problem.plain)"
        }
      }
    }
    return nil
  }
}

extension ContentStatus {
  /// The problem, or nil for a status that isn't a failure.
  var problem: String? {
    switch self {
    case .failed(let message, _), .offline(let message, _): message
    case .idle, .loading, .empty: nil
    }
  }

  /// The retry action, or nil.
  var retryAction: Action.ID? {
    switch self {
    case .failed(_, let retry), .offline(_, let retry): retry
    case .idle, .loading, .empty: nil
    }
  }
}

extension ActionInput {
  fileprivate func fills(_ id: Field.ID) -> Bool {
    if case .field(let field, _) = self { field == id } else { false }
  }
}
