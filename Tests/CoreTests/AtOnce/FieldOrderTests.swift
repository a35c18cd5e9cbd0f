import Core
import Services
import TestKit
import Testing

@Suite("Rule 5: an action and the fields before it")
@MainActor struct FieldOrderTests {
  @Test("An action sent right after fields runs once they are filled; its host need not wait")
  func sentAfterFields() async throws {
    try await withToy { toy, app in
      app.session.activity.beginsAtOnce = false
      let fields = ["a", "b"].map { Field(Field.ID($0), label: $0, kind: .text) }
      let screen = EditScreen(
        "form", actions: .named("save"), sections: [ContentSection("form", .fields(fields))])
      screen.onPerform = { action, input in
        if case .field(let field, _) = input {
          toy.journal.write("\(field)")
        } else {
          toy.journal.write("\(action)")
        }
      }
      let (tab, loading) = (try toy.tab(), Gate())
      tab.push(screen)
      // None of the requests waits for other work before it begins.
      tab.perform("load") { await loading.wait() }
      await loading.arrived()
      let filling = ["a", "b"].map { name in
        Task.immediate { await app.session.fill(Field.ID(name), .text("typed")) }
      }
      let saving = Task.immediate { await app.session.perform("save") }
      await toy.journal.written("save")
      #expect(toy.journal.lines == ["a", "b", "save"])
      loading.open()
      for request in filling + [saving] { #expect(await request.value == .performed) }
    }
  }
}
