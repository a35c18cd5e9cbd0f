import Inspection
import Services
import Core
import TestKit
import Testing

@Suite("Children: by identity, and by a readable identifier")
@MainActor struct ChildrenTests {
  @Test("A child starts with what its initializer was given, and is returned with its own type")
  func given() async throws {
    try await withToy { toy, app in
      let flow: Titled = try toy.tab().startChild(Titled("given"))
      #expect(flow.title == "given")
      #expect(app.title == "given")
    }
  }

  @Test("An identifier is the type's name and a number, and a path lists the parents")
  func path() async throws {
    try await withToy { toy, app in
      let flow = try toy.tab().startChild(Titled())
      #expect(flow.id.name == "titled")
      #expect(flow.id.description == "titled#\(flow.id.serial)")
      #expect(flow.path.map(\.name) == ["app", "first", "titled"])
      #expect(flow.parent === (try toy.tab()))
      #expect(app.session.coordinatorTree.last?.hasPrefix("  second#") == true)
      #expect(app.session.coordinatorTree[2] == "    \(flow.id) [Detail]")
    }
  }

  @Test("A taken identifier is refused, and the running child continues")
  func duplicate() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let running = try tab.startChild(Titled(), identifier: "edit")
      let other = Titled()
      #expect(throws: CoordinatorError.duplicateIdentifier("edit")) {
        try tab.startChild(other, identifier: "edit")
      }
      #expect(running.isRunning)
      #expect(!other.isRunning)
      #expect(tab.children.count == 1)
      running.stop()
      try tab.startChild(other, identifier: "edit")
      #expect(other.isRunning)
    }
  }

  @Test("A child is stopped by its identifier; an unknown one is refused")
  func stopChild() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let before = app.session.navigation.tree
      try tab.startChild(
        Titled(), identifier: "one", onEnd: toy.journal.outcome(of: "one"))
      try tab.startChild(Titled(), identifier: "two", .present)
      #expect(throws: CoordinatorError.unknownIdentifier("three")) { try tab.stopChild("three") }
      try tab.stopChild("two")
      try tab.stopChild("one")
      #expect(app.session.navigation.tree == before)
      #expect(toy.journal.lines == ["one ended cancelled"])
      #expect(throws: CoordinatorError.unknownIdentifier("one")) { try tab.stopChild("one") }
    }
  }

  @Test("A child without an identifier does not take the one that is its type's name")
  func typeName() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let unnamed = tab.startChild(Titled())
      #expect(throws: CoordinatorError.unknownIdentifier("titled")) { try tab.stopChild("titled") }
      let named = try tab.startChild(Titled(), identifier: "titled")
      try tab.stopChild("titled")
      #expect(unnamed.isRunning && !named.isRunning)
    }
  }

  @Test("A child's onEnd may start another child with the same identifier")
  func sameIdentifierAgain() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let first = Titled()
      try tab.startChild(
        first, identifier: "edit",
        onEnd: { _ in
          do { try tab.startChild(Titled(), identifier: "edit") } catch {
            toy.journal.write("\(error)")
          }
        })
      first.finish(1)
      #expect(toy.journal.lines.isEmpty)
      #expect(tab.children.map(\.id.name) == ["edit"])
    }
  }

  @Test("A second task that awaits a child gets “cancelled” at once, and the child continues")
  func awaitedTwice() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let sheet = Flow<Int>("sheet", screen: SheetScreen("sheet"))
      let begun = tab.begin(sheet, .present)
      for name in ["first", "second"] {
        tab.perform(name) { toy.journal.write("\(name) \(await begun.outcome().words)") }
      }
      await app.session.settle()
      #expect(toy.journal.lines == ["second ended cancelled"])
      sheet.finish(3)
      await app.session.settle()
      #expect(toy.journal.lines == ["second ended cancelled", "first finished 3"])
      #expect(await begun.outcome() == .finished(3))
    }
  }

  @Test("An error about an identifier names it")
  func errors() {
    #expect("\(CoordinatorError.duplicateIdentifier("edit"))".contains("edit"))
    #expect("\(CoordinatorError.unknownIdentifier("edit"))".contains("edit"))
  }
}

private final class Titled: Coordinator<Int> {
  let title: String

  init(_ title: String = "untitled") {
    self.title = title
    super.init()
  }

  override func start() {
    push(DetailScreen(title))
  }
}
