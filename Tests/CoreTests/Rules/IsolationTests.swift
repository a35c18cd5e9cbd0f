import Inspection
import Services
import Core
import TestKit
import Testing

@Suite("Rules 11 and 12: no global state; experiments are the context's")
@MainActor struct IsolationTests {
  @Test("Two apps in one process do not see each other")
  func twoApps() async throws {
    try await withToy { oneToy, one in
      try await withToy { twoToy, two in
        await one.choose("A")
        await two.tab("Second")
        await two.tap("sheet")
        #expect(one.title == "A")
        #expect(two.title == "Sheet")
        #expect(one.session.activity.parkedCount == 1)
        two.session.stop()
        await two.session.settleAll()
        #expect(one.title == "A")
        #expect(oneToy.journal.lines.isEmpty)
        #expect(twoToy.journal.lines == ["sheet ended parentEnded"])
        #expect(one.session.log.lines.allSatisfy { !$0.contains("Sheet") })
        let leaked = try oneToy.tab().startChild(Flow<Int>("x", screen: DetailScreen("x")))
        leaked.stop()
        #expect(one.session.leaks.count == 1)
        #expect(two.session.leaks.isEmpty)
      }
    }
  }

  @Test("An app that another app's work calls waits for all of its own work")
  func calledFromAnotherApp() async throws {
    let (gate, called, journal) = (Gate(), Gate(), Journal())
    try await withToy { oneToy, one in
      try await withToy { twoToy, two in
        let caller = DetailScreen("caller", actions: .named("work")) { _, _ in
          called.open()
          await two.session.activity.settle()
          journal.write("settled")
        }
        let slow = DetailScreen("slow", actions: .named("work")) { _, _ in
          await gate.wait()
          journal.write("slow")
        }
        try oneToy.tab().startChild(Flow<Int>("flow", screen: caller))
        try twoToy.tab().startChild(Flow<Int>("flow", screen: slow))
        #expect(
          one.session.activity.progress == two.session.activity.progress,
          "both apps give their next work the same number")
        let working = Task { await two.tap("work") }
        await gate.arrived()
        let calling = Task { await one.tap("work") }
        await called.wait()
        gate.open()
        await working.value
        await calling.value
      }
    }
    #expect(journal.lines == ["slow", "settled"])
  }

  @Test("Using the stack of another app stops the program")
  func otherApp() async {
    await #expect(processExitsWith: .failure) {
      await OtherApp.misuse()
    }
  }

  @Test("An app released before its launch leaks nothing")
  func neverLaunched() {
    weak var session: AppSession?
    weak var root: AppCoordinator?
    do {
      let toy = Toy()
      let made = toy.session()
      session = made
      root = toy.root
      made.stop()
    }
    #expect(session == nil)
    #expect(root == nil)
  }

  @Test("A stopped app shows nothing and performs nothing")
  func stopped() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      await app.tap("sheet")
      app.session.stop()
      await app.session.settleAll()
      #expect(toy.journal.lines == ["sheet ended parentEnded"])
      #expect(await app.session.perform("sheet") == .unknown)
      #expect(await app.session.back() == .nothingToLeave)
      #expect(tab.push(DetailScreen("late")) == nil)
      tab.perform("late") { toy.journal.write("late") }
      await app.session.settleAll()
      #expect(toy.journal.lines.count == 1)
    }
  }

  @Test("A coordinator reads experiments from its context")
  func experiments() async {
    let context = AppContext.test(experiments: ["button": "green"])
    let journal = Journal()
    let read = { (flow: AnyCoordinator) in
      for experiment in ["button", "order"] {
        journal.write(flow.context.experiments[experiment] ?? "default")
      }
    }
    // A tab, and a child that starts from it.
    let session = AppSession.solo(context: context) { tab in
      read(tab)
      tab.startChild(
        Flow<Int>("child") { child in
          read(child)
          child.push(DetailScreen("Child"))
        })
    }
    await withApp({ session }) { app in
      #expect(app.title == "Child")
      #expect(journal.lines == ["green", "default", "green", "default"])
    }
  }
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
