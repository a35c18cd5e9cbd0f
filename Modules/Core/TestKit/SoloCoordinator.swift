public import Core
public import Services

/// The only tab of an app, for tests of a single flow or screen.
public final class SoloCoordinator: Coordinator<Never>, PlaceCoordinator {
  private var begin: ((SoloCoordinator) -> Void)?
  private let showPlace: (SoloCoordinator, Route) -> Bool

  /// Creates the tab.
  ///
  /// - Parameters:
  ///   - showPlace: shows a route and returns `true`, or returns `false` for an unknown route. By
  ///     default there are none.
  ///   - begin: shows the first screen, or starts the child that does. Called once.
  public init(
    showPlace: @escaping (SoloCoordinator, Route) -> Bool = { _, _ in false },
    _ begin: @escaping (SoloCoordinator) -> Void
  ) {
    self.showPlace = showPlace
    self.begin = begin
    super.init(name: "solo")
  }

  /// `false`: it stays when its flow has ended, so a test can see what is left.
  public override var endsWhenEmpty: Bool { false }

  /// Shows the test's screen or flow.
  public override func start() {
    // Released now: the closure may hold the flow that it starts.
    let begin = begin
    self.begin = nil
    begin?(self)
  }

  /// Shows one of the test's routes.
  public func show(_ route: Route) async -> RouteAnswer {
    showPlace(self, route) ? .shown : .noPage
  }
}

extension Feature {
  /// Returns a feature of one tab, in which a closure shows something.
  ///
  /// ```swift
  /// let home = Feature.solo { tab in tab.push(ListScreen("Home")) }
  /// await withApp({ AppSession(context: .test(), features: [home, .trips(traveller)]) }) { app in
  ///   #expect(app.title == "Home")
  ///   await app.tab("Trips")
  ///   #expect(app.title == "Trips")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - tab: the identifier of the tab and of the feature.
  ///   - title: the tab's title.
  ///   - showPlace: shows a route; see ``SoloCoordinator/init(showPlace:_:)``.
  ///   - begin: receives the tab's coordinator. Called at each start of the tab, also after a
  ///     sign-out: it creates its screens and flows, and captures none.
  public static func solo(
    tab: TabID = "solo", title: String = "Solo",
    showPlace: @escaping (SoloCoordinator, Route) -> Bool = { _, _ in false },
    _ begin: @escaping (SoloCoordinator) -> Void
  ) -> Feature {
    let item = TabItem(tab, title: title) { SoloCoordinator(showPlace: showPlace, begin) }
    return Feature(Identifier(tab.rawValue), tabs: [item])
  }
}

extension AppSession {
  /// Returns a session of an app with one tab.
  ///
  /// - Parameters:
  ///   - context: the services of the coordinators.
  ///   - layout: the layout at first.
  ///   - begin: see ``Core/Feature/solo(tab:title:showPlace:_:)``.
  public static func solo(
    context: AppContext = .test(), layout: WidthClass = .compact,
    _ begin: @escaping (SoloCoordinator) -> Void
  ) -> AppSession {
    AppSession(context: context, features: [.solo(begin)], layout: layout)
  }

  /// Returns a session of an app with one flow. After the flow's end and after a sign-out the app is empty.
  ///
  /// A walk or a crawl reports the empty tab of a flow that finishes. For these, let the tab show a screen that starts
  /// the flow: `.solo { tab in tab.push(home) }`.
  ///
  /// - Parameters:
  ///   - coordinator: the flow.
  ///   - context: the services of the coordinators.
  ///   - layout: the layout at first.
  ///   - outcome: receives the coordinator's outcome.
  public static func solo<Output>(
    _ coordinator: Coordinator<Output>, context: AppContext = .test(),
    layout: WidthClass = .compact, outcome: ((Outcome<Output>) -> Void)? = nil
  ) -> AppSession {
    // Released when it is started, so that an ended flow is deallocated.
    var coordinator: Coordinator<Output>? = coordinator
    return .solo(context: context, layout: layout) { tab in
      guard let flow = coordinator else { return }
      coordinator = nil
      tab.startChild(flow, onEnd: outcome)
    }
  }
}
