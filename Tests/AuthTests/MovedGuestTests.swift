import Accounts
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Auth

@Suite("A guest's window while another one moves the guest's data")
@MainActor struct MovedGuestTests {
  private let harness = AuthHarness()

  @Test("A guest's window says once that another window has moved the guest's data")
  func movedData() async throws {
    try await harness.values(of: .guest).set(Data("1".utf8), for: "a")
    await withApp({ harness.session() }) { one in
      let window = harness.feature
      await withApp({ harness.session() }) { two in
        await two.tap("create")
        await two.createAccount("Ada")
        await two.tap("move")
        #expect(two.session.consumeNotices() == [])
      }
      for expected in [[SessionNotice.posted(AuthText.guestMoved)], []] {
        _ = await window?.feature.reload?()
        #expect(one.session.consumeNotices() == expected)
      }
    }
  }

  @Test("A guest's window says nothing of another window's sign-in that leaves the data")
  func leftData() async throws {
    try await harness.values(of: .guest).set(Data("1".utf8), for: "a")
    await withApp({ harness.session() }) { one in
      let window = harness.feature
      await withApp({ harness.session() }) { two in
        await two.tap("create")
        await two.createAccount("Ada")
        await two.tap("leave")
      }
      _ = await window?.feature.reload?()
      #expect(one.session.consumeNotices() == [])
    }
  }

  @Test("The message names no account, because another one may be signed in by now")
  func otherAccount() async throws {
    try await harness.account("Bo")
    try await harness.values(of: .guest).set(Data("1".utf8), for: "a")
    await withApp({ harness.session() }) { one in
      let window = harness.feature
      await withApp({ harness.session() }) { two in
        await two.tap("create")
        await two.createAccount("Ada")
        await two.tap("move")
        await two.tap("sign-out")
        await two.tap("Sign out")
        await two.tap("sign-in")
        await two.signIn("Bo")
      }
      _ = await window?.feature.reload?()
      let notices = one.session.consumeNotices()
      #expect(notices == [.posted(AuthText.guestMoved)])
      #expect(!AuthText.guestMoved.text.contains("Bo"))
    }
  }

  @Test("A guest's window says nothing of a restored backup, but of the next move")
  func restored() async throws {
    let moves = GuestMoves(store: harness.store, clock: harness.clock)
    try moves.add(in: nil)
    try await withApp({ harness.session() }) { app in
      try await harness.store.set(nil, for: "auth/guest-moves")
      #expect(await harness.feature?.feature.reload?() == true)
      #expect(app.session.consumeNotices() == [])
      try moves.add(in: nil)
      #expect(await harness.feature?.feature.reload?() == true)
      #expect(app.session.consumeNotices() == [.posted(AuthText.guestMoved)])
    }
  }

  @Test("A guest's window that has noticed no restored backup reports a later move")
  func movedAfterRestoring() async throws {
    let moves = GuestMoves(store: harness.store, clock: harness.clock)
    try moves.add(in: nil)
    try await withApp({ harness.session() }) { app in
      try await harness.store.set(nil, for: "auth/guest-moves")
      harness.clock.advance(by: .seconds(1))
      try moves.add(in: nil)
      #expect(await harness.feature?.feature.reload?() == true)
      #expect(app.session.consumeNotices() == [.posted(AuthText.guestMoved)])
    }
  }

  @Test("Moving what another window has moved meanwhile says that nothing is left")
  func nothingLeft() async throws {
    try await harness.values(of: .guest).set(Data("1".utf8), for: "a")
    try await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      await app.tap("leave")
      try await harness.values(of: .guest).set(nil, for: "a")
      await app.tap("move")
      #expect(app.notice == "The guest no longer has anything to move.")
      #expect(app.title == "Ada" && app.content.action("move") == nil)
    }
  }

  @Test("A question about data that another window has deleted meanwhile moves and counts nothing")
  func deletedMeanwhile() async throws {
    try await harness.values(of: .guest).set(Data("1".utf8), for: "a")
    try await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      await app.tap("leave")
      await app.tap("move")
      #expect(app.title == MoveGuestQuestion.title)
      try await harness.values(of: .guest).set(nil, for: "a")
      await app.tap("move")
      #expect(app.notice == AuthText.nothingToMove.text)
      let moves = try await GuestMoves(store: harness.store, clock: harness.clock).lastMove()
      #expect(moves == 0)
    }
  }

  @Test("A sign-in whose question is about deleted data says that nothing is left")
  func deletedDuringSignIn() async throws {
    try await harness.account()
    try await harness.values(of: .guest).set(Data("1".utf8), for: "a")
    try await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.signIn("Ada")
      #expect(app.title == MoveGuestQuestion.title)
      try await harness.values(of: .guest).set(nil, for: "a")
      await app.tap("move")
      #expect(app.notice == "You are signed in.")
      #expect(app.session.consumeNotices() == [.posted(AuthText.nothingToMove)])
    }
  }

  @Test("A guest's data that can't be read is read again at the next reload")
  func unread() async throws {
    try await withApp({ harness.session() }) { app in
      try GuestMoves(store: harness.store, clock: harness.clock).add(in: nil)
      harness.readingProblem = .unavailable("it is away")
      #expect(await harness.feature?.feature.reload?() == false)
      #expect(app.session.consumeNotices() == [])
      harness.readingProblem = nil
      #expect(await harness.feature?.feature.reload?() == true)
      #expect(app.session.consumeNotices() == [.posted(AuthText.guestMoved)])
    }
  }
}
