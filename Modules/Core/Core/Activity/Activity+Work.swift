extension Activity {
  /// Identifies a piece of work of one app.
  package struct WorkID: Hashable, Comparable, Sendable {
    let number: Int
    /// The activity that counts the work.
    let activity: ObjectIdentifier

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
  }

  /// The reason for work.
  enum Kind: Sendable {
    /// The user performed an action.
    case action(Action.ID)
    /// A screen became visible. With a name: work of the session that requests wait for.
    case appearance
    /// The user leaves a locked screen.
    case leaving
    /// A link was opened, or the app is being restored.
    case link
    /// A coordinator's own work.
    case own
    /// Background work: no request waits for it.
    case background
    /// A subscription of a screen or coordinator.
    case subscription

    /// Whether the work may begin before the starting call returns.
    var beginsAtOnce: Bool { if case .action = self { true } else { false } }

    /// Whether only `settleAll` waits for the work.
    var isBackground: Bool { if case .background = self { true } else { false } }

    /// Whether the user started the work, so it is cancelled first.
    var isRequested: Bool {
      switch self {
      case .action, .appearance, .leaving, .link: true
      case .own, .background, .subscription: false
      }
    }
  }

  /// How work counts for settling.
  enum Weight: Int {
    /// The app has not settled while the work runs.
    case tracked
    /// The same, except for other work that waits for the app to settle.
    case settling
    /// Only `settleAll` waits for the work.
    case background
    /// The same, except for other work that waits for the app to settle.
    case settlingBackground
  }

  /// One piece of work.
  @MainActor package final class Work {
    package let id: WorkID
    var kind: Kind
    let name: String?
    package let entry: NavigationTree.EntryID?
    package let owner: CoordinatorID?
    var task: Task<Void, Never>?
    /// The task of the work, which may have child tasks.
    var mainTask: TaskIdentity?
    /// The tasks of the work that are parked on a child flow.
    var parked: [TaskIdentity] = []
    /// Whether the work was ever parked on a child flow.
    var hasParked = false
    package internal(set) var isCancelled = false
    /// Whether the work waits for the rest of the app to settle.
    var isSettling = false
    /// Whether a subscription is handling an element.
    var isHandling = false
    /// Whether a ``Watchdog`` has given up on the work.
    package var isGivenUp = false

    init(
      id: WorkID, kind: Kind, name: String?, entry: NavigationTree.EntryID?, owner: CoordinatorID?
    ) {
      (self.id, self.kind, self.name, self.entry, self.owner) = (id, kind, name, entry, owner)
    }

    /// Whether the whole work is parked on a child flow: a waiting child task (`async let`) does
    /// not park the others.
    var isParked: Bool { mainTask.map(parked.contains) ?? false }

    /// How the work counts now; nil if it does not.
    var weight: Weight? {
      if isParked || isGivenUp { return nil }
      switch kind {
      case .action, .appearance, .leaving, .link, .own: return isSettling ? .settling : .tracked
      case .background: return isSettling ? .settlingBackground : .background
      case .subscription:
        // Cancelled work counts until it has released its screen.
        if isCancelled { return .tracked }
        guard isHandling else { return nil }
        return isSettling ? .settlingBackground : .background
      }
    }
  }

  /// Identifies the tasks of one work.
  struct TaskIdentity: Hashable, Sendable {
    private let hash: Int

    /// The identifier of the current task, or nil outside of a task.
    static var current: Self? {
      withUnsafeCurrentTask { $0.map { Self(hash: $0.hashValue) } }
    }

    private init(hash: Int) {
      self.hash = hash
    }
  }
}

extension Activity.Work: @MainActor CustomStringConvertible {
  /// The work as short text, such as `action “search” of search#4`; never its content or input.
  package var description: String {
    let what =
      switch kind {
      case .action(let id): "action “\(id)”"
      case .appearance: name.map { "“\($0)”" } ?? "appearance"
      case .leaving: "question about leaving"
      case .link: name.map { "“\($0)”" } ?? "link"
      case .own: "work “\(name ?? "")”"
      case .background: "background work “\(name ?? "refresh")”"
      case .subscription: "subscription “\(name ?? "")”"
      }
    let place = owner.map { " of \($0)" } ?? ""
    let waiting = parked.isEmpty || isParked ? "" : ", a child task of which awaits a flow"
    return what + place + (isCancelled ? " (cancelled)" : "") + waiting
  }
}
