import Core
import Services
import TestKit
import Testing

@testable import Template

@Suite("Two windows with a list of Template") @MainActor struct TemplateWindowTests {
  @Test("The page of an item says so when another window has removed it")
  func gone() async throws {
    let harness = try TemplateHarness(.database)
    _ = try await harness.store.save(.sample(1, name: "Soup"), of: .guest)
    await withApp(harness.session) { app in
      await app.choose("Soup")
      _ = try? await harness.store.remove(TemplateItem.sample(1).id, of: .guest)
      await app.tap("remove")
      #expect(app.notice?.contains("no longer on your list") == true)
      #expect(app.content.actions.isEmpty)
      await app.back()
      #expect(app.rows.isEmpty)
    }
  }

  @Test("The page of an item shows what another window has saved, and that it was removed there")
  func changedMeanwhile() async throws {
    let harness = try TemplateHarness()
    let store = harness.store
    let other = TemplateItem.sample(1, name: "Broth", note: "Hot")
    _ = try await store.save(.sample(1, name: "Soup"), of: .guest)
    try await withApp(harness.session) { app in
      await app.choose("Soup")
      _ = try await store.save(other, of: .guest)
      await app.tap("edit")
      await app.close()
      #expect(app.title == "Broth" && app.text.contains("Hot"))
      _ = try await store.remove(other.id, of: .guest)
      await app.tap("edit")
      await app.close()
      #expect(app.notice?.contains("no longer on your list") == true)
    }
  }

  @Test("An item that another window has removed is put back only by a second save")
  func goneMeanwhile() async throws {
    let harness = try TemplateHarness(.database)
    _ = try await harness.store.save(.sample(1, name: "Soup"), of: .guest)
    try await withApp(harness.session) { app in
      await app.choose("Soup")
      await app.tap("edit")
      await app.fill("note", "Hot")
      _ = try await harness.store.remove(TemplateItem.sample(1).id, of: .guest)
      await app.tap("save")
      #expect(app.notice == TemplateText.removedElsewhere.text)
      #expect(app.value(of: "note") == .text("Hot"))
      let items = try await harness.store.items(of: .guest)
      #expect(items.isEmpty)
      await app.tap("save")
      #expect(app.title == "Soup" && app.text.contains("Hot"))
      await app.back()
      #expect(app.rows == ["Soup"])
    }
  }

  @Test(
    "Two windows edit an item, and each keeps what the other has changed",
    arguments: TemplateStorage.allCases, ["name", "note"])
  func editedMeanwhile(_ storage: TemplateStorage, _ field: String) async throws {
    let harness = try TemplateHarness(storage)
    _ = try await harness.store.save(.sample(1, name: "Soup"), of: .guest)
    await withApp(harness.session) { app in
      await app.choose("Soup")
      await app.tap("edit")
      await withApp(harness.session) { other in
        await other.choose("Soup")
        await other.tap("edit")
        await other.fill(field == "name" ? "note" : "name", "Hot")
        await other.tap("save")
      }
      await app.fill(field, "Stew")
      await app.tap("save")
      #expect(app.title == (field == "name" ? "Stew" : "Hot"))
      #expect(app.text.contains("Hot") && app.text.contains("Stew"))
    }
  }

  @Test(
    "Undo keeps what another window has saved of the item since",
    arguments: TemplateStorage.allCases)
  func savedMeanwhile(_ storage: TemplateStorage) async throws {
    let harness = try TemplateHarness(storage)
    _ = try await harness.store.save(.sample(1, name: "Soup"), of: .guest)
    await withApp(harness.session) { app in
      await app.choose("Soup")
      await withApp(harness.session) { other in
        await other.choose("Soup")
        await other.tap("edit")
        await app.tap("remove")
        await other.fill("name", "Stew")
        await other.tap("save")
        await other.tap("save")
      }
      await app.tap("undo")
      #expect(app.rows == ["Stew"])
      #expect(app.content.action("undo") == nil)
    }
  }

  @Test(
    "A field that another window has changed is replaced only by a second save",
    arguments: ["name", "note"], [false, true])
  func conflict(_ field: String, isRemoved: Bool) async throws {
    let harness = try TemplateHarness()
    let store = harness.store
    let other = TemplateItem.sample(1, name: "Broth", note: "Broth")
    _ = try await store.save(.sample(1, name: "Soup"), of: .guest)
    try await withApp(harness.session) { app in
      await app.choose("Soup")
      await app.tap("edit")
      await app.fill(field, "Stew")
      _ = try await store.save(other, of: .guest)
      await app.tap("save")
      #expect(problem(field, app) == TemplateText.conflict("Broth"))
      #expect(try await store.items(of: .guest) == [other])
      await app.fill(field, "Ale")
      #expect(problem(field, app) == nil)
      if isRemoved {
        _ = try await store.remove(other.id, of: .guest)
        await app.tap("save")
        #expect(app.notice == TemplateText.removedElsewhere.text)
      }
      await app.tap("save")
      #expect(app.title == (field == "name" ? "Ale" : "Broth"))
      #expect(app.text.contains("Ale") && app.text.contains("Broth"))
    }
  }

  @Test("A conflict is shown until its own field is corrected")
  func twoConflicts() async throws {
    let harness = try TemplateHarness()
    let store = harness.store
    _ = try await store.save(.sample(1, name: "Soup"), of: .guest)
    try await withApp(harness.session) { app in
      await app.choose("Soup")
      await app.tap("edit")
      await app.fill("name", "Stew")
      await app.fill("note", "Hot")
      _ = try await store.save(.sample(1, name: "Broth", note: "Cold"), of: .guest)
      await app.tap("save")
      #expect(problem("name", app) == TemplateText.conflict("Broth"))
      #expect(problem("note", app) == TemplateText.conflict("Cold"))
      await app.fill("name", "Ale")
      #expect(problem("name", app) == nil && problem("note", app) != nil)
      await app.fill("note", "Warm")
      #expect(problem("note", app) == nil)
      await app.tap("save")
      #expect(app.title == "Ale" && app.text.contains("Warm"))
    }
  }

  @Test("A conflict quotes the beginning of the other text, and says if that is empty")
  func conflictText() {
    func now(_ value: String) -> String {
      "Another window has changed this. It is now \(value). Save again to replace it."
    }
    let long = String(repeating: "a", count: 60)
    #expect(TemplateText.conflict("") == now("empty"))
    #expect(TemplateText.conflict(long) == now("“\(long)”"))
    #expect(TemplateText.conflict(long + "a") == now("“\(long)…”"))
    #expect(TemplateText.conflict("Hot\nor cold") == now("“Hot…”"))
  }

  @Test("An item that another window has put back is no longer said to be removed")
  func putBackMeanwhile() async throws {
    let harness = try TemplateHarness()
    let store = harness.store
    let item = TemplateItem.sample(1, name: "Soup")
    _ = try await store.save(item, of: .guest)
    try await withApp(harness.session) { app in
      await app.choose("Soup")
      await app.tap("edit")
      await app.fill("name", "Stew")
      _ = try await store.remove(item.id, of: .guest)
      await app.tap("save")
      _ = try await store.save(.sample(1, name: "Broth"), of: .guest)
      await app.tap("save")
      #expect(app.notice == nil && problem("name", app) != nil)
      _ = try await store.remove(item.id, of: .guest)
      await app.tap("save")
      #expect(app.notice == TemplateText.removedElsewhere.text)
      await app.tap("save")
      #expect(app.title == "Stew")
    }
  }

  private func problem(_ field: String, _ app: AppDriver) -> String? {
    app.content.fields.first { $0.id == Identifier(field) }?.problem
  }
}
