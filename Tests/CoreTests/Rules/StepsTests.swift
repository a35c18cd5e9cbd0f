import Services
import Core
import TestKit
import Testing

@Suite("Rule 10: a sequence of steps is an array of steps")
@MainActor struct StepsTests {
  @Test("Every order of the steps works, and the order is that of the array", arguments: orders)
  func everyOrder(order: [String]) async {
    var outcome: Outcome<[String]>?
    await withApp({ .solo(steps(order)) { outcome = $0 } }) { app in
      for step in order {
        #expect(app.title == step)
        await app.tap("next")
      }
    }
    #expect(outcome == .finished(order))
  }

  @Test("A step that is not needed is passed over, also one that another step makes needless")
  func skipping() async {
    var outcome: Outcome<[String]>?
    let steps = ["a", "b", "c"].map { id in
      FlowStep<[String]>(
        id, isNeeded: { id != "b" || !$0.contains("a") }, make: { StepScreen(id, $0, $1) })
    }
    await withApp({ .solo(StepsCoordinator(steps, from: [])) { outcome = $0 } }) { app in
      await app.tap("next")
      #expect(app.title == "c")
      await app.tap("next")
    }
    #expect(outcome == .finished(["a", "c"]))
  }

  @Test("Going back leads to the step before, and on from there")
  func back() async {
    var outcome: Outcome<[String]>?
    await withApp({ .solo(steps(["a", "b"])) { outcome = $0 } }) { app in
      await app.tap("next")
      await app.back()
      #expect(app.title == "a")
      await app.tap("next")
      await app.tap("next")
    }
    #expect(outcome == .finished(["a", "b"]))
  }

  @Test("A step that is done twice at once leads to one next step")
  func twice() async {
    await withApp({ .solo(steps(["a", "b"])) }) { app in
      await app.tap("twice")
      #expect(app.session.navigation.tree.allEntries.count == 3, "the tab bar and two steps")
    }
  }

  @Test("Without a step that is needed the flow is finished at once")
  func none() async {
    var outcome: Outcome<[String]>?
    await withApp({ .solo(steps([])) { outcome = $0 } }) { _ in }
    #expect(outcome == .finished([]))
  }

  private func steps(_ ids: [String]) -> StepsCoordinator<[String]> {
    StepsCoordinator(
      ids.map { id in FlowStep(id, make: { StepScreen(id, $0, $1) }) }, from: [])
  }

  nonisolated static let orders = permutations(["a", "b", "c", "d"])

  private nonisolated static func permutations(_ items: [String]) -> [[String]] {
    guard items.count > 1 else { return [items] }
    return items.indices.flatMap { index in
      var rest = items
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }
}

private final class StepScreen: Screen {
  let content: ScreenContent
  private let id: String
  private let value: [String]
  private let onDone: ([String]) -> Void

  init(_ id: String, _ value: [String], _ onDone: @escaping ([String]) -> Void) {
    self.id = id
    self.value = value
    self.onDone = onDone
    content = ScreenContent(
      title: id, actions: [Action("next", title: "Next"), Action("twice", title: "Twice")])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    onDone(value + [id])
    if action == "twice" { onDone(value + [id]) }
  }
}
