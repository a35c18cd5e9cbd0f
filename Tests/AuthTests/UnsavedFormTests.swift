import Core
import Foundation
import Services
@testable import Auth
import TestKit
import Testing

@Suite("Unsaved input of account forms")
@MainActor struct UnsavedFormTests {
  private let harness = AuthHarness()

  @Test("The sign-in form closes without a question, whatever was typed")
  func signIn() async {
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.fill("password", "half a passw")
      #expect(await app.close() == .left)
      #expect(app.title == "Guest")
    }
  }

  @Test("An address taken over from the sign-in form needs no question, other input does")
  func create() async {
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.tap("create")
      #expect(app.value(of: "email") == .text("ada@example.org"))
      #expect(await app.close() == .left)
      await app.tap("create")
      await app.fill("password", "half a passw")
      #expect(await app.close() == .blocked(by: .unsavedForm))
      await app.tap("keep")
      #expect(app.value(of: "password") == .filled)
      await app.close()
      await app.tap("discard")
      #expect(app.title == "Guest")
    }
  }

  @Test("A form whose account is stored, but not signed in, closes without a question")
  func stored() async throws {
    let database = try TestDatabase.auth()
    let harness = AuthHarness(accounts: DatabaseAccountStore(database))
    try database.failSessions()
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      #expect(app.title == "Create an account" && app.notice != nil)
      #expect(await app.close() == .left)
    }
  }

  @Test("A new account's form behind the sign-in form asks before it closes")
  func draft() async throws {
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.fill("name", "Ada Lovelace")
      await app.tap("sign-in")
      guard case .blocked(let lock) = await app.close() else {
        Issue.record("the draft is gone")
        return
      }
      #expect(lock.message == "The new account isn't saved yet.")
      await app.tap("keep")
      await app.tap("create")
      #expect(app.value(of: "name") == .text("Ada Lovelace"))
      await app.tap("sign-in")
      await app.signIn("Ada")
      #expect(app.title == "Ada", "who has an account needs no draft of one")
    }
    await withApp({ harness.session() }) { app in
      await app.tap("sign-out")
      await app.tap("Sign out")
      await app.tap("create")
      await app.tap("sign-in")
      #expect(await app.close() == .left, "nothing was typed")
    }
  }

  @Test("After a sign-in with a draft, the question about the guest's data can be left at once")
  func signedInWithDraft() async throws {
    try await harness.account()
    try await harness.values(of: .guest).set(Data("guest".utf8), for: "name")
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.fill("name", "Ada Lovelace")
      await app.tap("sign-in")
      await app.signIn("Ada")
      #expect(app.content.action("move") != nil, "\(app.title)")
      #expect(await app.home() == .left)
    }
  }

  @Test("After a new password is set, the question about the guest's data can be left at once")
  func setPassword() async throws {
    try await harness.account()
    try await harness.values(of: .guest).set(Data("guest".utf8), for: "name")
    await withApp({ harness.session() }) { app in
      await app.askForCode()
      await app.fill("code", app.sandboxCode)
      await app.fill("new-password", "another good one")
      await app.tap("save")
      #expect(app.content.action("move") != nil, "\(app.title)")
      #expect(await app.home() == .left)
    }
  }

  @Test("The form for a new password asks before it closes")
  func newPassword() async throws {
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.tap("forgot")
      #expect(await app.back() == .left)
      await app.tap("forgot")
      await app.tap("send")
      #expect(await app.back() == .left)
      await app.tap("send")
      await app.fill("new-password", "another good one")
      #expect(await app.back() == .blocked(by: .unsavedForm))
      await app.tap("discard")
      #expect(app.title == "Forgot password")
    }
  }
}
