import Services
import Core
import TestKit
import Testing

@Suite("Rule 10: a sequence of steps is an array of steps")
@MainActor struct StepsTests {
  @Test("Every order of the steps works, and the array defines the order", arguments: orders)
  func everyOrder(order: [String]) async {
    var outcome: Outcome<[String]>?
    await withApp({ .solo(WordsCoordinator(order)) { outcome = $0 } }) { app in
      for step in order {
        #expect(app.title == step)
        await app.tap("next")
      }
    }
    #expect(outcome == .finished(order))
  }

  @Test("A step that is not needed is skipped, even if another step made it needless")
  func skipping() async {
    var outcome: Outcome<[String]>?
    let flow = { WordsCoordinator(["a", "b", "c"]) { $0 != "b" || !$1.contains("a") } }
    await withApp({ .solo(flow()) { outcome = $0 } }) { app in
      await app.tap("next")
      #expect(app.title == "c")
      await app.tap("next")
    }
    #expect(outcome == .finished(["a", "c"]))
  }

  @Test("Going back leads to the previous step, and the flow continues from there")
  func back() async {
    var outcome: Outcome<[String]>?
    await withApp({ .solo(WordsCoordinator(["a", "b"])) { outcome = $0 } }) { app in
      await app.tap("next")
      await app.back()
      #expect(app.title == "a")
      await app.tap("next")
      await app.tap("next")
    }
    #expect(outcome == .finished(["a", "b"]))
  }

  @Test("Finishing a step twice at once leads to one next step")
  func twice() async {
    await withApp({ .solo(WordsCoordinator(["a", "b"])) }) { app in
      await app.tap("twice")
      #expect(app.session.navigation.tree.allEntries.count == 3, "the tab bar and two steps")
    }
  }

  @Test("A flow without a needed step finishes at once")
  func none() async {
    for ids in [[], ["a", "b"]] {
      var outcome: Outcome<[String]>?
      await withApp({ .solo(WordsCoordinator(ids) { _, _ in false }) { outcome = $0 } }) { _ in }
      #expect(outcome == .finished([]))
    }
  }

  @Test("A flow that can't be completed stays at its last step, and is completed from there later")
  func refused() async {
    var outcome: Outcome<[String]>?
    var mayEnd = false
    let flow = { WordsCoordinator(["a"], mayEnd: { mayEnd }) }
    await withApp({ .solo(flow()) { outcome = $0 } }) { app in
      await app.tap("next")
      #expect(app.title == "a")
      #expect(outcome == nil)
      mayEnd = true
      await app.tap("next")
    }
    #expect(outcome == .finished(["a"]))
  }

  @Test("A last step that is submitted again while the flow is being completed completes it once")
  func completedOnce() async {
    var outcome: Outcome<[String]>?
    let gate = Gate()
    let flow = { WordsCoordinator(["a"], mayEnd: { await gate.wait() }) }
    await withApp({ .solo(flow()) { outcome = $0 } }) { app in
      let first = Task.immediate { await app.tap("next") }
      let again = Task.immediate { await app.tap("twice") }
      gate.open()
      await first.value
      await again.value
    }
    #expect(gate.arrivals == 1)
    #expect(outcome == .finished(["a"]))
  }

  @Test("A last step that was left is submitted again, though the flow is still being completed")
  func completedAgain() async {
    var outcome: Outcome<[String]>?
    let gate = Gate(isStubborn: true)
    let flow = {
      WordsCoordinator(
        ["a", "b"], mayEnd: { await gate.wait() && !Task.isCancelled })
    }
    await withApp({ .solo(flow()) { outcome = $0 } }) { app in
      await app.tap("next")
      let first = Task.immediate { await app.tap("next") }
      let back = Task.immediate { _ = await app.back() }
      await app.until { app.title == "a" }
      let forward = Task.immediate { await app.tap("next") }
      await app.until { app.title == "b" }
      let again = Task.immediate { await app.tap("next") }
      gate.open()
      for step in [first, back, forward, again] { await step.value }
    }
    #expect(gate.arrivals == 2)
    #expect(outcome == .finished(["a", "b"]))
  }

  @Test("Only the first step that is shown is told that it is the first")
  func first() async {
    let flow = { WordsCoordinator(["a", "b", "c"]) { id, _ in id != "a" } }
    await withApp({ .solo(flow()) }) { app in
      #expect(app.content.subtitle == "first")
      await app.tap("next")
      #expect(app.title == "c")
      #expect(app.content.subtitle == nil)
    }
  }

  @Test("A flow that does not say how it is completed ends without a value after its last step")
  func plain() async {
    var outcome: Outcome<Int>?
    await withApp({ .solo(PlainStepsCoordinator([WordStep(id: "a")])) { outcome = $0 } }) { app in
      await app.tap("next")
    }
    #expect(outcome == .ended(.cancelled))
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

/// A step that is a word.
private struct WordStep: Identifiable {
  let id: String
}

/// Collects the words of the steps that were done.
private final class WordsCoordinator: StepsCoordinator<WordStep, [String]> {
  private var words: [String] = []
  private let needs: (String, [String]) -> Bool
  private let mayEnd: () async -> Bool

  init(
    _ ids: [String], needs: @escaping (String, [String]) -> Bool = { _, _ in true },
    mayEnd: @escaping () async -> Bool = { true }
  ) {
    self.needs = needs
    self.mayEnd = mayEnd
    super.init(ids.map(WordStep.init))
  }

  override func isNeeded(_ step: WordStep) -> Bool { needs(step.id, words) }

  override func makeScreen(of step: WordStep, isFirst: Bool) -> any Screen {
    StepScreen(step.id, isFirst: isFirst) { [weak self] in await self?.done(step.id) }
  }

  override func complete() async {
    if await mayEnd() { finish(words) }
  }

  private func done(_ id: String) async {
    words.removeAll { $0 == id }
    words.append(id)
    await advance(from: id)
  }
}

/// Makes the screens, and overrides nothing else.
private final class PlainStepsCoordinator: StepsCoordinator<WordStep, Int> {
  override func makeScreen(of step: WordStep, isFirst: Bool) -> any Screen {
    StepScreen(step.id, isFirst: isFirst) { [weak self] in await self?.advance(from: step.id) }
  }
}

private final class StepScreen: Screen {
  let content: ScreenContent
  private let onDone: () async -> Void

  init(_ id: String, isFirst: Bool, onDone: @escaping () async -> Void) {
    self.onDone = onDone
    content = ScreenContent(
      title: id, subtitle: isFirst ? "first" : nil,
      actions: [Action("next", title: "Next"), Action("twice", title: "Twice")])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    await onDone()
    if action == "twice" { await onDone() }
  }
}
