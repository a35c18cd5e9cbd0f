import Services
import Core
import TestKit
import Testing

@Suite("Rule 5: a screen that appears again")
@MainActor struct AppearanceTests {
  /// Creates a screen whose appearances are answered one by one.
  private func screen(_ gates: [Gate], stubbornly: Bool) -> DetailScreen {
    let screen = DetailScreen("loads")
    var count = 0
    screen.onAppear = { [weak screen] in
      let number = count
      count += 1
      guard await gates[number].wait(stubbornly: stubbornly), !Task.isCancelled else { return }
      screen?.content.notice = Notice("answer \(number)")
    }
    return screen
  }

  @Test(
    "The answer of the newest appearance is shown, even if an older answer arrives later",
    arguments: [true, false])
  func newest(stubbornly: Bool) async throws {
    try await withToy { toy, app in
      let gates = [Gate(), Gate()]
      try toy.tab().push(screen(gates, stubbornly: stubbornly))
      await gates[0].arrived()
      let away = Task.immediate { await app.tab("Second") }
      let back = Task.immediate { await app.tab("First") }
      // Only work that ignores its cancellation still has to be released.
      if stubbornly { gates[0].open() }
      await gates[1].arrived()
      gates[1].open()
      _ = await (away.value, back.value)
      gates[0].open()
      await app.session.settleAll()
      #expect(app.notice == "answer 1")
    }
  }
}
