public import Core
public import Services

/// One user action as data: crawls and random walks take steps, and a failing walk prints them.
public enum Step: Hashable, Sendable {
  /// Performs an action.
  case perform(Action.ID, ActionInput)
  /// Sends invalid input to an action, see `Snapshot.refusals`; the state must not change.
  case refused(Action.ID, ActionInput)
  /// Makes a tab visible.
  case tab(TabID)
  /// Goes back.
  case back
  /// Closes the top layer.
  case close
  /// Goes to the tab's first screen.
  case home
  /// Opens a link.
  case open(DeepLink)
  /// Stops a running coordinator that was pushed or presented, counted from the oldest one. Only in walks.
  case rewind(Int)
  /// Stops the app and starts it again with the same services. Only in walks.
  case relaunch
  /// Cancels the newest action.
  case cancel
  /// Requests to quit; a walk starts the app again.
  case quit
  /// Signs the owner out without asking locks, as restoring a backup does.
  case signOut
  /// Expires the owner's session.
  case expire
  /// Yields this many turns of the main actor, between the requests of a group.
  case turns(Int)
  /// Lets the system remove a screen, as when a user swipes back or drags a sheet away: one of
  /// those that can be left, counted from the bottom.
  case swipe(Int)
  /// Changes the layout.
  case layout(WidthClass)
  /// Takes several steps, one after the other.
  case inOrder([Step])
  /// Begins several steps in the same turn, without waiting for each other. After a ``relaunch`` at
  /// the beginning, the others begin during the launch.
  case atOnce([Step])
}

extension Step: CustomStringConvertible {
  /// The step as short text.
  public var description: String {
    switch self {
    case .perform(let action, .none): action.rawValue
    case .perform(_, .row(let row)): "select \(row)"
    case .perform(_, .field(let field, let value)):
      "set \(field) \(value.map { "\($0)" } ?? "to nothing")"
    case .perform(let action, .value(let value)): "\(action) \(value)"
    case .refused(let action, .row(let row)): "give \(action) the row \(row), to be refused"
    case .refused(let action, .none): "give \(action) nothing, to be refused"
    case .refused(_, .field(let field, let value)):
      "give \(field) \(value?.summary ?? "nothing"), to be refused"
    case .refused(let action, .value(let value)): "give \(action) \(value.summary), to be refused"
    case .tab(let tab): "tab \(tab)"
    case .back: "back"
    case .close: "close"
    case .home: "home"
    case .open(let link): "open \(link)"
    case .rewind(let index): "stop coordinator \(index)"
    case .relaunch: "relaunch"
    case .cancel: "cancel the newest action"
    case .quit: "quit"
    case .signOut: "sign out"
    case .expire: "the session expires"
    case .turns(let count): count == 1 ? "a turn later" : "\(count) turns later"
    case .swipe(let index): "swipe away screen \(index)"
    case .layout(let layout): "layout \(layout.rawValue)"
    case .inOrder(let steps): "in order: \(steps.map(\.description).joined(separator: ", "))"
    case .atOnce(let steps): "at once: \(steps.map(\.description).joined(separator: " | "))"
    }
  }
}

extension FieldValue {
  /// The value, or its length if it is long.
  fileprivate var summary: String {
    if case .text(let text) = self, text.utf8.count > 100 {
      return "a text of \(text.count) characters"
    }
    return "\(self)"
  }
}

extension AppSession {
  /// Takes a step and returns when the app has settled. Does nothing for a step that is impossible
  /// now, or that only a walk can take.
  public func take(_ step: Step) async {
    switch step {
    case .perform(let action, let input): await perform(action, input)
    case .refused: _ = await problems(with: step)
    case .tab(let tab): await select(tab: tab)
    case .back: await back()
    case .close: await close()
    case .home: await home()
    case .open(let link): await open(link)
    case .rewind, .relaunch: break
    case .cancel:
      activity.cancelNewestAction()
      await settle()
    case .quit: _ = await quit()
    case .signOut:
      context.owner.signOut()
      await settle()
    case .expire:
      context.owner.expire()
      await settle()
    case .turns(let count): for _ in 0..<count { await Task.yield() }
    case .swipe(let index):
      let entries = navigation.tree.allEntries.map(\.id)
        .filter { navigation.tree.removalTarget(of: $0) != nil }
      if !entries.isEmpty { await reconcile(removed: entries[index % entries.count]) }
    case .layout(let layout): await change(to: layout)
    case .inOrder(let steps): for step in steps { await take(step) }
    case .atOnce(let steps): await Step.begin(steps) { await self.take($0) }
    }
  }
}

extension Step {
  /// Begins steps without waiting, and returns when all are done.
  @MainActor package static func begin(
    _ steps: some Sequence<Step>, by take: @escaping @MainActor (Step) async -> Void
  ) async {
    var requests: [Task<Void, Never>] = []
    for step in steps {
      if case .turns = step {
        await take(step)
      } else {
        // Not counted: a step is a request, as that of a host, and the caller waits for it.
        requests.append(.atOnce { await take(step) })
      }
    }
    for request in requests { await request.value }
  }
}

/// The inputs of crawls and random walks for fields.
public struct SampleInputs: Sendable {
  /// The inputs for fields with these identifiers, instead of the default ones; also for the fields
  /// that describe the input of an action.
  public var overrides: [Field.ID: [FieldValue?]]

  /// Creates samples.
  public init(_ overrides: [Field.ID: [FieldValue?]] = [:]) {
    self.overrides = overrides
  }

  /// A secret that must not appear in any output.
  package static let secret = "correct horse battery staple 7f3a"

  /// Returns a valid, an unusual and an empty input for a field.
  public func values(for field: Field) -> [FieldValue?] {
    overrides[field.id] ?? usual(field.kind) + [nil]
  }

  private func usual(_ kind: FieldKind) -> [FieldValue?] {
    switch kind {
    case .text, .longText: [.text("Tea"), .text("‮ (~) \u{301}\u{200D}🧑‍🚀 \"; --")]
    case .email: [.text("reader@example.org"), .text("no e-mail")]
    case .secure, .newPassword: [.secret(Secret(Self.secret)), .secret(Secret("x"))]
    case .number(let range): [.number(range.upperBound), .number(range.lowerBound)]
    case .choice(let options): [options.first, options.last].map { $0.map { .choice($0.id) } }
    case .date:
      [CalendarDate("2024-02-29"), CalendarDate("9999-12-31")].map { $0.map { .date($0) } }
    }
  }
}

extension Snapshot {
  /// The maximum number of rows of a menu.
  private static let maximumMenuLength = 12

  /// The steps of a user here: every enabled action with each of its inputs, every field with each
  /// input, the rows of each section that may differ, tabs, and the ways to leave. An action that both columns
  /// have is that of the second one.
  public func steps(_ samples: SampleInputs) -> [Step] {
    var steps: [Step] = []
    for (index, content) in panes.map(\.content).enumerated() {
      let later = panes[(index + 1)...].flatMap(\.content.actions).map(\.id)
      for case .rows(let rows) in content.sections.map(\.body) { steps += rowSteps(rows) }
      for field in content.fields {
        steps += samples.values(for: field).map { .perform(.fill, .field(field.id, $0)) }
      }
      for action in content.actions where action.isEnabled && !later.contains(action.id) {
        guard let input = action.input else {
          steps.append(.perform(action.id, .none))
          continue
        }
        steps += samples.values(for: input).compactMap { value in
          value.map { .perform(action.id, .value($0)) }
        }
      }
    }
    steps += tabs.filter { !$0.isSelected }.map { .tab($0.id) }
    if panes.contains(where: { $0.header.leave != .none }) { steps.append(.back) }
    if layers > 0 { steps.append(.close) }
    return steps
  }

  /// The steps of a crawl here: each step alone, and each form filled with valid input and sent by
  /// each of its actions, which may be disabled until the form is complete.
  func moves(_ samples: SampleInputs) -> [[Step]] {
    var moves = steps(samples).map { [$0] }
    for content in panes.map(\.content) where !content.fields.isEmpty {
      let fills = content.fields.compactMap { field in
        (samples.values(for: field).first ?? nil).map { Step.perform(.fill, .field(field.id, $0)) }
      }
      moves += content.actions.filter { $0.input == nil }.map { action in
        fills + [.perform(action.id, .none)]
      }
    }
    return moves
  }

  /// The rows to select: of data the first, the last and one for each badge, because the others lead to
  /// the same screens. A row that has its own name, as in a menu, isn't data.
  private func rowSteps(_ rows: [Row]) -> [Step] {
    var chosen: [Row.ID] = []
    var badges: Set<String> = []
    for (index, row) in rows.enumerated() {
      let isNewBadge = row.badge.map { badges.insert($0).inserted } ?? false
      let isMenu = rows.count <= Self.maximumMenuLength && !row.id.rawValue.contains(":")
      if index == 0 || index == rows.count - 1 || isNewBadge || isMenu { chosen.append(row.id) }
    }
    return chosen.map { .perform(.select, .row($0)) }
  }
}
