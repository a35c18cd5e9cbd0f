import Services
import Core
import TestKit
import Testing
import Walks

@Suite("The kinds of screens") @MainActor struct ScreenKindTests {
  @Test("A kind is the name of the type without Screen, and a generic one has its arguments")
  func names() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      tab.push(DetailScreen("one"))
      #expect(app.screen?.kind.rawValue == "Detail")
      tab.push(ChoiceScreen<Trip>("two"))
      #expect(app.screen?.kind.rawValue == "Choice<Trip>")
    }
  }

  @Test("Two screen types with the same name are different kinds, and an invariant reports them")
  func sameName() async throws {
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

  /// Screens of two features with the same name.
  private enum One { final class SameScreen: ToyScreen {} }
  private enum Two { final class SameScreen: ToyScreen {} }
}

private final class ChoiceScreen<Item>: ToyScreen {}
