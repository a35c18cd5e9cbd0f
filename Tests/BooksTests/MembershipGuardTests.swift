import Inspection
import Services
import Core
import TestKit
import Testing

@testable import Books

@Suite("Actions that need a membership") @MainActor
struct MembershipGuardTests {
  private let scene = BooksScene()

  init() {
    scene.requireEverything()
  }

  private func makeShelves() async throws {
    for number in 1...3 {
      try await scene.guestStore.save(Shelf(id: Shelf.ID("s\(number)"), name: "Shelf \(number)"))
    }
  }

  @Test("Three custom shelves are free, the fourth needs a membership")
  func shelves() async throws {
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      for name in ["Sea", "Crime", "Travel"] { await app.tap("new", name) }
      #expect(app.title == "Shelves")
      await app.tap("new", "Poems")
      #expect(app.title == "Membership")
      await app.close()
      #expect(app.notice?.contains("need a membership") == true)
      // The input is not lost.
      #expect(app.content.action("new")?.input?.value == .text("Poems"))
      #expect(app.rows.count == 6)
      await app.tap("new", "Poems")
      await app.tap("agree")
      #expect(app.rows.last == "Poems")
      #expect(app.notice == "Created “Poems”.")
      #expect(app.content.action("new")?.input?.value == nil)
      await app.tap("new", "More")
      #expect(app.rows.last == "More")
    }
    #expect(try await scene.guestStore.ownShelves().count == 5)
  }

  @Test("The name of an existing shelf creates no shelf and needs no membership")
  func sameName() async throws {
    try await makeShelves()
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      let standard = ["want to read", "Want-to-read"].map { ($0, "Want to read") }
      for (typed, name) in [("SHELF 2", "Shelf 2")] + standard {
        await app.tap("new", typed)
        #expect(app.notice == "There is already a shelf named “\(name)”.")
        #expect(app.content.action("new")?.input?.value == .text(typed))
      }
      #expect(app.title == "Shelves")
      #expect(app.rows.count == 6)
    }
  }

  @Test(
    "An unreadable name is not the name of a shelf",
    arguments: ["\u{200B}", "a\u{202E}b", "\u{7}", String(repeating: "x", count: 61)])
  func unreadableName(name: String) async throws {
    try await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.tap("new", name)
      #expect(app.notice?.hasPrefix("A shelf's name") == true)
      #expect(app.content.action("new")?.input?.value == .text(name))
      let shelves = try await scene.guestStore.ownShelves()
      #expect(shelves.isEmpty)
    }
  }

  @Test("The message about a refusal is gone when the user returns to the screen")
  func saidOnce() async throws {
    try await makeShelves()
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      await app.tap("new", "Poems")
      await app.close()
      #expect(app.notice?.contains("need a membership") == true)
      await app.tab("Search")
      await app.tab("Shelves")
      #expect(app.notice == nil)
    }
  }

  @Test("A shelf created for a book has the book on it")
  func chosen() async throws {
    try await makeShelves()
    try await scene.keepDune()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("shelve")
      await app.tap("new", "Sand")
      await app.close()
      #expect(app.title == "Choose a shelf")
      await app.tap("new", "Sand")
      await app.tap("agree")
      #expect(app.title == "Dune")
      #expect(app.text.contains("Sand"))
    }
    #expect(try await scene.guestStore.ownShelves().map(\.name).last == "Sand")
  }

  @Test("A blank name creates no shelf, and no shelf has a long name", arguments: Hostile.texts)
  func names(_ text: String) async throws {
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      _ = await app.session.perform("new", .value(.text(text)))
      #expect(app.title == "Shelves")
    }
    let names = try await scene.guestStore.ownShelves().map(\.name)
    #expect(names.allSatisfy { !$0.trimmed.isEmpty && $0.count <= Shelf.maximumNameLength })
    if text.allSatisfy(\.isWhitespace) { #expect(names == []) }
  }

  @Test("The detailed statistics are for members, and appear after joining")
  func details() async {
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      await app.tap("details")
      #expect(app.title == "Membership")
      await app.close()
      #expect(app.title == "Statistics")
      #expect(app.notice == "Detailed statistics are for members.")
      await app.tap("details")
      await app.tap("agree")
      #expect(app.title == "Detailed statistics")
      await app.back()
      #expect(app.notice == nil)
      await app.tap("details")
      #expect(app.title == "Detailed statistics")
    }
  }

  @Test("A link to the detailed statistics waits for the membership, and then opens them")
  func link() async throws {
    let link = try DeepLink("booksapp://statistics/detailed")
    await withApp(scene.session) { app in
      var answer: LinkAnswer?
      #expect(await app.session.open(link) { answer = $0 } == .waiting(for: .screen("Membership")))
      await app.close()
      #expect(answer == .refused(.place(RouteRefusal(PlaceRefusal.onlyForMembers))))
      #expect(app.title == "Statistics")
      #expect(await app.session.open(link) { answer = $0 } == .waiting(for: .screen("Membership")))
      await app.tap("agree")
      #expect(answer == .shown)
      #expect(app.title == "Detailed statistics")
      await app.tab("Discover")
      #expect(await app.open("booksapp://statistics") == .shown)
      #expect(app.title == "Statistics")
    }
  }

  @Test(
    "Unknown links below statistics are refused",
    arguments: [
      "booksapp://statistics/", "booksapp://statistics/x", "booksapp://statistics/detailed/x",
      "booksapp://statistics/2026",
    ])
  func wrongLinks(_ text: String) async throws {
    let isTab = text.hasSuffix("/")
    await withApp(scene.session) { app in
      let answer = await app.answer(to: text)
      if isTab {
        #expect(answer == .shown)
      } else {
        #expect(answer == .refused(.noPage))
      }
    }
  }

  @Test("A restart restores a members' page only if the guard allows it")
  func restored() async throws {
    scene.isMember = true
    await withApp(scene.session) { app in
      await app.open("booksapp://statistics/detailed")
    }
    await withApp(scene.session, restoring: true) { app in
      #expect(app.title == "Detailed statistics")
    }
    scene.isMember = false
    await withApp(scene.session, restoring: true) { app in
      #expect(app.title != "Detailed statistics", "\(app.text)")
      #expect(!app.session.log.lines.contains { $0.contains(" push + StatisticsDetail") })
    }
  }

  @Test("Without requirements everything is free")
  func free() async {
    scene.requirements = BooksRequirements()
    await withApp(scene.session) { app in
      await app.tab("Shelves")
      for name in ["Sea", "Crime", "Travel", "Poems"] { await app.tap("new", name) }
      #expect(app.rows.last == "Poems")
      #expect(await app.open("booksapp://statistics/detailed") == .shown)
      #expect(app.title == "Detailed statistics")
    }
  }
}
