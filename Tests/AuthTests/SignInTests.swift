import Inspection
import Core
import Services
@testable import Auth
import Foundation
import TestKit
import Testing

@Suite("Signing in and out")
@MainActor struct SignInTests {
  private let harness = AuthHarness()

  @Test("A guest creates an account, is signed in and stays on the same screen")
  func create() async {
    await withApp({ harness.session() }) { app in
      #expect(app.title == "Guest")
      await app.tap("create")
      #expect(app.value(of: "name") == .text("Suggested"))
      await app.createAccount("Ada")
      #expect(app.title == "Ada")
      #expect(app.notice == "You are signed in.")
      #expect(app.session.facts == ["signed in"])
      #expect(!app.session.log.lines.joined().contains(AuthHarness.password))
    }
    // The same user is signed in after a restart.
    await withApp({ harness.session() }) { app in #expect(app.title == "Ada") }
  }

  @Test("Problems are shown at their fields, and the input is kept")
  func validation() async throws {
    try await harness.account("Bo")
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.fill("name", "‮Ada")
      await app.fill("email", "no address")
      await app.fill("password", "short")
      await app.tap("create")
      let problems = app.content.fields.filter { $0.problem != nil }.map(\.id)
      #expect(problems == ["name", "email", "password", "terms"])
      #expect(app.value(of: "email") == .text("no address"))
      #expect(app.value(of: "password") == .filled)
      await app.fill("email", "BO@example.org")
      await app.fill("name", "Ada")
      await app.fill("password", AuthHarness.password)
      await app.fill("terms", "accept")
      #expect(app.content.fields.allSatisfy { $0.problem == nil })
      await app.tap("create")
      #expect(
        app.content.fields[1].problem?.hasPrefix("This address already has an account") == true)
      await app.tap("sign-in")
      #expect(app.title == "Sign in")
      #expect(app.value(of: "email") == .text("BO@example.org"), "it need not be typed twice")
      await app.signIn("Bo")
      #expect(app.title == "Bo")
    }
  }

  @Test("Without a typed password, its strength is not judged, and the page asks for one")
  func strengthOfNothing() async {
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.tap("strength")
      #expect(app.notice == "Enter a password first.")
      await app.fill("password", "short")
      #expect(app.notice == nil)
      await app.tap("strength")
      #expect(app.notice == "Weak password. Make it longer.")
    }
  }

  @Test(
    "A password that can't be hashed is refused with the reason",
    arguments: [
      (
        PasswordHashingError.unusable(maximumLength: 511),
        "This password has a character that can't be used, or is too long. Choose another one."
      ),
      (.failed, "The password could not be secured on this machine; try again."),
    ])
  func hashing(_ error: PasswordHashingError, _ notice: String) async {
    let harness = AuthHarness(hashing: FailingHashing(error: error))
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      #expect(app.title == "Create an account" && app.notice == notice)
    }
  }

  @Test(
    "A guest's data moves to the account, stays, or waits for a later move",
    arguments: [
      "move", "leave",
    ])
  func guestData(answer: String) async throws {
    let ada = try await harness.account()
    try await harness.values(of: .guest).set(Data("1".utf8), for: "book")
    try await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.signIn("Ada")
      #expect(app.title == "Move what you kept as a guest to this account?")
      await app.tap(answer)
      #expect(app.title == "Ada")
      let end = answer == "move" ? " Moved 1 things to your account." : ""
      #expect(app.notice == "You are signed in." + end)
      let moved = try await harness.values(of: .account(ada.id)).value(for: "book") != nil
      #expect(moved == (answer == "move"))
      #expect((app.content.action("move") != nil) == !moved)
      if !moved {
        await app.tap("move")
        #expect(app.title == "Move what you kept as a guest to this account?")
        await app.tap("move")
      }
      #expect(app.content.action("move") == nil)
      #expect(try await harness.values(of: .account(ada.id)).value(for: "book") != nil)
    }
  }

  @Test("Leaving the question about a guest's books moves nothing, and signs in")
  func closedQuestion() async throws {
    let ada = try await harness.account()
    try await harness.values(of: .guest).set(Data("1".utf8), for: "book")
    try await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.signIn("Ada")
      await app.close()
      #expect(app.title == "Ada")
      await app.session.settleAll()
      #expect(app.session.consumeNotices() == [.posted(AuthText.leftWithGuest)])
      let moved = try await harness.values(of: .account(ada.id)).value(for: "book")
      #expect(moved == nil)
      let left = try await harness.values(of: .guest).value(for: "book")
      #expect(left != nil)
    }
  }

  @Test("Signing out asks first, and then closes all screens")
  func signOut() async throws {
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.signIn("Ada")
      await app.tap("sign-out")
      await app.tap("stay")
      #expect(app.title == "Ada")
      await app.tap("sign-out")
      await app.tap("Sign out")
      #expect(app.title == "Guest")
      #expect(app.session.context.owner.owner == .guest)
    }
    await withApp({ harness.session() }) { app in #expect(app.title == "Guest") }
  }

  @Test("Deleting an account needs its address as confirmation, and leaves no data")
  func delete() async throws {
    let ada = try await harness.account()
    try await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.signIn("Ada")
      try await harness.values(of: .account(ada.id)).set(Data("1".utf8), for: "book")
      await app.tap("delete")
      #expect(app.text.contains(", and with it 1 things. This cannot be undone."))
      await app.fill("confirmation", "somebody@example.org")
      await app.tap("delete")
      #expect(app.content.fields.first?.problem != nil)
      await app.fill("confirmation", "ADA@example.org")
      await app.tap("delete")
      #expect(app.session.consumeNotices() == [.posted(AuthText.deleted)])
      #expect(app.title == "Guest")
    }
    #expect(try await harness.store.values(withPrefix: "account/").map(\.key) == [])
    #expect(try await harness.accountStore.record(ada.id) == nil)
    #expect(try await harness.accountStore.session() == nil)
  }

  @Test("After the session has expired, the next action leads to signing in, and continues")
  func expiry() async throws {
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.signIn("Ada")
      await app.tap("password")
      await app.fill("old-password", "typed, and not saved")
      harness.clock.advance(by: .seconds(AccountService.sessionLength))
      #expect(await app.session.perform("save") == .notVisible)
      #expect(app.title == "Sign in")
      #expect(app.content.subtitle?.contains("session expired") == true)
      #expect(app.value(of: "email") == .text("ada@example.org"))
      await app.signIn("Ada")
      #expect(app.title == "Ada")
      #expect(app.session.consumeNotices() == [.posted(Notice("You are signed in."))])
      #expect(app.session.context.owner.isSignedIn)
    }
  }

  @Test("The name, the address and the password can be changed")
  func edit() async throws {
    try await harness.account()
    try await harness.account("Bo")
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.signIn("Ada")
      await app.tap("edit")
      await app.fill("email", "bo@example.org")
      await app.fill("old-password", AuthHarness.password)
      await app.tap("save")
      #expect(
        app.content.fields[1].problem?.hasPrefix("This address already has an account") == true)
      await app.fill("email", "lovelace@example.org")
      await app.fill("name", "Ada Lovelace")
      await app.tap("save")
      #expect(app.title == "Ada Lovelace")
      await app.tap("password")
      await app.fill("old-password", "not this one")
      await app.fill("new-password", "another good one")
      await app.tap("save")
      #expect(app.content.fields[0].problem == "Wrong password.")
      await app.fill("old-password", AuthHarness.password)
      await app.tap("save")
      #expect(app.notice == "Password changed.")
      await app.tap("sign-out")
      await app.tap("Sign out")
      await app.tap("sign-in")
      await app.signIn("Lovelace", password: "another good one")
      #expect(app.title == "Ada Lovelace")
    }
  }

  @Test("A link opens a feature's item of the account")
  func links() async throws {
    await withApp({ harness.session() }) { app in
      #expect(await app.open("booksapp://account/page") == .shown)
      #expect(app.title == "A page")
      #expect(await app.open("booksapp://account") == .shown)
      #expect(app.title == "Guest")
      let answer = await app.answer(to: "booksapp://account/nothing")
      #expect(answer == .refused(.noPage))
    }
  }
}

/// Hashes no password.
private struct FailingHashing: PasswordHashing {
  let error: PasswordHashingError

  func hash(_ password: Secret) async throws(PasswordHashingError) -> String { throw error }
  func verify(_ password: Secret, against hash: String) async -> Bool { false }
  func isCurrent(_ hash: String) -> Bool { true }
}
