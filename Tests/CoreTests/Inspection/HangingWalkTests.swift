import Inspection
import Walks
import Services
import Core
import TestKit
import Testing

@Suite("Walks and crawls of a hanging app end", .timeLimit(.minutes(60)))
@MainActor struct HangingWalkTests {
  @Test(
    "A walk through a hanging app fails with the name of the work that it waits for",
    arguments: [false, true])
  func walk(restarts: Bool) async throws {
    let make: @MainActor () -> AppSession = {
      .solo { tab in
        let screen = ListScreen("Only", actions: .named("wait"))
        screen.onPerform = { _, _ in _ = await Gate().wait() }
        tab.push(screen)
      }
    }
    let patience = Duration.seconds(3)
    var walk = RandomWalk(patience: patience, make: make)
    if restarts { walk = RandomWalk(patience: patience) { make } }
    let failure = await #expect(throws: RandomWalk.Failure.self) {
      try await walk.walk(seed: 3, steps: 100, Invariants())
    }
    #expect(failure?.violations.count == 1)
    #expect(failure?.violations.first?.hasPrefix("the app waits for action “wait” of ") == true)
  }

  @Test(
    "A walk whose app hangs in its launch or at the end fails with the name of the work",
    arguments: ["work", "background work", "background work at the end"])
  func walkEnds(kind: String) async throws {
    let walk = RandomWalk(patience: .seconds(3)) {
      .solo { tab in
        tab.push(ListScreen("Only", actions: .named("stay")))
        let work: @MainActor () async -> Void = { _ = await Gate().wait() }
        switch kind {
        case "work": tab.perform("load", work)
        case "background work": tab.performInBackground("load", work)
        default:
          // The walk ends flows, as its last step.
          tab.startChild(Flow<Int>("child", screen: ListScreen("Child"))) { [weak tab] _ in
            tab?.performInBackground("load", work)
          }
        }
      }
    }
    let failure = await #expect(throws: RandomWalk.Failure.self) {
      try await walk.walk(seed: 3, steps: 0, Invariants())
    }
    let work = kind == "work" ? "work" : "background work"
    #expect(failure?.violations.count == 1)
    #expect(failure?.violations.first?.hasPrefix("the app waits for \(work) “load” of ") == true)
  }

  @Test(
    "A crawl of a hanging app fails with the path and the name of the work that it waits for",
    arguments: [false, true])
  func crawl(hangsOnTheWayBack: Bool) async throws {
    var crawler = Crawler {
      .solo { tab in
        let screen = ListScreen("Only", actions: .named("enter"))
        screen.onPerform = { [weak tab, weak screen] _, _ in
          let inner = DetailScreen("Inner", actions: .named("wait"))
          inner.onPerform = { _, _ in _ = await Gate().wait() }
          tab?.push(inner)
          if hangsOnTheWayBack { screen?.onAppear = { _ = await Gate().wait() } }
        }
        tab.push(screen)
      }
    }
    crawler.patience = .seconds(3)
    let problem = await #expect(throws: Crawler.Problem.self) { _ = try await crawler.crawl() }
    guard case .hangs(let work, let path)? = problem else {
      Issue.record("no hang: \(String(describing: problem))")
      return
    }
    let last = hangsOnTheWayBack ? Step.back : .perform("wait", .none)
    #expect(path == [.perform("enter", .none), last])
    #expect(work.count == 1)
    if !hangsOnTheWayBack {
      #expect(work.first?.hasPrefix("action “wait” of ") == true)
      #expect(problem?.description.hasSuffix(", after: enter, wait") == true)
    }
  }
}
