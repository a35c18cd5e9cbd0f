import Core

/// Decides by the screen whether a performed action has failed.
///
/// It has failed if, afterwards,
/// - a notice of tone `problem` is news (``ShownNotices``).
/// - a status has become failed or offline, or still is after a retry.
/// - a field has a problem that is new, or belongs to the field just filled, or the action is a
///   primary one of its screen: a form that refuses twice has failed twice.
struct FailureDetector {
  let change: ScreenChange
  /// The notices before the action.
  var notices = ShownNotices()

  /// Returns the reason for a failure, in one line, or nil.
  func failure(of action: Action.ID, _ input: ActionInput) -> String? {
    for (pane, entry) in zip(change.after.panes, change.after.entries) {
      let old = change.before.panes.first { $0.kind == pane.kind }?.content
      if let notice = pane.content.notice, notice.tone == .problem,
        notices.isNews(notice, on: entry, after: change)
      {
        return notice.text.plain
      }
      if let message = pane.content.status.problem {
        let wasRetry = old?.status.retryAction == action
        if wasRetry || pane.content.status != old?.status { return message.plain }
      }
      let isPrimary = change.entry == entry && change.role == .primary
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

  /// Why a link's page has no content, in one line, or nil. A notice of an earlier command is no failure of the link.
  var failureOfLink: String? {
    guard var content = change.after.panes.last?.content else { return nil }
    if let notice = content.notice, let entry = change.after.entries.last,
      !notices.isNews(notice, on: entry, after: change)
    {
      content.notice = nil
    }
    return content.failure?.plain
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
