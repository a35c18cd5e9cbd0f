import Accounts
import Core
import Foundation
import Services
import Synchronization
import TestKit
import Testing

@testable import Auth

@Suite("Deleting a guest's data")
@MainActor struct ErasedGuestTests {
  private let harness = AuthHarness()

  private func keep(of owner: Owner) async throws {
    try await harness.values(of: owner).set(Data("1".utf8), for: "book")
  }

  private func isKept(of owner: Owner) async throws -> Bool {
    try await harness.values(of: owner).value(for: "book") != nil
  }

  @Test("A guest's data is deleted after a question that says how much there is")
  func erased() async throws {
    let ada = Owner.account(try await harness.account().id)
    for owner in [Owner.guest, ada] { try await keep(of: owner) }
    try await withApp({ harness.session() }) { app in
      for answer in ["keep", "delete"] {
        let isKept = try await isKept(of: .guest)
        #expect(isKept)
        await app.tap("delete")
        #expect(app.text.contains("This deletes 1 things and everything else"), "\(app.text)")
        #expect(!app.text.contains("stay"), "the app keeps no typed lines: \(app.text)")
        #expect(app.content.action("delete-all") == nil, "the app makes no backups")
        await app.tap(answer)
      }
      #expect(app.title == "Guest")
      #expect(app.session.consumeNotices() == [.posted(AuthText.guestDeleted)])
    }
    #expect(try await !isKept(of: .guest))
    #expect(try await isKept(of: ada))
  }

  @Test("A guest can also delete data that no summary has, such as stored answers")
  func unnamed() async {
    await withApp({ harness.session() }) { app in
      await app.tap("delete")
      #expect(app.text.contains("This deletes everything that is stored"), "\(app.text)")
      await app.tap("delete")
      #expect(app.session.consumeNotices() == [.posted(AuthText.guestDeleted)])
    }
  }

  @Test("A guest's page reads no summary, and the question says why it can't be read")
  func unread() async throws {
    try await keep(of: .guest)
    harness.readingProblem = .unavailable("the bank is closed")
    await withApp({ harness.session() }) { app in
      #expect(app.title == "Guest" && app.notice == nil)
      await app.tap("delete")
      #expect(app.title == "Guest" && app.notice?.contains("the bank is closed") == true)
    }
    #expect(try await isKept(of: .guest))
  }

  @Test("A deletion that fails says why, and keeps the data")
  func fails() async throws {
    try await keep(of: .guest)
    harness.movingProblem = .unavailable("the bank is closed")
    await withApp({ harness.session() }) { app in
      await app.tap("delete")
      await app.tap("delete")
      #expect(app.title == "Guest" && app.notice?.contains("the bank is closed") == true)
      #expect(app.session.consumeNotices() == [])
    }
    #expect(try await isKept(of: .guest))
  }

  @Test(
    "A deletion after another window has moved the data says only that it was moved, and once",
    arguments: [false, true])
  func movedMeanwhile(isKnown: Bool) async throws {
    try await keep(of: .guest)
    try await withApp({ harness.session() }) { app in
      await app.tap("delete")
      try await harness.values(of: .guest).set(nil, for: "book")
      try GuestMoves(store: harness.store, clock: harness.clock).add(in: nil)
      if isKnown { _ = await harness.feature?.feature.reload?() }
      await app.tap("delete")
      #expect(app.session.consumeNotices() == [.posted(AuthText.guestMoved)])
      #expect(app.title == "Guest")
    }
  }

  @Test("The automatic backups are deleted on request only", arguments: ["delete", "delete-all"])
  func backups(answer: String) async throws {
    try await keep(of: .guest)
    let count = Mutex([0, 0])
    harness.eraseBackups = BackupErasure(
      request: { _ in count.withLock { $0[0] += 1 } }, run: { count.withLock { $0[1] += 1 } })
    await withApp({ harness.session() }) { app in
      await app.tap("delete")
      let title = app.content.action("delete-all")?.title
      #expect(title?.contains("of all accounts in the backup folder") == true)
      await app.tap(answer)
    }
    let counted = count.withLock { $0 }
    #expect(counted == (answer == "delete-all" ? [1, 1] : [0, 0]))
    #expect(try await !isKept(of: .guest))
  }

  @Test("A guest with an unsaved form is asked about it before the deletion")
  func unsavedForm() async throws {
    try await keep(of: .guest)
    harness.pageLock = .unsavedForm
    await withApp({ harness.session(layout: .wide) }) { app in
      await app.choose("A page")
      await app.tap("delete")
      #expect(app.content.action("discard") != nil, "\(app.text)")
      await app.tap("keep")
      #expect(app.title != EraseGuestQuestion.title)
    }
    #expect(try await isKept(of: .guest))
  }

  @Test("A guest's deletion that leaves backups asks the guest to delete the files")
  func backupsLeft() async throws {
    try await keep(of: .guest)
    let error = StorageError.unavailable("a is locked")
    harness.eraseBackups = BackupErasure(
      request: { _ in }, run: { () throws(StorageError) in throw error })
    await withApp({ harness.session() }) { app in
      await app.tap("delete")
      await app.tap("delete-all")
      let notices = [AuthText.guestDeleted, AuthText.backupsLeft(error)]
      #expect(app.session.consumeNotices() == notices.map(SessionNotice.posted))
    }
    #expect(try await !isKept(of: .guest))
  }
}
