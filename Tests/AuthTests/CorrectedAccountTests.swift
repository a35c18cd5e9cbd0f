import Core
import Services
import TestKit
import Testing

@testable import Auth

@Suite("An account that was created, but not signed in")
@MainActor struct CorrectedAccountTests {
  private let database: TestDatabase
  private let harness: AuthHarness

  init() throws {
    database = try TestDatabase.auth()
    harness = AuthHarness(accounts: DatabaseAccountStore(database))
  }

  private func record(for email: String) async throws -> AccountRecord? {
    try await harness.accountStore.record(for: EmailAddress(email))
  }

  /// Creates an account whose sign-in fails.
  private func createUnsigned(in app: AppDriver) async throws {
    try database.failSessions()
    await app.tap("create")
    await app.createAccount("Ada")
    #expect(app.title == "Create an account" && app.notice != nil)
    try database.execute("DROP TRIGGER failing")
  }

  @Test("A created account takes over another name, address and password; no second one is left")
  func corrected() async throws {
    try await withApp({ harness.session() }) { app in
      try await createUnsigned(in: app)
      let first = try #require(try await record(for: "ada@example.org"))
      await app.fill("name", "Ada Lovelace")
      await app.fill("email", "lovelace@example.org")
      await app.fill("password", "a corrected password")
      await app.tap("create")
      #expect(app.title == "Ada Lovelace" && app.notice == "You are signed in.")
      let former = try await record(for: "ada@example.org")
      #expect(former == nil)
      let signedIn = try await harness.accounts.signIn(
        email: EmailAddress("lovelace@example.org"), password: Secret("a corrected password"))
      #expect(signedIn.id == first.account.id && signedIn.name == "Ada Lovelace")
    }
  }

  @Test(
    "An account that was created, but not signed in, needs its current password",
    arguments: [false, true])
  func replacedPassword(isRenamed: Bool) async throws {
    try await withApp({ harness.session() }) { app in
      try await createUnsigned(in: app)
      let first = try #require(try await record(for: "ada@example.org"))
      try await harness.accounts.changePassword(
        of: first.account.id, from: Secret(AuthHarness.password), to: Secret("another good one"))
      if isRenamed { await app.fill("name", "Ada Lovelace") }
      await app.tap("create")
      #expect(app.title == "Create an account" && !app.session.context.owner.isSignedIn)
      let kept = try await record(for: "ada@example.org")
      #expect(kept?.account == first.account)
    }
  }

  @Test(
    "A created account is the same one after another window has changed its address",
    arguments: [false, true])
  func changedAddress(isRenamed: Bool) async throws {
    try await withApp({ harness.session() }) { app in
      try await createUnsigned(in: app)
      let first = try #require(try await record(for: "ada@example.org"))
      _ = try await harness.accounts.change(
        first.account.id, name: nil, email: EmailAddress("lovelace@example.org"),
        password: Secret(AuthHarness.password))
      if isRenamed { await app.fill("name", "Ada Lovelace") }
      await app.tap("create")
      #expect(app.title == (isRenamed ? "Ada Lovelace" : "Ada"))
      let (former, kept) = (
        try await record(for: "ada@example.org"), try await record(for: "lovelace@example.org")
      )
      #expect(former == nil && kept?.account.id == first.account.id)
    }
  }

  @Test("A created account stays as it is if another window has changed its password meanwhile")
  func changedElsewhere() async throws {
    try await withApp({ harness.session() }) { app in
      try await createUnsigned(in: app)
      let first = try #require(try await record(for: "ada@example.org"))
      try await harness.accounts.changePassword(
        of: first.account.id, from: Secret(AuthHarness.password), to: Secret("another good one"))
      await app.fill("email", "lovelace@example.org")
      await app.tap("create")
      #expect(app.title == "Ada", "another account")
      let other = try #require(try await record(for: "lovelace@example.org"))
      #expect(other.account.id != first.account.id)
      let kept = try await record(for: "ada@example.org")
      #expect(kept?.account == first.account)
    }
  }
}
