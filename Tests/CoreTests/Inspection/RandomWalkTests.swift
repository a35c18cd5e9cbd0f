import Inspection
import Accounts
import Services
@testable import Core
import TestKit
@testable import Walks
import Testing

@Suite("Random walks find defects")
@MainActor struct RandomWalkTests {
  @Test("A walk goes home and relaunches the app")
  func steps() async throws {
    var sessions: [AppSession] = []
    let walk = RandomWalk(makeWorld: {
      let toy = Toy()
      toy.loading.open()
      return {
        sessions.append(toy.session())
        return sessions[sessions.count - 1]
      }
    })
    try await walk.walk(seed: 1, steps: 300, Invariants())
    #expect(sessions.count > 2)
    #expect(sessions.contains { $0.log.lines.contains { $0.contains(" home - ") } })
  }

  @Test("A screen or an unsaved form that a change of the layout loses is found")
  func layout() async throws {
    let toy = Toy()
    let app = await WalkedApp({ toy.session() }, Invariants())
    let navigation = app.session.navigation
    let first = try #require(app.snapshot.entries.first)
    let list = try #require(navigation.screen(of: first) as? ListScreen)
    #expect(await app.take(.perform(.select, .row("a"))).isEmpty)
    #expect(await app.take(.perform("edit", .none)).isEmpty)
    #expect(await app.take(.perform(.fill, .field("name", .text("half typed")))).isEmpty)
    let last = try #require(app.snapshot.entries.last)
    let form = try #require(navigation.screen(of: last) as? EditScreen)
    #expect(await app.take(.layout(.wide)).isEmpty)
    #expect(await app.take(.layout(.compact)).isEmpty)
    // In the wide layout the list appears beside the form.
    list.onAppear = { form.content.sections = [] }
    #expect(await app.take(.layout(.wide)) == ["the layout wide has changed an unsaved form"])
    #expect(await app.take(.layout(.compact)).isEmpty)
    list.onAppear = { toy.list("first")?.children.first?.stop() }
    #expect(await app.take(.layout(.wide)) == ["the layout wide has changed the tree"])
    list.onAppear = nil
    app.abandon()
  }

  @Test(
    "Groups of requests to slow destinations, forms and sheets break nothing",
    arguments: WidthClass.allCases)
  func atOnce(layout: WidthClass) async throws {
    let links = try [
      "first", "first/item", "second/item/other", "first/guarded", "second/guarded/item",
    ].map { try DeepLink("example://\($0)") }
    let invariants = Invariants()
    for seed in RandomWalk.seeds(30) {
      let walk = RandomWalk(links: links, changesOwners: true) {
        let pace = SeededRandomness(seed: seed)
        let toy = Toy()
        toy.loading.open()
        toy.guardPlace = { coordinator in
          for _ in 0..<pace.next(below: 6) { await Task.yield() }
          if coordinator.context.owner.isSignedIn { return true }
          guard await coordinator.run(SheetCoordinator(), .present).value != nil else {
            return false
          }
          await coordinator.context.currentOwner.signIn("ada", expires: nil)
          return true
        }
        return { toy.session(layout: layout) }
      }
      try await walk.walk(seed: seed, steps: 60, invariants)
    }
  }

  @Test("A failing group is shortened to the requests that cause the failure")
  func group() async throws {
    let walk = RandomWalk {
      var runs = 0
      return .solo { tab in
        let screen = ListScreen("Only", actions: .named("a", "b", "c"))
        screen.onPerform = { [weak screen] _, _ in
          runs += 1
          await Task.yield()
          // Only two simultaneous requests do this.
          if runs > 1 { screen?.content.actions = .named("a", "a") }
          runs -= 1
        }
        tab.push(screen)
      }
    }
    let failure = await #expect(throws: RandomWalk.Failure.self) {
      try await walk.walk(seed: 1, steps: 300, Invariants())
    }
    #expect(failure?.steps.count == 1)
    guard case .atOnce(let requests)? = failure?.steps.first else {
      Issue.record("no group: \(failure?.steps ?? [])")
      return
    }
    #expect(requests.count == 2)
    #expect(requests.allSatisfy { if case .perform = $0 { true } else { false } })
    #expect(failure?.description.contains("\n  at once: ") == true)
  }

  @Test("A script is shortened only while its violation is the same, but for numbers and brackets")
  func sameViolation() async throws {
    let walk = RandomWalk {
      .solo { tab in
        var (isArmed, number) = (false, 0)
        let screen = ListScreen("List", actions: .named("arm", "count", "break"))
        screen.onPerform = { [weak screen] action, _ in
          if action == "arm" { isArmed = true }
          if action == "count" { number += 1 }
          if action == "break" {
            let some = number == 0 ? "none" : "some"
            screen?.content.title = isArmed ? "armed #\(number) (\(some))" : "bare"
          }
        }
        tab.push(screen)
      }
    }
    let invariants = Invariants { session in
      session.snapshot.panes.map(\.content.title).filter { $0 != "List" }
    }
    let actions: [Action.ID] = ["count", "arm", "count", "break"]
    let beginning = actions.map { Step.perform($0, .none) }
    let failure = await #expect(throws: RandomWalk.Failure.self) {
      try await walk.walk(seed: 1, from: beginning, steps: 0, invariants)
    }
    #expect(failure?.steps == [.perform("arm", .none), .perform("break", .none)])
    #expect(failure?.violations == ["armed #0 (none)"])
  }

  @Test("A walk takes all its steps, also on a screen that offers none")
  func noSteps() async throws {
    let stars = Field("stars", label: "Stars", kind: .number(1...5))
    let rate = Action("rate", title: "Rate", input: stars)
    let walk = RandomWalk(samples: SampleInputs(["stars": []])) {
      .solo { $0.push(ListScreen("List", actions: [rate])) }
    }
    var looks = 0
    let invariants = Invariants { _ in
      looks += 1
      return []
    }
    try await walk.walk(seed: 1, steps: 50, invariants)
    #expect(looks > 50)
  }

  @Test("A script with a change outside of Observation is shortened to the step that makes it")
  func silentChange() async throws {
    /// Not `@Observable`, against the rule.
    final class SilentScreen: Screen {
      var content = ScreenContent(title: "before", actions: .named("stay", "break"))
      func perform(_ action: Action.ID, _ input: ActionInput) async {
        if action == "break" { content.title = "after" }
      }
    }
    let walk = RandomWalk { .solo { $0.push(SilentScreen()) } }
    let actions: [Action.ID] = ["stay", "break", "stay", "stay"]
    let failure = await #expect(throws: RandomWalk.Failure.self) {
      try await walk.walk(
        seed: 1, from: actions.map { Step.perform($0, .none) }, steps: 0, Invariants())
    }
    #expect(failure?.steps == [.perform("break", .none)])
    #expect(failure?.violations == ["Silent has changed what it shows outside of Observation"])
  }

  @Test("A defect that needs a relaunch is found, and the script contains the relaunch")
  func relaunch() async throws {
    let walk = RandomWalk(makeWorld: {
      var launches = 0
      return {
        launches += 1
        let actions: [Action] = launches == 1 ? .named("a", "b") : .named("a", "a")
        return .solo { $0.push(ListScreen("Only", actions: actions)) }
      }
    })
    let failure = await #expect(throws: RandomWalk.Failure.self) {
      try await walk.walk(seed: 1, steps: 300, Invariants())
    }
    #expect(failure?.steps == [.relaunch])
    #expect(failure?.violations == ["actions of List are not unique"])
    #expect(failure?.description.hasSuffix("\n  relaunch") == true)
    let again = await #expect(throws: RandomWalk.Failure.self) {
      try await walk.walk(seed: 1, from: failure?.steps ?? [], steps: 0, Invariants())
    }
    #expect(again?.violations == failure?.violations)
  }

  @Test("A walk ends at the first violation of its beginning")
  func violationInBeginning() async throws {
    let walk = RandomWalk {
      .solo { tab in
        let screen = ListScreen("Only", actions: .named("break", "mend"))
        screen.onPerform = { [weak screen] action, _ in
          if action == "break" { screen?.content.actions = .named("mend", "mend") }
          if action == "mend" { screen?.content.actions = .named("break", "mend") }
        }
        tab.push(screen)
      }
    }
    let beginning: [Step] = [.perform("break", .none), .perform("mend", .none)]
    let failure = await #expect(throws: RandomWalk.Failure.self) {
      try await walk.walk(seed: 1, from: beginning, steps: 0, Invariants())
    }
    #expect(failure?.steps == [.perform("break", .none)])
    #expect(failure?.violations == ["actions of List are not unique"])
  }

  @Test("An app that is not restored to its last screens is found")
  func otherPlace() async throws {
    let stores = [MemoryKeyValueStore(), MemoryKeyValueStore()]
    var launches = 0
    let toy = Toy()
    let app = await WalkedApp(
      {
        launches += 1
        return toy.session(store: stores[min(launches, 2) - 1])
      }, Invariants())
    #expect(await app.take(.open(try DeepLink("example://second/item"))).isEmpty)
    let found = await app.take(.relaunch)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("the app was started again at ") == true)
    #expect(await app.take(.open(try DeepLink("example://second/item"))).isEmpty)
    #expect(await app.take(.relaunch).isEmpty)
    #expect(await app.end(seed: 1) == [])
  }

  @Test("A coordinator whose stop does not restore the tree is found in the middle of a walk")
  func rewinding() async throws {
    let toy = Toy()
    let app = await WalkedApp({ toy.session() }, Invariants())
    try toy.tab().startChild(
      Flow<Int>("flow", screen: DetailScreen("Flow")),
      onEnd: { _ in toy.list("first")?.push(DetailScreen("Trace")) })
    await app.session.settle()
    let found = await app.take(.rewind(5))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("stopping flow#") == true)
    #expect(await app.take(.rewind(0)).isEmpty)
    #expect(await app.end(seed: 1) == [])
  }
}
