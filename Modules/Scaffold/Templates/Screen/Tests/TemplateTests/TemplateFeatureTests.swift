import Accounts
import Core
import Services
import TestKit
import Testing

@testable import Template

@Suite("The feature Template") @MainActor struct TemplateFeatureTests {
  /// An app with this feature, and the account's tab to open its screen in.
  private func session() -> AppSession {
    let feature = TemplateFeature.make()
    let items = [feature].contributions(of: AccountItem.self)
    let account = Feature.solo(
      tab: .account, title: "Account",
      showPlace: { tab, route in
        guard let item = items.first(where: { .accountItem($0.id) == route }) else { return false }
        tab.startChild(item.make())
        return true
      }
    ) { $0.push(AccountScreen()) }
    return AppSession(
      context: .test(), features: [feature, account], places: MemoryKeyValueStore())
  }

  @Test("The screen counts each step, and the count starts again")
  func counting() async {
    await withApp(session) { app in
      #expect(await app.open("booksapp://template") == .shown)
      #expect(app.title == "Template")
      #expect(app.content.action("reset") == nil)
      await app.tap("add")
      await app.tap("add")
      #expect(app.text.contains(TemplateText.counted(2)))
      await app.tap("reset")
      #expect(app.text.contains(TemplateText.counted(0)))
    }
  }

  @Test("Going back ends the flow, and leaves nothing of it")
  func leaving() async {
    await withApp(session) { app in
      await app.open("booksapp://template")
      await app.tap("add")
      await app.back()
      #expect(app.title == "Account")
      app.expectNoLeaks()
      await app.open("booksapp://template")
      #expect(app.text.contains(TemplateText.counted(0)))
    }
  }

  @Test("A link leads to the screen, and not further")
  func links() async {
    await withApp(session) { app in
      #expect(await app.answer(to: "booksapp://template/more") == .refused(.noPage))
      #expect(app.title == "Account")
    }
  }

  @Test("The account's list has the screen under its title, in a section of its own")
  func item() {
    let items = [TemplateFeature.make()].contributions(of: AccountItem.self)
    #expect(items.map(\.id) == ["template"])
    #expect(items.map(\.title) == [TemplateText.title])
    #expect(items.map(\.heading) == [TemplateText.title])
  }
}

private final class AccountScreen: Screen {
  let content = ScreenContent(title: "Account")
}
