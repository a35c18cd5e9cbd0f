public import Core
public import Services

/// The only tab of an app in which a flow or a screen is tested alone.
public final class SoloCoordinator: Coordinator<Never>, PlaceCoordinator {
  private var begin: ((SoloCoordinator) -> Void)?
  private let showPlace: (SoloCoordinator, Route) -> Bool

  /// Creates the tab.
  ///
  /// - Parameters:
  ///   - showPlace: goes to a place and returns `true`, or returns `false` for a place that the tab
  ///     does not have. By default it has none.
  ///   - begin: shows the first screen, or starts the child that does. Called once.
  public init(
    showPlace: @escaping (SoloCoordinator, Route) -> Bool = { _, _ in false },
    _ begin: @escaping (SoloCoordinator) -> Void
  ) {
    self.showPlace = showPlace
    self.begin = begin
    super.init(name: "solo")
  }

  /// It stays when its flow has ended, so that a test can see what is left.
  public override var endsWhenEmpty: Bool { false }

  /// Shows what the test asked for.
  public override func start() {
    // Released at once: the closure may hold the flow that it starts.
    let begin = begin
    self.begin = nil
    begin?(self)
  }

  /// Goes to a place of the test's.
  public func show(_ route: Route) async -> RouteAnswer {
    showPlace(self, route) ? .shown : .refused("there is no such place")
  }
}

extension Feature {
  /// A feature of one tab, at whose bottom a closure shows something.
  ///
  /// ```swift
  /// let home = Feature.solo { tab in tab.push(ListScreen("Home")) }
  /// await withApp({ AppSession(context: .test(), features: [home, .trips(traveller)]) }) { app in
  /// ```
  ///
  /// - Parameters:
  ///   - tab: the identifier of the tab and of the feature.
  ///   - title: the tab's title.
  ///   - showPlace: goes to a place; see ``SoloCoordinator/init(showPlace:_:)``.
  ///   - begin: is given the tab's coordinator. Called at each start of the tab, which is again after a
  ///     user has left: it makes its screens and flows, and captures none.
  public static func solo(
    tab: TabItem.ID = "solo", title: String = "Solo",
    showPlace: @escaping (SoloCoordinator, Route) -> Bool = { _, _ in false },
    _ begin: @escaping (SoloCoordinator) -> Void
  ) -> Feature {
    let item = TabItem(tab, title: title) { SoloCoordinator(showPlace: showPlace, begin) }
    return Feature(Identifier(tab.rawValue), tabs: [item])
  }
}

extension AppSession {
  /// A session of an app that consists of one tab.
  ///
  /// - Parameter begin: see ``Core/Feature/solo(tab:title:showPlace:_:)``.
  public static func solo(
    context: AppContext = .test(), layout: WidthClass = .compact,
    _ begin: @escaping (SoloCoordinator) -> Void
  ) -> AppSession {
    AppSession(context: context, features: [.solo(begin)], layout: layout)
  }

  /// A session of an app that consists of one flow. When a user has left, the app is empty.
  ///
  /// - Parameter outcome: is given the coordinator's outcome.
  public static func solo<Output>(
    _ coordinator: Coordinator<Output>, context: AppContext = .test(),
    layout: WidthClass = .compact, outcome: ((Outcome<Output>) -> Void)? = nil
  ) -> AppSession {
    // Released when it is started: a flow that has ended is gone from memory.
    var coordinator: Coordinator<Output>? = coordinator
    return .solo(context: context, layout: layout) { tab in
      guard let flow = coordinator else { return }
      coordinator = nil
      tab.startChild(flow, onEnd: outcome)
    }
  }
}
