import AppComposition
import Core
import TestKit
import Testing

@Suite("The app's first coordinator: gates, then tabs, with any features")
@MainActor struct AppCoordinatorTests {
  @Test("Without any feature the app shows nothing, refuses links and ends")
  func empty() async throws {
    await withApp({ session([]) }) { app in
      #expect(app.session.window.tree.isEmpty)
      let link = "booksapp://books/dune"
      #expect(await app.answer(to: link) == .refused("nothing in this app is at \(link)"))
    }
  }

  @Test("The tabs come when the gate is passed")
  func passed() async {
    await withApp({ session([gate("terms"), tab("home")]) }) { app in
      #expect(app.title == "terms")
      #expect(app.session.snapshot.tabs.isEmpty)
      await app.tap("pass")
      #expect(app.session.snapshot.tabs.map(\.id) == ["home"])
    }
  }

  @Test("A gate that is not needed is not shown; two that are needed come one after the other")
  func several() async {
    let features = [gate("first"), gate("second", isNeeded: false), gate("third"), tab("home")]
    await withApp({ session(features) }) { app in
      #expect(app.title == "first")
      await app.tap("pass")
      #expect(app.title == "third")
      await app.tap("pass")
      #expect(app.title == "home")
    }
  }

  @Test("A gate that is left is passed over, and the next one still asks")
  func left() async {
    await withApp({ session([gate("first"), gate("second"), tab("home")]) }) { app in
      await app.tap("leave")
      #expect(app.title == "second")
      await app.tap("pass")
      #expect(app.title == "home")
    }
  }

  @Test("A link that comes while a gate is shown waits, and is followed when it is passed")
  func link() async throws {
    var finals: [LinkAnswer] = []
    let link = try Link("booksapp://home")
    await withApp({ session([gate("terms"), tab("other"), tab("home")]) }) { app in
      #expect(await app.session.open(link) { finals.append($0) } == .waiting(for: "launch"))
      #expect(app.title == "terms")
      await app.tap("pass")
      #expect(app.title == "home")
      #expect(finals == [.shown])
    }
  }

  private func session(_ features: [Feature]) -> AppSession {
    AppSession(context: .test(), root: AppCoordinator(features: features))
  }

  private func gate(_ name: String, isNeeded: Bool = true) -> Feature {
    Feature(
      Identifier(name),
      gates: [
        LaunchGate(Identifier(name), isNeeded: { isNeeded }, make: { GateCoordinator(named: name) })
      ])
  }

  private func tab(_ name: String) -> Feature {
    Feature(
      Identifier(name),
      tabs: [TabItem(Identifier(name), title: name) { HomeCoordinator(named: name) }],
      destination: { $0.host == name ? LinkDestination(tab: TabItem.ID(name)) : nil })
  }
}

private final class GateCoordinator: Coordinator<Void> {
  private let title: String

  init(named title: String) {
    self.title = title
    super.init()
  }

  override func start() {
    push(
      PlainScreen(title, ["pass", "leave"]) { [weak self] action in
        if action == "pass" { self?.finish(()) } else { self?.stop() }
      })
  }
}

private final class HomeCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let title: String

  init(named title: String) {
    self.title = title
    super.init()
  }

  override func start() { push(PlainScreen(title, []) { _ in }) }
  func show(_ route: Route) async -> RouteAnswer { .refused("there are no places") }
}

private final class PlainScreen: Screen {
  let content: ScreenContent
  private let onAction: (Action.ID) -> Void

  init(_ title: String, _ actions: [String], _ onAction: @escaping (Action.ID) -> Void) {
    content = ScreenContent(
      title: title, actions: actions.map { Action(Identifier($0), title: $0) })
    self.onAction = onAction
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async { onAction(action) }
}
