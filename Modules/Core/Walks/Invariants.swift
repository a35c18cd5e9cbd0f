import Services
public import Core
import Inspection
import Foundation

/// The conditions that hold in every settled app, after any steps.
@MainActor public final class Invariants {
  private var checked: Set<Int> = []
  /// The last content of each kind of screen that passed.
  private var passed: [ScreenKind: ScreenContent] = [:]
  private var secrets = TypedSecrets()
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  private let also: (AppSession) -> [String]

  /// Creates a checker, which skips content that it has checked before.
  ///
  /// - Parameter also: returns violations of conditions of one app.
  public init(also: @escaping (AppSession) -> [String] = { _ in [] }) {
    self.also = also
  }

  /// A checker with the same conditions and an empty cache.
  func unused() -> Invariants {
    let unused = Invariants(also: also)
    unused.secrets = secrets
    return unused
  }

  /// Begins to search for the secrets that a step types, also in content that has passed.
  func begin(_ step: Step) {
    if secrets.insert(from: step) { (checked, passed) = ([], [:]) }
  }

  /// Returns the violations as sentences.
  ///
  /// - Parameter session: the running app, which has settled.
  public func violations(in session: AppSession) -> [String] {
    violations(in: session, showing: session.snapshot, observing: true)
  }

  /// - Parameter isObserving: whether to compare the screens with those that Observation has reported.
  func violations(
    in session: AppSession, showing snapshot: Snapshot, observing isObserving: Bool
  ) -> [String] {
    var found: [String] = []
    let entries = checkOwners(session, &found)
    checkTree(session, &found)
    let awaited = checkCoordinators(entries, session, &found)
    if session.activity.parkedCount != awaited {
      found.append("\(session.activity.parkedCount) works wait for \(awaited) awaited children")
    }
    checkWork(session, &found)
    checkQuestions(session, &found)
    for pane in snapshot.panes { check(pane, &found) }
    checkDeclarations(snapshot, session, &found)
    if isObserving { checkObservation(snapshot, session, &found) }
    checkWayOut(snapshot, session, &found)
    return found + also(session)
  }

  /// Returns the violations at a session's end, beside ``violations(in:)``.
  public func finalViolations(in session: AppSession) -> [String] {
    finalViolations(in: session, afterEvent: 0)
  }

  /// - Parameter number: the last event that was checked before.
  func finalViolations(in session: AppSession, afterEvent number: Int) -> [String] {
    var found = session.leaks.map { "leak: \($0)" }
    let log = Data(session.log.lines(after: number).joined(separator: "\n").utf8)
    if secrets.appear(in: log) { found.append("a secret is in the log") }
    for (id, endings) in session.log.outcomes.sorted(by: { $0.key.serial < $1.key.serial }) {
      let isRunning = session.isRunning(id)
      if endings.count != (isRunning ? 0 : 1) {
        found.append("\(id) \(isRunning ? "runs" : "has ended") with \(endings.count) outcomes")
      }
    }
    return found
  }

  /// Checks the owners of the entries and counts the entries.
  private func checkOwners(_ session: AppSession, _ found: inout [String]) -> Int {
    var count = 0
    session.navigation.tree.forEachEntry { entry in
      count += 1
      guard let owner = session.navigation.owner(of: entry.id) else {
        return found.append("an entry (\(entry.body)) has no live owner")
      }
      if !owner.isRunning { found.append("\(owner.id) has ended and owns an entry") }
      if !owner.entries.contains(entry.id) { found.append("\(owner.id) does not know its entry") }
    }
    return count
  }

  /// Checks the coordinators and counts the awaited ones.
  private func checkCoordinators(
    _ entries: Int, _ session: AppSession, _ found: inout [String]
  ) -> Int {
    var awaited = 0
    var owned = 0
    for coordinator in session.root.subtree() {
      if let work = coordinator.awaitingWork, session.activity.work(work) != nil { awaited += 1 }
      owned += coordinator.entries.count
      if !coordinator.isRunning { found.append("\(coordinator.id) has ended and has a parent") }
      let isEmpty =
        coordinator.entries.isEmpty && coordinator.children.isEmpty && coordinator.work.isEmpty
      if coordinator.endsWhenEmpty, isEmpty { found.append("\(coordinator.id) is empty") }
      for child in coordinator.children where child.parent !== coordinator {
        found.append("\(child.id) has another parent")
      }
    }
    if owned != entries { found.append("\(entries) entries have \(owned) owners") }
    return awaited
  }

  /// Checks that there is at most one tab bar, at the bottom of the app, and that the kinds of
  /// screens are unique.
  private func checkTree(_ session: AppSession, _ found: inout [String]) {
    let tree = session.navigation.tree
    var bars: [NavigationTree.EntryID] = []
    tree.forEachEntry { if $0.isTabBar { bars.append($0.id) } }
    if bars.count > 1 { found.append("there are \(bars.count) tab bars") }
    if let bar = bars.first, tree.entries(in: tree.root).first?.id != bar {
      found.append("the tab bar is not at the bottom of the app")
    }
    tree.forEachEntry { entry in
      guard case .tabs(let tabs) = entry.body, session.root.isLaunched else { return }
      for tab in tabs.tabs where tree.entries(in: tab.stack).isEmpty {
        found.append("the tab “\(tab.id)” has no screen")
      }
    }
    let kinds = session.navigation.ambiguousKinds.map(\.rawValue).sorted()
    if !kinds.isEmpty { found.append("two types of screens have the name of \(kinds)") }
  }

  private func check(_ pane: Snapshot.Pane, _ found: inout [String]) {
    let content = pane.content
    // Most steps leave the screen unchanged: content that has passed is not checked again
    // (`make bench`: a random-walk step).
    let last = passed[pane.kind]
    if content == last { return }
    let (count, new) = (found.count, parts(of: content, after: last))
    defer {
      if found.count == count {
        passed[pane.kind] = content
        checked.formUnion(new.hashes)
      }
    }
    func unique<ID: Hashable>(_ ids: [ID], _ what: String) {
      guard ids.count > 1, Set(ids).count != ids.count else { return }
      found.append("\(what) of \(pane.kind) are not unique")
    }
    unique(content.actions.map(\.id), "actions")
    unique(content.rows.map(\.id), "rows")
    unique(content.fields.map(\.id), "fields")
    unique(content.sections.map(\.id), "sections")
    // Only the changed parts are encoded.
    let unseen = new.unseen
    guard !unseen.isEmpty else { return }
    guard let data = try? encoder.encode(unseen),
      (try? decoder.decode([ScreenContent].self, from: data)) == unseen
    else { return found.append("the content of \(pane.kind) does not survive encoding") }
    if secrets.appear(in: data) { found.append("a secret is in the content of \(pane.kind)") }
  }

  /// Returns the content without its lists, and each new row, field and action, with their hashes.
  ///
  /// - Parameter last: content that has passed; its sections are skipped.
  private func parts(
    of content: ScreenContent, after last: ScreenContent?
  ) -> (unseen: [ScreenContent], hashes: Set<Int>) {
    var unseen: [ScreenContent] = []
    var hashes: Set<Int> = []
    func add(_ value: some Hashable, _ make: (inout ScreenContent) -> Void) {
      let hash = value.hashValue
      guard !checked.contains(hash), hashes.insert(hash).inserted else { return }
      var part = ScreenContent(title: "")
      make(&part)
      unseen.append(part)
    }
    var rest = content
    rest.actions = []
    for (index, section) in content.sections.enumerated() {
      let isKnown = last.map { last in
        index < last.sections.count && last.sections[index].body == section.body
      }
      switch section.body {
      case .rows(let rows):
        for row in isKnown == true ? [] : rows {
          add(row) { $0.sections = [ContentSection("rows", .rows([row]))] }
        }
        rest.sections[index].body = .rows([])
      case .fields(let fields):
        for field in isKnown == true ? [] : fields {
          add(field) { $0.sections = [ContentSection("fields", .fields([field]))] }
        }
        rest.sections[index].body = .fields([])
      default: break
      }
    }
    for action in content.actions where last?.actions.contains(action) != true {
      add(action) { $0.actions = [action] }
    }
    add(rest) { $0 = rest }
    return (unseen, hashes)
  }

  /// Checks that Observation has reported every change of the screen since the session was observed: hosts draw
  /// nothing else.
  private func checkObservation(
    _ snapshot: Snapshot, _ session: AppSession, _ found: inout [String]
  ) {
    let observed = session.observe().panes
    if observed.map(\.kind) != snapshot.panes.map(\.kind) {
      found.append("the screens have changed outside of Observation")
    }
    for (old, new) in zip(observed, snapshot.panes) where old != new {
      found.append("\(new.kind) has changed what it shows outside of Observation")
    }
  }

  private func checkWayOut(
    _ snapshot: Snapshot, _ session: AppSession, _ found: inout [String]
  ) {
    if snapshot.panes.isEmpty { return found.append("nothing is shown") }
    let hasWayOut =
      snapshot.tabs.count > 1
      || snapshot.panes.contains { pane in
        pane.header.leave != .none || pane.content.actions.contains(where: \.isEnabled)
          || pane.content.rowCount > 0
      }
    if !hasWayOut { found.append("there is no way out") }
  }
}

extension AppSession {
  fileprivate func isRunning(_ id: CoordinatorID) -> Bool {
    root.subtree().contains { $0.isRunning && $0.id == id }
  }
}
