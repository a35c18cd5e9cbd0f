import Inspection
import Services
import Core
import TestKit
@testable import Walks
import Testing

@Suite("The steps of a random walk")
@MainActor struct StepChoiceTests {
  @Test("A walk takes every kind of step, alone and in groups")
  func kinds() async throws {
    let choice = StepChoice(
      samples: SampleInputs(), links: [try DeepLink("example://first")], ways: [[.home]],
      canRelaunch: true, changesOwners: true)
    var (alone, grouped): (Set<String>, Set<String>) = ([], [])
    await withToy { _, app in
      let (snapshot, random) = (app.session.snapshot, SeededRandomness(seed: 1))
      for _ in 0..<5000 {
        let step = choice.step(in: snapshot, random)
        alone.insert(step.kind)
        if case .atOnce(let steps) = step { grouped.formUnion(steps.map(\.kind)) }
      }
    }
    let both: Set = [
      "perform", "tab", "open", "home", "swipe", "layout compact", "layout wide", "inOrder",
      "relaunch", "sign out", "the session expires",
    ]
    #expect(alone == both.union(["rewind", "refused", "atOnce"]))
    #expect(grouped == both.union(["back", "close", "cancel the newest action", "quit", "turns"]))
  }
}

extension Step {
  /// The name of a case with values, apart from layouts; otherwise the step as text.
  fileprivate var kind: String {
    if case .layout = self { return description }
    return Mirror(reflecting: self).children.first?.label ?? description
  }
}
