import Services
import Core
import TestKit
import Testing

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
}

private final class ChoiceScreen<Item>: ToyScreen {}
