import Accounts
import Core
import Services
import TestKit
import Testing

@testable import Template

@Suite("The feature Template") @MainActor struct TemplateFeatureTests {
  @Test("Added items are on the list, also after a restart", arguments: TemplateStorage.allCases)
  func adding(_ storage: TemplateStorage) async throws {
    let harness = try TemplateHarness(storage)
    await withApp(harness.session) { app in
      #expect(app.title == "Template")
      #expect(app.content.status == .empty(message: TemplateText.empty))
      await app.add("The first")
      await app.add("The second", note: "With a note")
      #expect(app.rows == ["The first", "The second"])
      await app.choose("The first")
      await app.back()
      #expect(app.notice == nil)
    }
    await withApp(harness.session) { app in
      #expect(app.rows == ["The first", "The second"])
      await app.choose("The second")
      #expect(app.text.contains("With a note"))
    }
  }

  @Test(
    "Edits of an item show on its page, which says that they are saved, and on the list",
    arguments: TemplateStorage.allCases)
  func editing(_ storage: TemplateStorage) async throws {
    let harness = try TemplateHarness(storage)
    await withApp(harness.session) { app in
      await app.add("Soup")
      await app.choose("Soup")
      await app.tap("edit")
      await app.fill("name", "Stew")
      await app.fill("note", "Hot")
      await app.tap("save")
      #expect(app.title == "Stew" && app.notice == "Saved.")
      #expect(app.text.contains("Hot"))
      await app.tap("edit")
      await app.close()
      #expect(app.title == "Stew" && app.notice == nil)
      await app.back()
      #expect(app.rows == ["Stew"])
    }
  }

  @Test("A removed item can be put back where it was", arguments: TemplateStorage.allCases)
  func removing(_ storage: TemplateStorage) async throws {
    let harness = try TemplateHarness(storage)
    for (number, name) in ["Ale", "Bread", "Soup"].enumerated() {
      _ = try await harness.store.save(.sample(number, name: name), of: .guest)
    }
    await withApp(harness.session) { app in
      await app.choose("Bread")
      await app.back()
      #expect(app.rows == ["Ale", "Bread", "Soup"], "going back removes nothing")
      await app.choose("Bread")
      await app.tap("remove")
      #expect(app.rows == ["Ale", "Soup"])
      #expect(app.notice == "Removed “Bread”. Use undo to put it back.")
      await app.tap("undo")
      #expect(app.rows == ["Ale", "Bread", "Soup"])
      #expect(app.notice == "“Bread” is back on the list.")
      #expect(app.content.action("undo") == nil)
    }
  }

  @Test("A full list takes nothing back, and says what to do")
  func fullUndo() async throws {
    let harness = try TemplateHarness()
    await withApp(harness.session) { app in
      await app.add("Soup")
      await app.choose("Soup")
      await app.tap("remove")
      try? await harness.fill()
      await app.tap("undo")
      #expect(app.notice?.contains("Remove one") == true)
      #expect(app.content.action("undo") != nil)
    }
  }

  @Test("Another owner can't undo a removal, nor can the next guest")
  func owners() async throws {
    let harness = try TemplateHarness()
    await withApp(harness.session) { app in
      await app.add("Soup")
      await app.choose("Soup")
      await app.tap("remove")
      #expect(app.content.action("undo") != nil)
      await harness.context.currentOwner.signIn("ada", expires: nil)
      #expect(app.content.action("undo") == nil)
      #expect(app.notice == nil)
      harness.context.currentOwner.signOut()
      await app.session.settle()
      #expect(app.title == TemplateText.title)
      #expect(app.content.action("undo") == nil)
      #expect(app.notice == nil)
    }
  }

  @Test("A link leads to the list or to an item, and asks a form first")
  func links() async throws {
    let harness = try TemplateHarness(.database)
    _ = try await harness.store.save(.sample(1, name: "Soup"), of: .guest)
    await withApp(harness.session) { app in
      await app.open("booksapp://template/item-1x")
      #expect(app.title == "Soup")
      let missing = await app.answer(to: "booksapp://template/item-2x")
      #expect(missing == .refused(.place(RouteRefusal(TemplateRefusal.noItem))))
      #expect(app.title == "Soup", "a refused link closes no screen")
      await app.open("booksapp://template")
      #expect(app.rows == ["Soup"])
      let longer = await app.answer(to: "booksapp://template/item-1x/more")
      #expect(longer == .refused(.noPage))
      await app.tap("add")
      await app.fill("name", "Stew")
      #expect(await app.open("booksapp://template/item-1x") == .blocked(by: .unsavedForm))
      await app.tap("discard")
      #expect(app.title == "Soup")
    }
  }

  @Test("Only a route of an item in this version, with a short identifier, leads to an item")
  func routes() {
    #expect(TemplatePlace.item(TemplatePlace.route("a")) == "a")
    for id in ["", String(repeating: "a", count: 201)] {
      #expect(TemplatePlace.item(Route("item", parameters: ["id": id])) == nil)
    }
    #expect(TemplatePlace.item(Route("item", version: 2, parameters: ["id": "a"])) == nil)
    #expect(TemplatePlace.item(Route("other", parameters: ["id": "a"])) == nil)
  }

  @Test("The page of the last time is restored, unless the item is gone")
  func restoring() async throws {
    let harness = try TemplateHarness(.database)
    await withApp(harness.session) { app in
      await app.add("Soup")
      await app.choose("Soup")
    }
    await withApp(harness.session, restoring: true) { app in
      #expect(app.title == "Soup")
      let items = try? await harness.store.items(of: .guest)
      for item in items ?? [] { _ = try? await harness.store.remove(item.id, of: .guest) }
    }
    await withApp(harness.session, restoring: true) { app in
      #expect(app.title == TemplateText.title)
      #expect(app.rows.isEmpty)
    }
  }

  @Test("An unreadable list is reported and stays as it is, and is shown once it can be read")
  func unreadable() async throws {
    let harness = try TemplateHarness()
    let list = harness.list
    try await list.set(.init("{".utf8), for: "items")
    try await withApp(harness.session) { app in
      #expect(hasFailed(app))
      let why = TemplateRefusal.storage(.damaged("the list can't be understood"))
      let answer = await app.answer(to: "booksapp://template/item-1x")
      #expect(answer == .refused(.place(RouteRefusal(why))))
      #expect(why.text.hasPrefix("Data can't be read ("))
      await app.add("Soup")
      #expect(app.notice?.contains("can't be read") == true)
      #expect(app.value(of: "name") == .text("Soup"))
      await app.close()
      await app.tap("discard")
      await app.tap("retry")
      #expect(hasFailed(app))
      let stored = try await list.value(for: "items")
      #expect(stored == .init("{".utf8))
      try await list.set(nil, for: "items")
      await app.tap("retry")
      #expect(app.content.status == .empty(message: TemplateText.empty))
      #expect(app.content.action("retry") == nil)
    }
  }

  @Test("A removal or an undo that can't be stored says so, and nothing is changed")
  func unstored() async throws {
    let harness = try TemplateHarness()
    let list = harness.list
    try await withApp(harness.session) { app in
      await app.add("Ale")
      await app.add("Soup")
      await app.choose("Soup")
      let both = try await list.value(for: "items")
      try await list.set(.init("{".utf8), for: "items")
      await app.tap("remove")
      #expect(app.title == "Soup")
      #expect(app.notice?.contains("can't be read") == true)
      try await list.set(both, for: "items")
      await app.tap("remove")
      let left = try await list.value(for: "items")
      try await list.set(.init("{".utf8), for: "items")
      await app.tap("undo")
      #expect(app.notice?.contains("can't be read") == true)
      #expect(app.rows == ["Ale"] && app.content.action("undo") != nil)
      try await list.set(left, for: "items")
      await app.tap("undo")
      #expect(app.rows == ["Ale", "Soup"])
    }
  }

  /// Whether the list could not be read, and can be read again.
  private func hasFailed(_ app: AppDriver) -> Bool {
    guard case .failed(let message, let retry) = app.content.status else { return false }
    return message.contains("can't be read") && retry == "retry"
  }
}
