// Needs: Books

import Core
import Services
import AppComposition
import TestKit
import Testing

@testable import Books

@Suite("Answers that arrive after another request", .timeLimit(.minutes(60)))
@MainActor struct LateAnswerTests {
  private let held = HeldServices()

  @Test("More results of an old search are not shown below the results of a new one")
  func more() async {
    await withHeldApp { app in
      await app.tap("search", "the")
      held.hold(next: .request)
      let more = Task.immediate { await app.tap("more") }
      await held.arrived()
      let search = Task.immediate { await app.tap("search", "emma") }
      held.release()
      await more.value
      await search.value
      let rows = app.rows
      await app.tap("search", "emma")
      #expect(rows == app.rows)
    }
  }

  @Test("A search names no number of books before the catalogue has answered")
  func number() async {
    await withHeldApp { app in
      held.hold(next: .request)
      let search = Task.immediate { await app.tap("search", "emma") }
      await held.arrived()
      #expect(app.content.subtitle == "“emma”")
      held.release()
      await search.value
      #expect(app.content.subtitle?.hasPrefix("“emma” · ") == true)
      #expect(app.content.subtitle?.contains(" book") == true)
    }
  }

  @Test("A search that was cleared before its answer stays cleared, also after a restart")
  func cleared() async {
    let world = Worlds.world(wrapping: held.wrappers)
    await withApp(world.makeSession) { app in
      await app.tab("Search")
      held.hold(next: .request)
      let search = Task.immediate { await app.tap("search", "dune") }
      await held.arrived()
      let clear = Task.immediate { await app.tap("clear") }
      held.release()
      await search.value
      await clear.value
      #expect(app.rows.isEmpty)
      #expect(app.content.subtitle == nil)
    }
    await withApp(world.makeSession, restoring: true) { app in
      #expect(app.title == "Search")
      #expect(app.content.subtitle == nil)
    }
  }

  @Test("A book that is put on two shelves at once is added to the library once")
  func twoShelves() async throws {
    try await withHeldApp { app in
      try await add(app) { await app.tap("start") }
      #expect(app.text.contains("Shelf: Reading"))
      #expect(app.notice == "Moved to “Reading”.")
      await app.tap("undo")
      #expect(app.text.contains("Shelf: Want to read"))
      await app.tap("undo")
      #expect(try await held.entries.isEmpty)
    }
  }

  @Test("A book that is rated while it is being added keeps its shelf")
  func rating() async throws {
    try await withHeldApp { app in
      try await add(app) { await app.tap("rate", "4") }
      #expect(app.text.contains("Shelf: Want to read"))
      #expect(app.text.contains("★★★★☆"))
    }
  }

  @Test("A form opened while a book is being added changes that entry")
  func form() async throws {
    try await withHeldApp { app in
      try await add(app) { await app.tap("notes") }
      await app.fill("Notes to yourself", "Sand.")
      await app.tap("save")
      #expect(try await held.entries.map(\.notes) == ["Sand."])
      #expect(app.text.contains("Shelf: Want to read"))
      await app.tap("undo")
      #expect(try await held.entries.map(\.notes) == [""])
    }
  }

  /// Adds a book, runs another action before it is stored, and checks that the book exists once.
  private func add(_ app: AppDriver, and other: @escaping @MainActor () async -> Void) async throws
  {
    await app.tap("search", "dune")
    await app.choose("Dune")
    held.hold(next: .entry)
    let want = Task.immediate { await app.tap("want") }
    await held.arrived()
    let otherTask = Task.immediate { await other() }
    held.release()
    await want.value
    await otherTask.value
    #expect(try await held.entries.count == 1)
  }

  private func withHeldApp(_ body: (AppDriver) async throws -> Void) async rethrows {
    try await withApp(Worlds.world(wrapping: held.wrappers).makeSession) { app in
      await app.tab("Search")
      try await body(app)
    }
  }
}
