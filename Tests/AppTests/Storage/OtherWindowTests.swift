// Needs: Auth, Backups, Books, Onboarding

@testable import Core
import Services
import TestKit
import Testing

@Suite("Changes of another window")
@MainActor struct OtherWindowTests {
  @Test("An action first applies another window's changes, and waits for no background work")
  func duringBackup() async throws {
    let disk = try Disk()
    let one = try await disk.window()
    await one.skipOnboarding()
    await one.open("booksapp://books/dune")
    let two = try await disk.window()
    // So that no earlier check finds what the other window changes.
    await one.session.settleAll()
    let (end, continuation) = AsyncStream<Never>.makeStream()
    one.session.root.performInBackground("long backup") { for await _ in end {} }
    await two.open("booksapp://books/dune")
    await two.tap("want")
    #expect(await one.session.perform("want") == .unknown, "the book is on this shelf already")
    await one.tap("start")
    #expect(one.notice == "Moved to “Reading”.")
    continuation.finish()
    await disk.end(one, two)
  }

  @Test(
    "An account deleted in another window leaves no last screens, whatever is requested next",
    arguments: ["back", "home", "tab", "link"])
  func deletedAccount(request: String) async throws {
    let disk = try Disk()
    let one = try await disk.window()
    await one.join("Zenobia")
    let account = try #require(one.session.context.owner.owner.account)
    let two = try await disk.window()
    await two.open("booksapp://books/dune")
    await one.open("booksapp://account")
    await one.tap("delete")
    await one.fill("confirmation", "zenobia@example.org")
    await one.tap("delete")
    switch request {
    case "back": await two.back()
    case "home": await two.home()
    case "tab": await two.tab("Shelves")
    default: await two.open("booksapp://books/emma")
    }
    await two.session.settleAll()
    #expect(!two.session.context.owner.isSignedIn)
    await disk.end(one, two)
    let holding = try disk.files(holding: account.rawValue)
    #expect(holding.filter { !$0.hasPrefix("backups/") } == [])
  }

  @Test("Another window's changes are applied later if the request that found them was cancelled")
  func cancelledRequest() async throws {
    let disk = try Disk()
    let one = try await disk.window()
    await one.join("Ada")
    let two = try await disk.window()
    await two.tab("Shelves")
    await two.session.settleAll()
    let shelf = try #require(two.content.rows.first { $0.title == "Reading" }?.id)
    await one.signOut()
    // The request opens a screen, whose route is not saved either.
    let request = Task { await two.session.select(shelf) }
    request.cancel()
    _ = await request.value
    await two.session.activity.settleAll()
    #expect(!two.session.context.owner.isSignedIn)
    #expect(two.session.consumeNotices() == [.endedOutside])
    await disk.end(one, two)
  }

  @Test("A guest's window reports no move of a backup that another window has restored")
  func restoredMove() async throws {
    let disk = try Disk()
    func run(_ words: String...) async throws {
      let result = try await Program(arguments: ["--data-dir", disk.path] + words).run()
      #expect(result.status == 0, "\(result.messages)")
    }
    let (before, after) = ("\(disk.path)/before.sqlite", "\(disk.path)/after.sqlite")
    let one = try await disk.window()
    await one.skipOnboarding()
    try await run("backup", before)
    await one.open("booksapp://books/dune")
    await one.tap("want")
    await one.open("booksapp://account")
    await one.tap("create")
    await one.createAccount("Ada")
    await one.tap("move")
    await one.signOut()
    try await run("backup", after)
    await disk.end(one)
    try await run("restore", before, "--yes")
    let two = try await disk.window()
    await two.open("booksapp://books/emma")
    await two.tap("want")
    try await run("restore", after, "--yes")
    await two.open("booksapp://shelves/want-to-read")
    await two.session.settleAll()
    #expect(two.rows.isEmpty && two.session.consumeNotices() == [])
    await disk.end(two)
  }

  @Test("A screen that loads nothing when it appears shows another window's changes once applied")
  func withoutAppearance() async throws {
    let disk = try Disk()
    let one = try await disk.window()
    await one.skipOnboarding()
    let two = try await disk.window()
    for window in [one, two] {
      await window.tab("Account")
      await window.choose("Yearly goal")
    }
    let before = two.session.cachedSnapshot
    await one.fill("goal", "77")
    await one.tap("save")
    _ = await two.session.otherWindows?.apply()
    #expect(two.session.cachedSnapshot != before)
    #expect(two.session.cachedSnapshot == two.session.snapshot)
    await disk.end(one, two)
  }
}
