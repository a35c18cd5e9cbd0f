import Inspection
import Services
import Core
import TestKit
import Testing

@testable import Core

/// How much room there is may change while the app runs, and the system may remove screens by itself.
@MainActor @Suite("When the window is resized, or a gesture removes a screen")
struct LayoutTests {
  private func titles(_ app: AppDriver) -> [String] {
    app.session.snapshot.panes.map(\.content.title)
  }

  @Test(
    "Every screen and an unsaved form stay when the layout changes from compact to wide and back")
  func everythingStays() async {
    await withToy { _, app in
      await app.choose("A")
      await app.tap("edit")
      await app.fill("name", "half typed")
      let tree = app.session.navigation.tree
      let form = app.content
      for layout in [WidthClass.wide, .compact, .wide, .compact] {
        await app.session.change(to: layout)
        #expect(app.session.layout == layout)
        #expect(app.session.navigation.tree == tree)
        #expect(app.content == form)
      }
      #expect(app.value(of: "name") == .text("half typed"))
    }
  }

  @Test("The list is shown beside the chosen detail if there is room, else below it")
  func columns() async {
    await withToy { toy, app in
      await app.choose("A")
      #expect(titles(app) == ["A"])
      #expect(app.screen?.header.leave == .back)
      await app.session.change(to: .wide)
      #expect(titles(app) == ["First", "A"])
      await app.choose("C")
      #expect(titles(app) == ["First", "C"])
      await app.session.change(to: .compact)
      #expect(titles(app) == ["C"])
      #expect(app.session.navigation.breadcrumbs == ["First"])
      await app.back()
      #expect(titles(app) == ["First"])
      #expect(toy.journal.lines == ["detail ended cancelled", "detail ended back"])
    }
  }

  @Test("A layout change notifies only the screens that become visible")
  func appearance() async {
    let journal = Journal()
    await withApp({
      .solo(ColumnsFlow(journal: journal))
    }) { app in
      journal.write("wide")
      await app.session.change(to: .wide)
      await app.session.change(to: .wide)
      journal.write("compact")
      await app.session.change(to: .compact)
      #expect(
        journal.lines == ["detail appeared", "wide", "list appeared", "compact"])
    }
  }

  @Test("A detail pushed onto the list is animated in the compact layout only")
  func transition() async {
    for layout in WidthClass.allCases {
      let toy = Toy()
      await withApp({ toy.session(layout: layout) }) { app in
        let count = app.session.log.count
        await app.choose("A")
        let pushes = app.session.log.lines(after: count).filter { $0.contains("push") }
        #expect(pushes.count == 1)
        #expect(pushes.allSatisfy { $0.contains("(not animated)") == (layout == .wide) })
      }
    }
  }

  @Test(
    "A form closes with the column that presented it, but not with the other column",
    arguments: [true, false])
  func formFromColumn(isFirst: Bool) async throws {
    try await withToy(layout: .wide) { toy, app in
      await app.choose("A")
      let tab = try toy.tab()
      let detail = try #require(tab.children.first { $0.id.name == "detail" })
      let form = Flow<Int>("form", screen: EditScreen("form", lock: .unsaved))
      (isFirst ? tab : detail).startChild(form, .present)
      detail.stop()
      await app.session.settle()
      #expect(form.isRunning == isFirst)
      #expect(titles(app) == [isFirst ? "form" : "First"])
    }
  }

  @Test("A swiped-away screen is removed with all screens above it, and its flow ends")
  func swipe() async throws {
    try await withToy { toy, app in
      await app.choose("A")
      await app.tap("edit")
      let tree = app.session.navigation.tree
      let detail = try #require(tree.allEntries.last { $0.body == .screen("Detail") })
      #expect(app.session.lock(leaving: detail.id) == nil)
      #expect(await app.session.reconcile(removed: detail.id) == .left)
      #expect(titles(app) == ["First"])
      #expect(toy.journal.lines == ["detail ended back"])
      #expect(await app.session.reconcile(removed: detail.id) == .nothingToLeave)
    }
  }

  @Test("A locked screen asks before a gesture removes it, and stays in the tree")
  func locked() async throws {
    try await withToy { _, app in
      await app.choose("A")
      await app.tap("edit")
      await app.fill("name", "half typed")
      let tree = app.session.navigation.tree
      let form = try #require(tree.visible.last)
      #expect(app.session.lock(leaving: form) != nil)
      guard case .blocked = await app.session.reconcile(removed: form) else {
        Issue.record("The form asked nothing.")
        return
      }
      #expect(app.session.navigation.tree.entry(form) != nil)
      await app.tap("keep")
      #expect(app.value(of: "name") == .text("half typed"))
      _ = await app.session.reconcile(removed: form)
      await app.tap("discard")
      #expect(app.session.navigation.tree.entry(form) == nil)
    }
  }

  @Test("A gesture can't remove the first screen of the app or of a tab")
  func firstScreens() async {
    await withToy { _, app in
      let tree = app.session.navigation.tree
      for entry in tree.allEntries {
        #expect(await app.session.reconcile(removed: entry.id) == .nothingToLeave)
      }
      #expect(app.session.navigation.tree == tree)
    }
  }
}

/// A list in the first column and a detail in the second.
private final class ColumnsFlow: Coordinator<Void> {
  private let journal: Journal

  init(journal: Journal) {
    self.journal = journal
    super.init()
  }

  override func start() {
    guard let columns = pushSplit() else { return }
    for (name, column) in [("list", columns.primary), ("detail", columns.secondary)] {
      let screen = LoadingScreen(name)
      screen.onAppear = { [journal] in journal.write("\(name) appeared") }
      push(screen, on: column)
    }
  }
}
