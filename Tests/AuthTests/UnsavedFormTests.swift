import Core
import Services
@testable import Auth
import TestKit
import Testing

@Suite("What is typed about an account is not lost without a question")
@MainActor struct UnsavedFormTests {
  private let harness = AuthHarness()

  @Test("Signing in is left without a question, whatever was typed to do it")
  func signIn() async {
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.fill("password", "half a passw")
      #expect(await app.close() == .left)
      #expect(app.title == "Guest")
    }
  }

  @Test("An address that came along from signing in is no reason to ask, the rest is")
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

  @Test("A form for an account that waits behind signing in is asked about")
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

  @Test("A new password that was typed with its code is asked about until it is set")
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
