import Services
import Core

extension Invariants {
  /// Checks that running work has an owner, and that no state waits for finished work.
  func checkWork(_ session: AppSession, _ found: inout [String]) {
    let activity = session.activity
    if activity.hasForgottenWaiters { found.append("code waits although the app has settled") }
    for work in activity.works where !work.isCancelled && !session.hasReason(work) {
      found.append("\(work) runs without its screen or coordinator")
    }
    func isOver(_ id: Activity.WorkID?) -> Bool {
      id.map { activity.work($0) == nil } ?? false
    }
    if isOver(session.restorer.work) { found.append("places are restored by no work") }
    if isOver(session.navigation.asking) {
      found.append("a question about leaving is asked by no work")
    }
    if let pending = session.links.pending, session.root.isLaunched, !session.root.asksToSignIn,
      session.restorer.work == nil,
      pending.work == nil || isOver(pending.work)
    {
      found.append("\(pending.link.place) is followed by no work")
    }
  }

  /// Checks that each alert is modal, and that at most one question about leaving is open.
  func checkQuestions(_ session: AppSession, _ found: inout [String]) {
    var questions = 0
    let navigation = session.navigation
    navigation.tree.forEachEntry { entry in
      guard navigation.records[entry.id]?.kind == .alert,
        let content = navigation.screen(of: entry.id)?.content
      else { return }
      if !navigation.tree.isFirstInLayer(entry.id) {
        found.append("the alert “\(content.title)” was pushed and not presented")
      }
      if content.actions.map(\.id) == ["keep", "discard"] { questions += 1 }
    }
    if questions > 1 { found.append("\(questions) questions about leaving are asked at once") }
  }
}

extension AppSession {
  /// Whether the owner of the work exists.
  fileprivate func hasReason(_ work: Activity.Work) -> Bool {
    if let entry = work.entry { return navigation.records[entry] != nil }
    guard let owner = work.owner else { return true }
    return root.subtree().contains { $0.isRunning && $0.id == owner }
  }
}

extension Activity {
  /// Whether code still waits for work that has ended.
  fileprivate var hasForgottenWaiters: Bool { waiters.contains(where: canResume) }
}
