import Core
import Services
import TestKit
import Testing

@testable import TemplateModule

@Suite("The screen Template") @MainActor struct TemplateTests {
  /// An app with one tab, on whose first screen this one is pushed.
  private func session() -> AppSession {
    .solo { tab in
      tab.push(PlainTextScreen())
      tab.push(TemplateScreen(TemplateViewModel()))
    }
  }

  @Test("Each step counts one, and the count starts again")
  func counting() async {
    await withApp(session) { app in
      #expect(app.title == TemplateText.title)
      #expect(app.content.action("reset") == nil)
      await app.tap("add")
      await app.tap("add")
      #expect(app.text.contains(TemplateText.counted(2)))
      await app.tap("reset")
      #expect(app.text.contains(TemplateText.counted(0)))
    }
  }

  @Test("Going back leaves nothing of the screen")
  func leaving() async {
    await withApp(session) { app in
      await app.back()
      #expect(app.title == "First")
      app.expectNoLeaks()
    }
  }
}

/// The screen below; no screen that `make screen` makes can have its name.
private final class PlainTextScreen: Screen {
  let content = ScreenContent(title: "First")
}
