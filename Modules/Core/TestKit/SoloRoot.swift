public import Core

/// An app that consists of one coordinator, so that a flow can be tested alone.
public final class SoloRoot: Coordinator<Never>, AppRoot {
  /// No features.
  public let features: [Feature] = []
  /// Always: there are no gates.
  public let isLaunched = true
  /// Is called when the coordinator has started.
  public var onLaunch: (() -> Void)?
  /// Never called: this app has no accounts.
  public var onReturn: (() -> Void)?
  private var begin: ((SoloRoot) -> Void)?

  /// Creates the app.
  ///
  /// - Parameter begin: starts the coordinator as a child of the one it is given.
  public init(_ begin: @escaping (SoloRoot) -> Void) {
    self.begin = begin
    super.init(name: "solo")
  }

  /// It ends only by being stopped.
  public override var endsWhenEmpty: Bool { false }

  /// Starts the coordinator.
  public override func start() {
    // Let go of at once: the closure holds the coordinator that it starts.
    let begin = begin
    self.begin = nil
    begin?(self)
    onLaunch?()
  }

  /// There are no tabs.
  public func tabCoordinator(_ tab: TabItem.ID) -> (any TabCoordinator)? { nil }

  /// There are no tabs.
  public func select(_ tab: TabItem.ID) {}
}

extension AppSession {
  /// A session with one coordinator on its stack.
  ///
  /// - Parameter outcome: is given the coordinator's outcome.
  public static func solo<Output>(
    _ coordinator: Coordinator<Output>, context: AppContext = .test(),
    layout: WidthClass = .compact,
    outcome: ((Outcome<Output>) -> Void)? = nil
  ) -> AppSession {
    AppSession(
      context: context,
      root: SoloRoot { root in root.startChild(coordinator, onEnd: outcome) }, layout: layout)
  }
}
