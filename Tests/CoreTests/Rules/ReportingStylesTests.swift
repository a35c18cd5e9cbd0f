import Services
import Core
import TestKit
import Testing

/// One screen in three versions, which differ only in how they report a selection.
private final class ClosureScreen: Screen {
  let content = ScreenContent(title: "closure", actions: .named("open"))
  private let onOpen: (String) -> Void

  init(onOpen: @escaping (String) -> Void) { self.onOpen = onOpen }

  func perform(_ action: Action.ID, _ input: ActionInput) async { onOpen("Dune") }
}

@MainActor private protocol DelegateScreenDelegate: AnyObject {
  func delegateScreen(_ screen: DelegateScreen, wantsToOpen title: String)
}

private final class DelegateScreen: Screen {
  let content = ScreenContent(title: "delegate", actions: .named("open"))
  private weak var delegate: (any DelegateScreenDelegate)?

  init(delegate: any DelegateScreenDelegate) { self.delegate = delegate }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    delegate?.delegateScreen(self, wantsToOpen: "Dune")
  }
}

@MainActor private protocol Routing: AnyObject {
  func openDetail(_ title: String)
}

private final class RoutedScreen: Screen {
  let content = ScreenContent(title: "routed", actions: .named("open"))
  private weak var routing: (any Routing)?

  init(routing: any Routing) { self.routing = routing }

  func perform(_ action: Action.ID, _ input: ActionInput) async { routing?.openDetail("Dune") }
}

private final class StyleCoordinator: Coordinator<String>, DelegateScreenDelegate, Routing {
  private let style: String

  init(style: String) {
    self.style = style
    super.init()
  }

  override func start() {
    switch style {
    case "closure": push(ClosureScreen(onOpen: { [weak self] in self?.finish($0) }))
    case "delegate": push(DelegateScreen(delegate: self))
    default: push(RoutedScreen(routing: self))
    }
  }

  func delegateScreen(_ screen: DelegateScreen, wantsToOpen title: String) { finish(title) }
  func openDetail(_ title: String) { finish(title) }
}

@MainActor private final class RecordingRouting: Routing {
  private(set) var opened: [String] = []

  func openDetail(_ title: String) { opened.append(title) }
}

@Suite("Rule 3: a screen reports by closure, delegate or routing and knows no coordinator")
@MainActor struct ReportingStylesTests {
  @Test(
    "Each style carries a flow, and nothing leaks", arguments: ["closure", "delegate", "routed"])
  func style(_ style: String) async throws {
    try await withToy { toy, app in
      for placement in [Placement.push, .present] {
        try toy.tab().startChild(
          StyleCoordinator(style: style), placement, onEnd: toy.journal.outcome(of: style))
        #expect(app.title == style)
        await app.tap("open")
        #expect(app.title == "First")
      }
      #expect(toy.journal.lines == Array(repeating: "\(style) finished Dune", count: 2))
    }
  }

  @Test("A recording mock of the routing protocol is enough to test a screen alone")
  func recorded() async {
    let routing = RecordingRouting()
    await RoutedScreen(routing: routing).perform("open", .none)
    #expect(routing.opened == ["Dune"])
  }

  @Test("A closure with a weak capture does not retain its class")
  func weakClosure() {
    weak var holder: RecordingRouting?
    let screen: ClosureScreen
    do {
      let made = RecordingRouting()
      holder = made
      screen = ClosureScreen(onOpen: { [weak made] in made?.openDetail($0) })
    }
    #expect(holder == nil)
    #expect(screen.content.title == "closure")
  }
}
