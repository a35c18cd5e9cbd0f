import Accounts
import Core
import Services
import TestKit
import Testing

@testable import Template

@Suite("Template") @MainActor struct TemplateFeatureTests {
  private let context = AppContext.test()
  private let values = MemoryKeyValueStore()

  private func session() -> AppSession {
    .solo(
      TemplateCoordinator(services: TemplateServices(context, store: values)), context: context)
  }

  @Test("What is added stands on the list, also after a restart")
  func adding() async {
    await withApp(session) { app in
      #expect(app.rows.isEmpty)
      await app.tap("add", "The  first")
      await app.tap("add", "The second")
      #expect(app.rows == ["The first", "The second"])
    }
    await withApp(session) { app in #expect(app.rows == ["The first", "The second"]) }
  }

  @Test("What is taken off is gone, and going back takes nothing off")
  func removing() async {
    await withApp(session) { app in
      await app.tap("add", "The first")
      await app.choose("The first")
      await app.back()
      #expect(app.rows == ["The first"])
      await app.choose("The first")
      await app.tap("remove")
      #expect(app.rows.isEmpty)
    }
  }

  @Test("A full list takes no more, says so, and stays as it is")
  func full() async throws {
    let store = TemplateStore(values)
    _ = try await store.change(of: .guest) { items in
      items = (0..<TemplateItem.maximumCount).map { number in
        TemplateItem(id: Identifier("item-\(number)x"), name: "A")
      }
    }
    await withApp(session) { app in
      await app.tap("add", "One more")
      #expect(app.notice?.contains("Remove one") == true)
      #expect(app.content.actions.first?.input?.value == .text("One more"))
      #expect(app.rows.count == TemplateItem.maximumCount)
    }
  }

  @Test("Nobody sees another owner's list, and what is erased is gone")
  func owners() async throws {
    let store = TemplateStore(values)
    let ada = Owner.account("ada")
    for owner in [Owner.guest, ada] {
      _ = try await store.change(of: owner) { $0.append(TemplateItem(id: "1", name: "A")) }
    }
    let data = try #require(
      [TemplateFeature.make(context: context, store: values)]
        .contributions(of: (any AccountData).self).first)
    try data.erase(ada, in: nil)
    #expect(try await store.items(of: ada).isEmpty)
    #expect(try await store.items(of: .guest).map(\.name) == ["A"])
  }
}
