import Services
@testable import Core
import TestKit
import Walks
import Testing

@Suite("Broken content, trees and coordinators are found")
@MainActor struct BrokenAppTests {
  private let invariants = Invariants()

  @Test("Content that can't be left, encoded or told apart is found at every look")
  func content() async {
    let field = Field("n", label: "N", kind: .text)
    var point = BarChart.Point(label: "a", value: 1)
    point.value = .nan
    let broken: [(bodies: [ContentSection.Body], violation: String)] = [
      ([], "there is no way out"),
      (
        [.chart(BarChart(unit: "", points: [point]))],
        "the content of List does not survive encoding"
      ),
      ([.fields([field, field])], "fields of List are not unique"),
      ([.rows([Row("a", title: "A"), Row("a", title: "B")])], "rows of List are not unique"),
      ([.text("a"), .text("b")], "sections of List are not unique"),
    ]
    for (bodies, violation) in broken {
      let sections = bodies.map { ContentSection("same", $0) }
      await withApp({ .solo { $0.push(ListScreen("List", sections: sections)) } }) { app in
        for _ in 0..<2 {
          #expect(invariants.violations(in: app.session).contains(violation))
        }
      }
    }
  }

  @Test("A row, an enabled action, a way back and another tab each lead out of a screen")
  func waysOut() async {
    let disabled = Action("off", title: "Off", disabledReason: "Not now.")
    let row = ContentSection("rows", .rows([Row("a", title: "A")]))
    let empty = Feature.solo { $0.push(ListScreen("List")) }
    let other = Feature.solo(tab: "other") { $0.push(ListScreen("Other")) }
    let apps: [(session: AppSession, hasWayOut: Bool)] = [
      (.solo { $0.push(ListScreen("List", actions: [disabled])) }, false),
      (.solo { $0.push(ListScreen("List", actions: .named("act"))) }, true),
      (.solo { $0.push(ListScreen("List", sections: [row])) }, true),
      (
        .solo { tab in
          tab.push(ListScreen("List"))
          tab.push(DetailScreen("Detail"))
        }, true
      ),
      (AppSession(context: .test(), features: [empty, other]), true),
    ]
    for (session, hasWayOut) in apps {
      await withApp({ session }) { _ in
        #expect(invariants.violations(in: session) == (hasWayOut ? [] : ["there is no way out"]))
      }
    }
  }

  @Test("An action or field that a screen shows and does not declare is found")
  func undeclared() async {
    final class FormScreen: Screen {
      var content: ScreenContent {
        let note = Field("note", label: "Note", kind: .text)
        return ScreenContent(
          title: "Form", sections: [ContentSection("form", .fields(fields.map(\.field) + [note]))],
          actions: actions.map(\.action) + [Action("add", title: "Add")])
      }
      var actions: [ScreenAction] { [ScreenAction("save", title: "Save") {}] }
      var fields: [ScreenField] { [ScreenField("name", label: "Name", kind: .text) { _ in }] }
    }
    await withApp({ .solo { $0.push(FormScreen()) } }) { app in
      for _ in 0..<2 {
        #expect(
          invariants.violations(in: app.session) == [
            "Form shows the action “add” and does not declare it",
            "Form shows the field “note” and does not declare it",
          ])
      }
    }
  }

  @Test("A screen that declares actions and shows a field that it does not declare is found")
  func undeclaredField() async {
    final class FormScreen: Screen {
      var content: ScreenContent {
        let note = Field("note", label: "Note", kind: .text)
        return ScreenContent(
          title: "Form", sections: [ContentSection("form", .fields([note]))],
          actions: actions.map(\.action))
      }
      var actions: [ScreenAction] { [ScreenAction("save", title: "Save") {}] }
    }
    await withApp({ .solo { $0.push(FormScreen()) } }) { app in
      #expect(
        invariants.violations(in: app.session) == [
          "Form shows the field “note” and does not declare it"
        ])
    }
  }

  @Test("An alert that is pushed and not presented is found")
  func pushedAlert() async throws {
    let cases: [(placement: Placement, violations: [String])] = [
      (.present, []), (.push, ["the alert “Sure?” was pushed and not presented"]),
    ]
    try await withToy { toy, app in
      for (placement, violations) in cases {
        let alert = AlertCoordinator(title: "Sure?", message: "Really?", buttons: .named("yes"))
        try toy.tab().startChild(alert, placement)
        #expect(invariants.violations(in: app.session) == violations)
        alert.stop()
      }
    }
  }

  @Test("An app that shows nothing, and a tab without a screen, are found")
  func empty() async {
    await withApp({ .solo { _ in } }) { app in
      #expect(
        invariants.violations(in: app.session)
          == ["the tab “solo” has no screen", "nothing is shown"])
    }
  }

  @Test("A second tab bar, and one that is not at the bottom of the app, are found")
  func tabBars() async {
    let bar = NavigationTree.Body.tabs(NavigationTree.Tabs(tabs: [], selected: "none"))
    await withToy { _, app in
      app.session.root.add(body: bar)
      #expect(invariants.violations(in: app.session).contains("there are 2 tab bars"))
    }
    await withApp({ AppSession(context: .test(), features: []) }) { app in
      app.session.root.push(ListScreen("List"))
      app.session.root.add(body: bar)
      let violation = "the tab bar is not at the bottom of the app"
      #expect(invariants.violations(in: app.session).contains(violation))
    }
  }

  @Test("Two types of screens with the same name are found")
  func kinds() async throws {
    final class ListScreen: ToyScreen {}
    try await withToy { toy, app in
      try toy.tab().push(ListScreen("Other"))
      let found = invariants.violations(in: app.session)
      #expect(found.contains { $0.hasPrefix("two types of screens have the name of ") })
    }
  }

  @Test("An entry without an owner, and one that its coordinator does not know, are found")
  func owners() async throws {
    try await withToy { toy, app in
      let (tab, navigation) = (try toy.tab(), app.session.navigation)
      let entries = tab.entries
      tab.entries = []
      let unknown = invariants.violations(in: app.session)
      tab.entries = entries
      #expect(unknown.contains("\(tab.id) does not know its entry"))
      #expect(unknown.contains { $0.hasSuffix(" owners") })
      #expect(unknown.contains("\(tab.id) is empty"))
      let entry = try #require(entries.first)
      let record = navigation.records.removeValue(forKey: entry)
      let ownerless = invariants.violations(in: app.session)
      navigation.records[entry] = record
      #expect(ownerless.contains { $0.hasSuffix(" has no live owner") })
    }
  }

  @Test("A coordinator that has ended, but is still part of the app, is found")
  func ended() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      tab.state = .ended
      let found = invariants.violations(in: app.session)
      tab.state = .running
      #expect(found.contains("\(tab.id) has ended and owns an entry"))
      #expect(found.contains("\(tab.id) has ended and has a parent"))
    }
  }

  @Test("A coordinator that is the child of two others is found")
  func parents() async throws {
    try await withToy { toy, app in
      let second = try toy.tab("second")
      let flow = try toy.tab().startChild(Flow<Int>("flow", screen: DetailScreen("Flow")))
      flow.state = .new
      flow.attach(to: second.started, parent: second)
      #expect(invariants.violations(in: app.session).contains("\(flow.id) has another parent"))
      flow.stop()
    }
  }

  @Test("A screen that disappears outside of Observation is found")
  func disappeared() async throws {
    try await withToy { _, app in
      let navigation = app.session.navigation
      let violation = "the screens have changed outside of Observation"
      #expect(!invariants.violations(in: app.session).contains(violation))
      let entry = try #require(app.session.snapshot.entries.last)
      let record = navigation.records.removeValue(forKey: entry)
      #expect(invariants.violations(in: app.session).contains(violation))
      navigation.records[entry] = record
    }
  }

  @Test("Work that waits for a flow which nothing awaits is found")
  func parked() async throws {
    try await withToy { toy, app in
      await app.tap("sheet")
      let tab = try toy.tab()
      let sheet = try #require(tab.children.last)
      let work = sheet.awaitingWork
      sheet.awaitingWork = nil
      let found = invariants.violations(in: app.session)
      sheet.awaitingWork = work
      #expect(found == ["1 works wait for 0 awaited children"])
    }
  }

  @Test("A screen that stays in memory is found")
  func leak() async throws {
    try await withToy { toy, app in
      let screen = DetailScreen("kept")
      try toy.tab().push(screen)
      await app.back()
      let found = invariants.finalViolations(in: app.session)
      withExtendedLifetime(screen) {}
      #expect(found.count == 1)
      #expect(found.first?.hasPrefix("leak: screen Detail ") == true)
    }
  }
}
