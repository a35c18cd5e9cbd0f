import Services
import Inspection
import Core
import TestKit
import Testing

@Suite("Every asynchronous step, interrupted in every way")
@MainActor struct CancellationMatrixTests {
  /// The work that runs when the flow ends.
  enum Step: String, CaseIterable, CustomTestStringConvertible {
    case awaitedChild, childAwaitedByOwnWork, ownWork, backgroundWork, appearance, action

    var testDescription: String { rawValue }
  }

  /// What ends the flow.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case finish, back, dismissal, link, home, taskCancellation, parentEnd, stop, appStop

    var testDescription: String { rawValue }

    var outcome: Outcome<Int> {
      switch self {
      case .finish: .finished(1)
      case .back, .dismissal: .ended(.dismissed)
      case .link: .ended(.replaced)
      case .home: .ended(.back)
      case .taskCancellation, .stop: .ended(.cancelled)
      case .parentEnd, .appStop: .ended(.parentEnded)
      }
    }

    /// Whether only screens are removed, so that the flow's own work runs to its end.
    var leavesOwnWork: Bool { [.back, .dismissal, .link, .home].contains(self) }
  }

  @Test(
    "There is exactly one outcome, all work ends once, and nothing leaks",
    arguments: Step.allCases, Way.allCases)
  func matrix(_ step: Step, _ way: Way) async throws {
    try await withToy { toy, app in
      let scene = Scene(toy: toy, app: app)
      let asking = try await scene.begin(step)
      let end = Task { await scene.end(by: way, asking) }
      // If only screens are removed, own work is finished, not cancelled, and the outcome waits for
      // it.
      if step == .ownWork, way.leavesOwnWork { scene.gate.open() }
      await end.value
      #expect(await asking.value == way.outcome)
      #expect(await scene.performing?.value ?? .performed == .performed)
      await app.session.settleAll()

      #expect(scene.gate.waiting == 0)
      #expect(toy.journal.lines.count { $0 == "step ended" } == 1)
      #expect(toy.journal.lines.count { $0.hasPrefix("step") } == 1)
      #expect(app.session.activity.isSettled)
      #expect(app.session.activity.parkedCount == 0)
      #expect(scene.flow == nil)
      #expect(app.session.leaks.isEmpty)
    }
  }

  /// A flow in a layer, awaited by the test, started by a parent that only awaits it.
  @MainActor final class Scene {
    let gate = Gate()
    private let toy: Toy
    private let app: AppDriver
    private let childShown = Gate()
    /// The user's request that began the step, if there was one.
    private(set) var performing: Task<ActionAnswer, Never>?
    private weak var outer: Flow<Int>?
    private(set) weak var flow: Flow<Int>?

    init(toy: Toy, app: AppDriver) {
      self.toy = toy
      self.app = app
    }

    func begin(_ step: Step) async throws -> Task<Outcome<Int>, Never> {
      let outer = try toy.tab().startChild(Flow<Int>("outer", screen: DetailScreen("outer")))
      self.outer = outer
      let shown = Gate()
      let asking: Task<Outcome<Int>, Never>
      do {
        let flow = makeFlow(step, shown)
        self.flow = flow
        asking = Task { [weak outer] in await outer?.run(flow, .present) ?? .ended(.cancelled) }
      }
      await shown.wait()
      if step == .action || step == .awaitedChild {
        performing = Task { await app.session.perform("go") }
      }
      if step == .awaitedChild || step == .childAwaitedByOwnWork {
        await childShown.wait()
      } else {
        await gate.arrived()
      }
      return asking
    }

    private func makeFlow(_ step: Step, _ shown: Gate) -> Flow<Int> {
      let work: @MainActor () async -> Void = { [gate, toy] in
        await gate.wait()
        toy.journal.write("step ended")
      }
      let askChild: @MainActor (Flow<Int>?) async -> Void = { [childShown, toy] flow in
        let child = Flow<Int>("child") { child in
          child.push(DetailScreen("child"))
          childShown.open()
        }
        guard await flow?.run(child) != nil else { return }
        toy.journal.write("step ended")
      }
      return Flow<Int>("flow") { flow in
        let screen = SheetScreen("flow", actions: .named("go"))
        switch step {
        case .awaitedChild: screen.onPerform = { [weak flow] _, _ in await askChild(flow) }
        case .childAwaitedByOwnWork: flow.perform("ask") { [weak flow] in await askChild(flow) }
        case .ownWork: flow.perform("work", work)
        case .backgroundWork: flow.performInBackground("work", work)
        case .appearance: screen.onAppear = work
        case .action: screen.onPerform = { _, _ in await work() }
        }
        flow.push(screen)
        shown.open()
      }
    }

    func end(by way: Way, _ asking: Task<Outcome<Int>, Never>) async {
      switch way {
      case .finish: flow?.finish(1)
      case .back:
        for _ in 0..<app.session.navigation.tree.layerDepth { await app.back() }
      case .dismissal: await app.close()
      case .link: await app.open("example://first")
      case .home: await app.home()
      case .taskCancellation: asking.cancel()
      case .parentEnd: outer?.stop()
      case .stop: flow?.stop()
      case .appStop: app.session.stop()
      }
    }
  }
}

extension NavigationTree {
  /// The number of screens in the top layer.
  fileprivate var layerDepth: Int { layers.last.map { entries(in: $0.stack).count } ?? 0 }
}
