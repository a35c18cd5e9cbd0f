import Accounts
import Core
import Services
import TestKit
import Testing

@testable import Template

@Suite("The feature Template") @MainActor struct TemplateFeatureTests {
  private let context = AppContext.test()

  /// An app with this feature and another tab.
  private func session() -> AppSession {
    let other = Feature.solo(tab: "beside-template", title: "Other") {
      $0.push(BesideTemplateScreen())
    }
    return AppSession(context: context, features: [TemplateFeature.make(), other])
  }

  @Test("Each step counts one, and the count starts again")
  func counting() async {
    await withApp(session) { app in
      #expect(app.title == "Template")
      #expect(app.content.action("reset") == nil)
      await app.tap("add")
      await app.tap("add")
      #expect(app.text.contains(TemplateText.counted(2)))
      await app.tap("reset")
      #expect(app.text.contains(TemplateText.counted(0)))
    }
  }

  @Test("Another tab leaves the count as it is")
  func tabs() async {
    await withApp(session) { app in
      await app.tap("add")
      await app.tab("beside-template")
      await app.tab("template")
      #expect(app.text.contains(TemplateText.counted(1)))
    }
  }

  @Test("A link leads to the tab, and not further")
  func links() async {
    await withApp(session) { app in
      await app.tab("beside-template")
      #expect(await app.open("booksapp://template") == .shown)
      #expect(app.title == TemplateText.title)
      #expect(await app.answer(to: "booksapp://template/more") == .refused(.noPage))
    }
  }

  @Test("After a sign-out nothing of the tab is left, and the next user starts at zero")
  func leaks() async {
    await withApp(session) { app in
      await context.currentOwner.signIn("ada", expires: nil)
      await app.tap("add")
      context.currentOwner.signOut()
      await app.session.settleAll()
      app.expectNoLeaks()
      #expect(app.text.contains(TemplateText.counted(0)))
    }
  }
}

private final class BesideTemplateScreen: Screen {
  let content = ScreenContent(title: "Other")
}
