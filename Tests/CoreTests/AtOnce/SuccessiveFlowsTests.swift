import Core
import Services
import TestKit
import Testing

@Suite("Rules 1 to 4: flows that consist of other flows")
@MainActor struct SuccessiveFlowsTests {
  /// Creates a flow of two consecutive flows, which finishes with the sum of their values.
  private func wizard(awaiting: Bool) -> Flow<Int> {
    let step = { (name: String) in
      let screen = SheetScreen(name, actions: .named("next"))
      let flow = Flow<Int>(name, screen: screen)
      screen.onPerform = { [weak flow] _, _ in flow?.finish(20) }
      return flow
    }
    return Flow<Int>("wizard") { wizard in
      if awaiting {
        wizard.perform("ask") { [weak wizard] in
          guard let one = await wizard?.run(step("one")).value,
            let two = await wizard?.run(step("two")).value
          else { return }
          wizard?.finish(one + two + 2)
        }
      } else {
        wizard.startChild(
          step("one"),
          onEnd: { [weak wizard] one in
            guard let one = one.value else { return }
            wizard?.startChild(
              step("two"),
              onEnd: { [weak wizard] two in
                if let two = two.value { wizard?.finish(one + two + 2) }
              })
          })
      }
    }
  }

  @Test(
    "Presented or pushed, the second of two flows is shown in the place of the first",
    arguments: [true, false], [true, false])
  func presentedAndPushed(presents: Bool, awaits: Bool) async throws {
    try await withToy { toy, app in
      try toy.tab().startChild(
        wizard(awaiting: awaits), presents ? .present : .push,
        onEnd: toy.journal.outcome(of: "wizard"))
      await app.session.settle()
      #expect(app.title == "one")
      await app.tap("next")
      #expect(app.title == "two")
      #expect(app.session.snapshot.layers == (presents ? 1 : 0))
      await app.tap("next")
      #expect(app.title == "First")
      #expect(toy.journal.lines == ["wizard finished 42"])
    }
  }

  @Test(
    "A layer that the user closed stays closed, and its flow ends", arguments: [true, false])
  func closed(awaits: Bool) async throws {
    try await withToy { toy, app in
      try toy.tab().startChild(
        wizard(awaiting: awaits), .present, onEnd: toy.journal.outcome(of: "wizard"))
      await app.session.settle()
      await app.tap("next")
      #expect(app.title == "two")
      await app.close()
      #expect(app.title == "First")
      #expect(app.session.snapshot.layers == 0)
      #expect(toy.journal.lines == ["wizard ended dismissed"])
    }
  }

  @Test(
    "A layer that the user closed is not presented again by work that continues",
    arguments: [
      ("close", "dismissed"), ("home", "back"), ("link", "replaced"), ("gesture", "back"),
    ])
  func closedMeanwhile(way: String, reason: String) async throws {
    try await withToy { toy, app in
      let (tab, gate) = (try toy.tab(), Gate(isStubborn: true))
      let below = try #require(tab.push(DetailScreen("below")))
      let flow = Flow<Int>("flow") { flow in
        flow.push(SheetScreen("one"))
        flow.perform("goes on") { [weak flow] in
          await gate.wait()
          toy.journal.write("pushed \(flow?.push(SheetScreen("two")) != nil)")
        }
      }
      tab.startChild(flow, .present, onEnd: toy.journal.outcome(of: "flow"))
      await gate.arrived()
      let leaving = Task.immediate { await leave(below, way, app) }
      await app.until { app.session.snapshot.layers == 0 }
      gate.open()
      await leaving.value
      #expect(toy.journal.lines == ["pushed false", "flow ended \(reason)"])
      #expect(app.session.snapshot.layers == 0)
    }
  }

  /// Closes all layers. A gesture removes the entry below them.
  private func leave(_ below: NavigationTree.EntryID, _ way: String, _ app: AppDriver) async {
    switch way {
    case "close": await app.close()
    case "home": await app.home()
    case "link": await app.open("example://second")
    default: await app.session.reconcile(removed: below)
    }
  }

  @Test("A flow above a sibling that ends has ended as replaced; its parent continues")
  func siblings() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let below = Flow<Int>("below", screen: DetailScreen("below"))
      tab.startChild(below, onEnd: toy.journal.outcome(of: "below"))
      let child = Flow<Int>("child", screen: DetailScreen("child"))
      below.startChild(child, onEnd: toy.journal.outcome(of: "child"))
      tab.startChild(
        Flow<Int>("above", screen: DetailScreen("above")), onEnd: toy.journal.outcome(of: "above"))
      below.finish(1)
      #expect(
        Set(toy.journal.lines)
          == ["above ended replaced", "child ended parentEnded", "below finished 1"])
      #expect(app.title == "First")
    }
  }

  @Test("A sheet over another tab's screen ends as replaced together with that screen")
  func sheetOverAnotherTab() async throws {
    try await withToy { toy, app in
      let detail = Flow<Int>("detail", screen: DetailScreen("detail"))
      try toy.tab("first").startChild(detail)
      try toy.tab("second").startChild(
        Flow<Int>("sheet", screen: SheetScreen("sheet")), .present,
        onEnd: toy.journal.outcome(of: "sheet"))
      detail.stop()
      #expect(toy.journal.lines == ["sheet ended replaced"])
    }
  }

  @Test("An outcome is delivered after the flow's screens are gone, also during a change")
  func outcomeAfterScreens() async throws {
    try await withToy { toy, app in
      let session = app.session
      let tab = try toy.tab()
      let flow = Flow<Int>("flow") { flow in
        flow.push(DetailScreen("one"))
        flow.push(EndsItsFlow("two") { [weak flow] in flow?.finish(2) })
      }
      tab.startChild(flow) { outcome in
        toy.journal.write("\(outcome.words), shown: \(session.navigation.tree.allEntries.count)")
      }
      let shown = session.navigation.tree.allEntries.count
      await app.back()
      #expect(toy.journal.lines == ["finished 2, shown: \(shown - 2)"])
      #expect(app.title == "First")
    }
  }
}

/// A screen whose removal ends its flow, during the change.
private final class EndsItsFlow: ToyScreen {
  private let onEnd: @MainActor () -> Void

  init(_ title: String, onEnd: @escaping @MainActor () -> Void) {
    self.onEnd = onEnd
    super.init(title)
  }

  isolated deinit { onEnd() }
}
