extension Activity {
  /// Identifies a piece of work.
  package struct WorkID: Hashable, Comparable, Sendable {
    let number: Int

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
  }

  /// Why work runs.
  enum Kind: Sendable {
    /// A person performed an action.
    case action(Action.ID)
    /// A screen became visible.
    case appearance
    /// A person leaves a locked screen.
    case leaving
    /// A link was opened, or the app is restored.
    case link
    /// A coordinator's own work.
    case own
    /// No request waits for it.
    case background
    /// A screen or coordinator observes something for as long as it is there.
    case subscription

    /// Whether the work may begin before the call that starts it has returned.
    var beginsAtOnce: Bool { if case .action = self { true } else { false } }

    /// Whether only settling everything waits for the work.
    var isBackground: Bool { if case .background = self { true } else { false } }

    /// Whether a person asked for the work, so that they may cancel it first.
    var isRequested: Bool {
      switch self {
      case .action, .appearance, .leaving, .link: true
      case .own, .background, .subscription: false
      }
    }
  }

  /// How a piece of work counts.
  enum Weight: Int {
    /// The app has not settled while it runs.
    case tracked
    /// The same, for everybody but other work that waits for the app to settle.
    case settling
    /// Only settling everything waits for it.
    case background
    /// The same, for everybody but other work that waits for the app to settle.
    case settlingBackground
  }

  /// One piece of work.
  package struct Work {
    package let id: WorkID
    let kind: Kind
    let name: String?
    package let entry: NavigationTree.EntryID?
    package let owner: CoordinatorID?
    var task: Task<Void, Never>?
    /// The task that carries the work out, which may have child tasks.
    var mainTask: TaskIdentity?
    /// The tasks of the work that wait for a child flow.
    var parked: [TaskIdentity] = []
    /// Whether it has waited for a child flow at any time.
    var hasParked = false
    package var isCancelled = false
    /// Whether it waits until the rest of the app has settled.
    var isSettling = false
    /// Whether a subscription handles an element.
    var isHandling = false
    /// Whether a ``Watchdog`` waits for it no longer.
    package var isGivenUp = false

    /// Whether the work as a whole waits for a child flow. A child task that waits alone (`async let`)
    /// says nothing about the others.
    var isParked: Bool { mainTask.map(parked.contains) ?? false }

    /// How the work counts now; nil when it doesn't.
    var weight: Weight? {
      if isParked || isGivenUp { return nil }
      switch kind {
      case .action, .appearance, .leaving, .link, .own: return isSettling ? .settling : .tracked
      case .background: return isSettling ? .settlingBackground : .background
      case .subscription:
        // Cancelled, it is counted until it has let go of its screen.
        if isCancelled { return .tracked }
        guard isHandling else { return nil }
        return isSettling ? .settlingBackground : .background
      }
    }
  }

  /// Tells the tasks of one piece of work apart.
  struct TaskIdentity: Hashable, Sendable {
    private let hash: Int

    /// Identifies the current task, or nil outside of one.
    static var current: Self? {
      withUnsafeCurrentTask { $0.map { Self(hash: $0.hashValue) } }
    }

    private init(hash: Int) {
      self.hash = hash
    }
  }
}

extension Activity.Work: CustomStringConvertible {
  /// The work in a few words, such as `action “search” of search#4`; never its content or input.
  package var description: String {
    let what =
      switch kind {
      case .action(let id): "action “\(id)”"
      case .appearance: "appearance"
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
