import Core
import Services
import Auth
import Foundation
import TestKit
import Testing

@Suite("What comes between while somebody signs in")
@MainActor struct SignInMeanwhileTests {
  private let harness = AuthHarness()

  @Test("What was typed for a new account is still there after a look at the form to sign in")
  func backAndForth() async {
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.fill("name", "Ada")
      await app.fill("password", AuthHarness.password)
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.tap("create")
      #expect(app.value(of: "name") == .text("Ada"))
      #expect(app.value(of: "email") == .text("ada@example.org"))
      #expect(app.value(of: "password") == .filled)
    }
  }

  @Test("Whatever comes between, whoever made an account is signed in, and nothing is moved")
  func interrupted() async throws {
    try await harness.values(of: .guest).set(Data("1".utf8), for: "book")
    try await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      #expect(app.title == "Move your guest books to this account?")
      #expect(await app.open("booksapp://account/page") == .shown, "nothing is unsaved any more")
      #expect(app.session.context.owner.isSignedIn)
      let left = try await harness.values(of: .guest).value(for: "book")
      #expect(left != nil)
    }
    await withApp({ harness.session() }) { app in #expect(app.title == "Ada") }
  }

  @Test("Signing in while signing in is refused, and one of them goes on")
  func twice() async throws {
    try await whileSigningIn { app, held, first in
      #expect(await app.session.perform("sign-in") == .busy)
      held.letGo()
      await first.value
      #expect(app.title == "Ada")
    }
  }

  @Test("Going away while the password is looked at signs nobody in")
  func goneMeanwhile() async throws {
    try await whileSigningIn { app, held, first in
      async let closed = app.session.close()
      held.letGo()
      _ = await (first.value, closed)
      #expect(app.title == "Guest")
      #expect(!app.session.context.owner.isSignedIn)
    }
  }

  @Test("Cancelling while the password is looked at signs nobody in, and the form is as it was")
  func cancelledMeanwhile() async throws {
    try await whileSigningIn { app, held, first in
      #expect(app.session.activity.cancelNewestAction())
      held.letGo()
      await first.value
      #expect(app.title == "Sign in")
      #expect(app.value(of: "email") == .text("ada@example.org"))
      #expect(!app.session.context.owner.isSignedIn)
    }
  }

  /// Begins to sign in, and goes on while the password is being looked at.
  private func whileSigningIn(
    _ body: @MainActor (AppDriver, HeldHashing, Task<Void, Never>) async -> Void
  ) async throws {
    try await harness.account()
    let held = HeldHashing(harness.hashing)
    let slow = AuthHarness(accounts: harness.accountStore, hashing: held)
    await withApp({ slow.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.fill("password", AuthHarness.password)
      let first = Task { @MainActor in _ = await app.session.perform("sign-in") }
      await held.isAsked()
      await body(app, held, first)
    }
  }
}
