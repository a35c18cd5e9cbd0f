import Core
import Services
import TestKit
import Testing

@MainActor @Suite("Two columns with screens of several flows")
struct ColumnsTests {
  private func titles(_ app: AppDriver) -> [String] {
    app.session.snapshot.panes.map(\.content.title)
  }

  @Test("In the compact layout a gesture that leaves the first column leaves the second one, too")
  func compactGesture() async throws {
    try await withToy { toy, app in
      let (below, _) = try fillColumns(of: toy)
      #expect(titles(app) == ["Detail"])
      #expect(app.session.lock(leaving: below) == nil)
      #expect(await app.session.reconcile(removed: below) == .left)
      #expect(titles(app) == ["First"])
      #expect(toy.journal.lines == ["detail ended back"])
    }
  }

  @Test("In the compact layout a locked page in the second column asks before the first is left")
  func compactLock() async throws {
    try await withToy { toy, app in
      let (below, _) = try fillColumns(of: toy, lock: .unsaved)
      #expect(app.session.lock(leaving: below) == .unsaved)
      #expect(await app.session.reconcile(removed: below) == .blocked(by: .unsaved))
      await app.tap("keep")
      #expect(titles(app) == ["Detail"])
      #expect(await app.session.reconcile(removed: below) == .blocked(by: .unsaved))
      await app.tap("discard")
      #expect(titles(app) == ["First"])
    }
  }

  @Test("In the wide layout a gesture in the first column leaves the second one open")
  func wideGesture() async throws {
    try await withToy(layout: .wide) { toy, app in
      let (below, _) = try fillColumns(of: toy, lock: .unsaved)
      #expect(app.session.lock(leaving: below) == nil)
      #expect(await app.session.reconcile(removed: below) == .left)
      #expect(titles(app) == ["First", "Detail"])
    }
  }

  @Test("Back in one of two columns leaves the screen of that column")
  func back() async throws {
    try await withToy(layout: .wide) { toy, app in
      let (below, _) = try fillColumns(of: toy)
      #expect(app.session.snapshot.panes.map(\.header.leave) == [.back, .back])
      #expect(await app.session.back(on: below) == .left)
      #expect(titles(app) == ["First", "Detail"])
      #expect(await app.session.back(on: below) == .nothingToLeave)
      #expect(await app.session.back() == .left)
      #expect(titles(app) == ["First"])
    }
  }

  @Test(
    "A screen that awaits an unsaved form in the other column can't be left without a question",
    arguments: [false, true])
  func awaitedForm(isNested: Bool) async throws {
    try await withToy(layout: .wide) { toy, app in
      let tab = try toy.tab()
      let screen = DetailScreen("Below", actions: .named("form"))
      screen.onPerform = { [weak tab] _, _ in await tab?.runForm(isNested: isNested) }
      let below = try #require(tab.push(screen, on: tab.columns?.primary))
      await app.tap("form")
      if isNested { await app.tap("more") }
      #expect(titles(app) == ["Below", "Form"])
      #expect(app.session.lock(leaving: below) == .unsaved)
      #expect(await app.session.reconcile(removed: below) == .blocked(by: .unsaved))
      await app.tap("keep")
      #expect(titles(app) == ["Below", "Form"])
      #expect(await app.session.reconcile(removed: below) == .blocked(by: .unsaved))
      await app.tap("discard")
      #expect(titles(app) == ["First"])
    }
  }

  @Test(
    "A screen loads again after an action beside it that removes its own screen",
    arguments: [true, false])
  func besideRemoved(isFirst: Bool) async throws {
    try await withToy(layout: .wide) { toy, app in
      let tab = try toy.tab()
      let columns = try #require(tab.columns)
      let (acting, beside) = (
        isFirst ? columns.primary : columns.secondary,
        isFirst ? columns.secondary : columns.primary
      )
      let screen = DetailScreen("Acting", actions: .named("finish"))
      let flow = Flow<Int>("flow", screen: screen)
      screen.onPerform = { [weak flow] _, _ in flow?.finish(1) }
      tab.startChild(flow, .on(acting))
      let other = DetailScreen("Beside")
      other.onAppear = { toy.journal.write("load") }
      tab.startChild(Flow<Int>("beside", screen: other), .on(beside))
      await app.session.settle()
      #expect(toy.journal.lines == ["load"])
      await app.tap("finish")
      #expect(toy.journal.lines == ["load", "load"])
    }
  }

  @Test("Filling a field loads no screen beside it again")
  func besideFilled() async throws {
    try await withToy(layout: .wide) { toy, app in
      let tab = try toy.tab()
      let columns = try #require(tab.columns)
      let beside = DetailScreen("Beside")
      beside.onAppear = { toy.journal.write("load") }
      tab.push(beside, on: columns.primary)
      let name = Field("name", label: "Name", kind: .text)
      let form = EditScreen("Form", sections: [ContentSection("form", .fields([name]))])
      tab.push(form, on: columns.secondary)
      await app.session.settle()
      await app.fill("name", "Ada")
      #expect(titles(app) == ["Beside", "Form"])
      #expect(toy.journal.lines == ["load"])
    }
  }

  @Test("A form of the covered list's flow stays when the other column's flow ends")
  func formOfCoveredList() async throws {
    try await withToy(layout: .wide) { toy, app in
      let tab = try toy.tab()
      let (_, detail) = try fillColumns(of: toy)
      let form = Flow<Int>("form", screen: EditScreen("Form"))
      tab.startChild(form, .present)
      detail.stop()
      #expect(form.isRunning)
      #expect(titles(app) == ["Form"])
    }
  }

  @Test("Home, and a link to the tab, close the screens above the list", arguments: [true, false])
  func list(byLink: Bool) async throws {
    try await withToy { toy, app in
      _ = try fillColumns(of: toy)
      if byLink { await app.open("example://first") } else { await app.home() }
      #expect(titles(app) == ["First"])
    }
  }

  @Test("A host reads whether the last change of screens may be animated")
  func transition() async throws {
    try await withToy { toy, app in
      let (tab, navigation) = (try toy.tab(), app.session.navigation)
      let list = tab.columns?.primary
      let first = try #require(tab.push(DetailScreen("One"), on: list))
      #expect(navigation.lastTransition == .standard)
      tab.replace(first, with: DetailScreen("Two"))
      #expect(navigation.lastTransition == .none)
      let last = try #require(tab.push(DetailScreen("Three"), on: list))
      tab.setRoute(Route("item"), of: last)
      #expect(navigation.lastTransition == .standard)
    }
  }

  /// Pushes a flow's screen on the list, and one of another flow in the second column.
  private func fillColumns(
    of toy: Toy, lock: Lock? = nil
  ) throws -> (below: NavigationTree.EntryID, detail: Flow<Int>) {
    let tab = try toy.tab()
    let columns = try #require(tab.columns)
    tab.startChild(
      Flow<Int>("below", screen: DetailScreen("Below")), .on(columns.primary))
    let detail = Flow<Int>("detail", screen: DetailScreen("Detail", lock: lock))
    tab.startChild(detail, .on(columns.secondary), onEnd: toy.journal.outcome(of: "detail"))
    return (try #require(columns.primary.entries.last).id, detail)
  }
}

extension ListCoordinator {
  /// Runs a form with unsaved input in the second column; a nested one is awaited by another screen there.
  fileprivate func runForm(isNested: Bool) async {
    guard let columns else { return }
    let screen = EditScreen("Form", lock: isNested ? nil : .unsaved)
    if isNested {
      screen.content.actions = .named("more")
      screen.onPerform = { [weak self] _, _ in await self?.runForm(isNested: false) }
    }
    _ = await run(Flow<Int>("form", screen: screen), .on(columns.secondary))
  }
}
