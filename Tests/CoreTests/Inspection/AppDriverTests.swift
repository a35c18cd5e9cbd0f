import Core
import Services
import TestKit
import Testing

@Suite("The driver that tests use an app with")
@MainActor struct AppDriverTests {
  @Test("In two columns, fields and notices of the second one come first")
  func columns() async {
    await withApp({ .solo(layout: .wide) { Self.showColumns(in: $0) } }) { app in
      #expect(app.notice == "Two books.")
      await app.fill("Name", "Emma")
      #expect(app.value(of: "Name") == .text("Emma"))
      #expect(app.value(of: "Filter") == .text("all"))
      #expect(app.notice == "Renamed.")
    }
  }

  @Test("Of two columns with the same identifiers, the one that has the title is used")
  func sameIdentifiers() async {
    let journal = Journal()
    await withApp({ .solo(layout: .wide) { Self.showAlike(in: $0, journal) } }) { app in
      for name in ["left", "right"] {
        await app.tap("Open \(name)")
        await app.choose("Row \(name)")
        await app.fill("Field \(name)", "Emma")
      }
    }
    #expect(
      journal.lines == [
        "left open", "left select", "left fill", "right open", "right select", "right fill",
      ])
  }

  @Test("An app whose test throws is stopped with its work, and the error is passed on")
  func throwing() async {
    let gate = Gate()
    let session = AppSession.solo { tab in
      tab.push(ListScreen("List"))
      tab.performInBackground("work") { await gate.wait() }
    }
    await #expect(throws: CancellationError.self) {
      try await withApp({ session }) { _ in throw CancellationError() }
    }
    #expect(!session.root.isRunning)
    #expect(session.activity.unsettled.isEmpty)
  }

  /// Shows a list with a notice and two fields, and beside it a form with a field of the same label.
  private static func showColumns(in tab: SoloCoordinator) {
    guard let columns = tab.pushSplit() else { return }
    let list = ListScreen(
      "List",
      sections: [
        ContentSection(
          "search",
          .fields([
            Field("query", label: "Name", kind: .text),
            Field("filter", label: "Filter", kind: .text, value: .text("all")),
          ]))
      ])
    list.content.notice = Notice("Two books.")
    let form = EditScreen("Form", sections: [section(nil)])
    form.onPerform = { [weak form] _, input in
      guard case .field(_, let value) = input else { return }
      form?.content.sections = [Self.section(value)]
      form?.content.notice = Notice("Renamed.")
    }
    tab.push(list, on: columns.primary)
    tab.push(form, on: columns.secondary)
  }

  /// Shows two screens side by side that differ only in their titles.
  private static func showAlike(in tab: SoloCoordinator, _ journal: Journal) {
    guard let columns = tab.pushSplit() else { return }
    for (name, column) in [("left", columns.primary), ("right", columns.secondary)] {
      let field = Field("field", label: "Field \(name)", kind: .text)
      let screen = ListScreen(
        name, actions: [Action("open", title: "Open \(name)")],
        sections: [
          ContentSection("rows", .rows([Row("row", title: "Row \(name)")])),
          ContentSection("form", .fields([field])),
        ]
      ) { action, _ in journal.write("\(name) \(action)") }
      tab.push(screen, on: column)
    }
  }

  private static func section(_ value: FieldValue?) -> ContentSection {
    ContentSection("form", .fields([Field("name", label: "Name", kind: .text, value: value)]))
  }
}
