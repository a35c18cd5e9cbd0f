import Core
import Services
import TestKit
import Testing

@testable import Template

@Suite("The form of Template") @MainActor struct TemplateFormTests {
  private let harness: TemplateHarness

  init() throws { harness = try TemplateHarness() }

  private func problem(_ field: Field.ID, _ app: AppDriver) -> String? {
    app.content.fields.first { $0.id == field }?.problem
  }

  @Test("The form shows what is wrong with a name until the name is valid")
  func name() async {
    await withApp(harness.session) { app in
      await app.tap("add")
      #expect(app.title == TemplateText.newItem)
      await app.tap("save")
      #expect(problem("name", app) == "Enter a name.")
      await app.fill("name", String(repeating: "a", count: TemplateItem.maximumNameLength + 1))
      #expect(problem("name", app)?.contains("at most") == true)
      await app.fill("name", "\u{202E}")
      #expect(problem("name", app)?.contains("visible") == true)
      await app.fill("name", "  Soup ")
      #expect(problem("name", app) == nil)
      await app.tap("save")
      #expect(app.notice == "Added “Soup”.")
      #expect(app.rows == ["Soup"])
    }
  }

  @Test("The form shows what is wrong with a note and keeps the note")
  func note() async {
    await withApp(harness.session) { app in
      await app.tap("add")
      await app.fill("name", "Soup")
      let long = String(repeating: "a", count: TemplateItem.maximumNoteLength + 1)
      for note in [long, .hugeCharacter] {
        await app.fill("note", note)
        await app.tap("save")
        #expect(problem("note", app)?.contains("at most") == true)
        #expect(app.value(of: "note") == .text(note))
      }
      await app.fill("note", "Hot")
      #expect(problem("note", app) == nil)
      await app.tap("save")
      #expect(app.rows == ["Soup"])
    }
  }

  @Test("The form asks before it discards unsaved changes")
  func lock() async {
    await withApp(harness.session) { app in
      await app.tap("add")
      await app.fill("note", "Hot")
      #expect(await app.close() == .blocked(by: .unsavedForm))
      await app.tap("keep")
      #expect(app.value(of: "note") == .text("Hot"))
      await app.close()
      await app.tap("discard")
      #expect(app.title == TemplateText.title)
      #expect(app.rows.isEmpty)
    }
  }

  @Test("An unchanged form closes without a question")
  func unchanged() async {
    await withApp(harness.session) { app in
      await app.tap("add")
      #expect(await app.close() == .left)
      await app.add("Soup", note: "Hot")
      await app.tap("add")
      await app.close()
      #expect(app.notice == nil)
      await app.choose("Soup")
      await app.tap("edit")
      #expect(app.title == TemplateText.editItem)
      await app.fill("name", "Stew")
      await app.fill("name", "Soup")
      #expect(await app.close() == .left)
      #expect(app.title == "Soup")
    }
  }

  @Test("The form keeps its input if the list is full by then, and a full list takes no more")
  func refused() async throws {
    try await withApp(harness.session) { app in
      await app.tap("add")
      try await harness.fill()
      await app.fill("name", "One more")
      await app.tap("save")
      #expect(app.notice?.contains("Remove one") == true)
      #expect(app.value(of: "name") == .text("One more"))
      _ = try await harness.store.remove(TemplateItem.sample(1).id, of: .guest)
      await app.tap("save")
      #expect(app.rows.last == "One more")
      for action in ["add", "load"] {
        let reason = app.content.action(Identifier(action))?.disabledReason
        #expect(reason?.contains("Remove one") == true)
      }
    }
  }
}
