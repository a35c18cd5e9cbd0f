// Needs: Auth, Backups, Books, Onboarding, Transfers

import Inspection
import Core
import Services
@testable import AppComposition
import AppTerminal
import Foundation
import Shell
import TestKit
import Testing

@Suite("A session that another window ends")
@MainActor struct SessionElsewhereTests {
  private let disk: Disk
  private var copy: String { "\(disk.path)/copy.sqlite" }

  init() throws { disk = try Disk() }

  /// Opens a window with Ada signed in; a backup from before her sign-in exists.
  private func windowOfAda() async throws -> AppDriver {
    let window = try await disk.window()
    await window.skipOnboarding()
    let backup = try await Program(arguments: ["--data-dir", disk.path, "backup", copy]).run()
    #expect(backup.status == 0, "\(backup.messages)")
    await window.open("booksapp://account")
    await window.tap("create")
    await window.createAccount("Ada")
    return window
  }

  private func restore(_ copy: String, in window: AppDriver) async {
    await window.open("booksapp://transfers")
    await window.choose("Restore a backup")
    await window.fill("file", copy)
    await window.tap("start")
    await window.tap("restore")
  }

  private func isSignedIn(_ window: AppDriver) -> Bool {
    window.session.facts.contains("signed in")
  }

  @Test("A restore in another window signs this window out with a message and stops its writes")
  func restored() async throws {
    let one = try await windowOfAda()
    let two = try await disk.window()
    #expect(isSignedIn(two))
    await two.open("booksapp://books/dune")
    await two.tap("start")
    await two.tap("notes")
    await two.fill("notes", "sesquipedalian")
    await restore(copy, in: one)
    #expect(await two.session.perform("save") == .notVisible)
    #expect(!isSignedIn(two))
    #expect(two.session.consumeNotices() == [.endedOutside])
    #expect(try disk.files(holding: "sesquipedalian").isEmpty)
    // The window is a guest's now, and continues.
    await two.open("booksapp://books/dune")
    await two.tap("want")
    #expect(two.notice == "Added to “Want to read”.", "\(two.text)")
    await two.session.settleAll()
    #expect(two.session.consumeNotices() == [])
    await disk.end(one, two)
  }

  @Test("A window that has deleted its account continues as a guest's")
  func deleted() async throws {
    let window = try await windowOfAda()
    await window.tap("delete")
    await window.fill("confirmation", "ada@example.org")
    await window.tap("delete")
    #expect(!isSignedIn(window))
    await window.open("booksapp://books/dune")
    await window.tap("want")
    #expect(window.notice == "Added to “Want to read”.", "\(window.text)")
    await window.open("booksapp://account")
    await window.tap("create")
    await window.createAccount("Bo")
    await window.tap("leave")
    #expect(isSignedIn(window))
    await disk.end(window)
  }

  @Test("A session that another window has ended saves no change, not even one in progress")
  func meanwhile() async throws {
    let one = try await windowOfAda()
    let account = try #require(one.session.context.owner.owner.account)
    let services = HeldServices()
    let storage = try await AppStorage.open(AppFolders(dataFolder: disk.path, environment: [:]))
    let session = AppWorld(
      AppOptions(LaunchOptions(dataFolder: disk.path, now: CalendarDate("2026-11-20"))),
      storage: storage, wrapping: services.wrappers
    ).makeSession()
    let two = await disk.launched(session)
    await two.open("booksapp://books/dune")
    services.hold(next: .entry)
    let adding = Task { await session.perform("want") }
    await services.arrived()
    await restore(copy, in: one)
    services.release()
    #expect(await adding.value == .performed)
    await session.settleAll()
    #expect(!isSignedIn(two))
    #expect(session.consumeNotices() == [.endedOutside])
    let tables = try storage.database.read("looking for tables") { reader throws(StorageError) in
      try reader.rows(
        "SELECT m.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE c.name = 'owner'"
      ) { row throws(StorageError) in try row.string(0) }
    }
    #expect(!tables.isEmpty)
    for table in tables {
      let rows = try storage.database.read("looking for rows") { reader throws(StorageError) in
        try reader.rows(
          "SELECT 1 FROM \(table) WHERE owner LIKE ?", [.text("%\(account.rawValue)%")]
        ) { _ throws(StorageError) in 1 }
      }
      #expect(rows == [], "\(table)")
    }
    await disk.end(one, two)
  }

  /// Opens a window whose clock a test moves.
  private func window(_ clock: ManualClock) async throws -> AppDriver {
    var wrappers = ServiceWrappers()
    wrappers.clock = { _ in clock }
    wrappers.protectionClock = { _ in clock }
    let storage = try await AppStorage.open(AppFolders(dataFolder: disk.path, environment: [:]))
    let options = AppOptions(LaunchOptions(dataFolder: disk.path))
    return await disk.launched(
      AppWorld(options, storage: storage, wrapping: wrappers).makeSession())
  }

  @Test("A window in which a session seems to have expired does not end the session")
  func extended() async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
    let one = try await window(clock)
    await one.join("Ada")
    clock.advance(by: .seconds(20 * 86_400))
    // The start of another window extends it by thirty days.
    let two = try await window(clock)
    clock.advance(by: .seconds(15 * 86_400))
    await one.open("booksapp://books/dune")
    await one.tap("want")
    #expect(one.notice == "Added to “Want to read”.", "\(one.text)")
    #expect(isSignedIn(one) && one.session.consumeNotices() == [])
    await two.signOut()
    await two.open("booksapp://account")
    await two.tap("create")
    await two.createAccount("Bo")
    clock.advance(by: .seconds(16 * 86_400))
    let bo = two.session.context.owner.owner
    #expect(await one.session.home() == .nothingToLeave)
    await one.session.settleAll()
    #expect(one.session.context.owner.owner == bo)
    #expect(one.session.consumeNotices() == [.endedOutside])
    await two.open("booksapp://books/dune")
    #expect(isSignedIn(two) && two.session.context.owner.owner == bo)
    let next = try await window(clock)
    #expect(next.session.context.owner.owner == bo)
    await disk.end(one, two, next)
  }

  @Test("A guest's window says where the books are that another window has moved to an account")
  func movedBooks() async throws {
    let one = try await disk.window()
    await one.skipOnboarding()
    await one.open("booksapp://books/dune")
    await one.tap("want")
    let two = try await disk.window()
    await two.open("booksapp://account")
    await two.tap("create")
    await two.createAccount("Ada")
    await two.tap("move")
    for _ in 1...2 {
      await one.open("booksapp://shelves/want-to-read")
      await one.session.settleAll()
    }
    #expect(one.rows.isEmpty)
    let notice = Notice(
      "Another window has moved what you kept as a guest to an account. Sign in to see it here.")
    #expect(one.session.consumeNotices() == [.posted(notice)])
    await disk.end(one, two)
  }

  @Test("A sign-out in another window takes effect when the user comes back, before any request")
  func refreshed() async throws {
    let one = try await windowOfAda()
    let two = try await disk.window()
    await two.session.settleAll()
    await one.signOut()
    two.session.refreshSoon()
    await two.session.activity.settleAll()
    #expect(!isSignedIn(two))
    #expect(two.session.consumeNotices() == [.endedOutside])
    await disk.end(one, two)
  }

  @Test("An expired session ends when the user comes back, and the app asks to sign in again")
  func expired() async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
    let one = try await window(clock)
    await one.join("Ada")
    clock.advance(by: .seconds(31 * 86_400))
    one.session.refreshSoon()
    await one.session.activity.settleAll()
    #expect(!isSignedIn(one) && one.title == "Sign in")
    await disk.end(one)
  }

  @Test("Another window's sign-out signs this window out, and a sign-in there replaces its session")
  func somebodyElse() async throws {
    let one = try await windowOfAda()
    let two = try await disk.window()
    await one.signOut()
    await two.session.settleAll()
    #expect(!isSignedIn(two))
    #expect(two.session.consumeNotices() == [.endedOutside])
    await two.open("booksapp://account")
    await two.tap("sign-in")
    await two.signIn("Ada")
    await one.open("booksapp://account")
    await one.tap("create")
    await one.createAccount("Bo")
    await two.session.settleAll()
    #expect(two.session.consumeNotices() == [.endedOutside])
    #expect(isSignedIn(two))
    #expect(two.session.context.owner.owner == one.session.context.owner.owner)
    let next = try await disk.window()
    #expect(next.session.context.owner.owner == one.session.context.owner.owner)
    await disk.end(one, two, next)
  }
}
