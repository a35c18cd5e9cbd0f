// Needs: Auth, Backups, Books, Onboarding

import Core
import Services
import TestKit
import Testing

@Suite("A session that another window replaces by a later one of the same user")
@MainActor struct ReplacedSessionTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  /// Opens two windows with Ada signed in, the second one with notes that are typed and not saved.
  private func windows() async throws -> (one: AppDriver, two: AppDriver) {
    let one = try await disk.window()
    await one.join("Ada")
    let two = try await disk.window()
    await two.open("booksapp://books/dune")
    await two.tap("start")
    await two.tap("notes")
    await two.fill("notes", "sesquipedalian")
    return (one, two)
  }

  /// Expects that a window saves no notes, says why, and restarts with the user who is signed in.
  private func expectRestart(of window: AppDriver) async throws {
    #expect(await window.session.perform("save") == .notVisible)
    #expect(window.session.consumeNotices() == [.endedOutside])
    #expect(window.session.context.owner.isSignedIn)
    #expect(try disk.files(holding: "sesquipedalian").isEmpty)
  }

  @Test("A window saves nothing after a sign-out elsewhere, even if the user signs in there again")
  func signedInAgain() async throws {
    let (one, two) = try await windows()
    await one.signOut()
    await one.open("booksapp://account")
    await one.tap("sign-in")
    await one.signIn("Ada")
    #expect(one.session.context.owner.isSignedIn)
    try await expectRestart(of: two)
    await disk.end(one, two)
  }

  @Test("A window keeps its session and its input when another one changes the password")
  func newPassword() async throws {
    let (one, two) = try await windows()
    await one.open("booksapp://account")
    await one.tap("password")
    await one.fill("old-password", "Ada and a long password")
    await one.fill("new-password", "another good one")
    await one.tap("save")
    #expect(one.notice == "Password changed.")
    await two.tap("save")
    await two.session.settleAll()
    #expect(two.session.context.owner.isSignedIn)
    #expect(!two.session.consumeNotices().contains(.endedOutside))
    #expect(try !disk.files(holding: "sesquipedalian").isEmpty)
    await disk.end(one, two)
  }
}
