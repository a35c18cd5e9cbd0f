import Inspection
import Walks
import Services
import Core
import TestKit
import Testing

@Suite("Rule 6: tab bars and names of tabs and screens")
@MainActor struct TabBarTests {
  private let tabs: [(id: TabID, title: String)] = [("left", "Left"), ("right", "Right")]

  @Test("There is one tab bar, at the bottom; another one is refused, and its flow ends")
  func one() async throws {
    try await withToy { toy, app in
      let before = app.session.navigation.tree
      for placement in [Placement.push, .present] {
        let flow = Flow<Int>("flow") { [tabs] in #expect($0.pushTabs(tabs).isEmpty) }
        try toy.tab().startChild(flow, placement, onEnd: toy.journal.outcome(of: "flow"))
      }
      let second = Flow<Int>("second") { [tabs] in #expect($0.pushTabs(tabs).isEmpty) }
      toy.root?.startChild(second, onEnd: toy.journal.outcome(of: "second"))
      #expect(app.session.navigation.tree == before)
      #expect(toy.journal.lines.count == 3)
      #expect(app.session.log.lines.count { $0.contains("can't have a tab bar here") } == 3)
    }
  }

  @Test("Two tabs with the same name are refused")
  func names() async {
    let start = { (flow: Flow<Void>) in
      #expect(flow.pushTabs([("one", "One"), ("one", "Two")]).isEmpty)
      #expect(flow.pushTabs([("one", "One"), ("two", "Two")]).count == 2)
      #expect(flow.pushTabs([("three", "Three")]).isEmpty)
    }
    let gate = LaunchGate(isNeeded: { true }) { Flow<Void>("flow", start: start) }
    let session = { AppSession(context: .test(), features: [Feature("toy", gates: [gate])]) }
    await withApp(session) { app in
      #expect(app.session.snapshot.tabs.map(\.title) == ["One", "Two"])
    }
  }

  @Test("Two screen types with the same name are different kinds, and an invariant reports them")
  func kinds() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      tab.push(One.SameScreen("one"))
      tab.push(Two.SameScreen("two"))
      #expect(app.screen?.kind != "Same")
      await app.back()
      #expect(app.screen?.kind == "Same")
      #expect(Invariants().violations(in: app.session).contains { $0.contains("Same") })
    }
  }

  @Test("Using the stack of another app stops the program")
  func otherApp() async {
    await #expect(processExitsWith: .failure) {
      await OtherApp.misuse()
    }
  }

  /// Screens of two features with the same name.
  private enum One { final class SameScreen: ToyScreen {} }
  private enum Two { final class SameScreen: ToyScreen {} }
}

/// Pushes a screen on the stack of another app.
@MainActor enum OtherApp {
  static func misuse() async {
    let (one, two) = (Toy(), Toy())
    let (first, second) = (one.session(), two.session())
    await first.launch(restoring: false)
    await second.launch(restoring: false)
    guard let tab = try? one.tab(), let other = try? two.tab() else { return }
    tab.startChild(Flow<Int>("misuse", screen: DetailScreen("misuse")), .on(other.navigator))
  }
}
