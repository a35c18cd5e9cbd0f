import Accounts
import Core
import Services
import TestKit
import Testing

@testable import Auth

@Suite("Editing an account")
@MainActor struct EditAccountTests {
  private let harness = AuthHarness()

  @Test("Forms in two windows that change different fields keep both changes")
  func bothChanges() async throws {
    let ada = try await harness.signedInAccount()
    await withApp({ harness.session() }) { one in
      await withApp({ harness.session() }) { two in
        await one.tap("edit")
        await two.tap("edit")
        await one.fill("name", "Ada Lovelace")
        await one.tap("save")
        await two.fill("email", "lovelace@example.org")
        await two.fill("old-password", AuthHarness.password)
        await two.tap("save")
        #expect(two.title == "Ada Lovelace" && two.notice == "Saved.")
      }
    }
    let saved = try await harness.accountStore.record(ada.id)?.account
    #expect(saved?.name == "Ada Lovelace" && saved?.email.text == "lovelace@example.org")
  }

  @Test("A name that is saved after another window has changed the address keeps that address")
  func nameAlone() async throws {
    let ada = try await harness.signedInAccount()
    try await withApp({ harness.session() }) { app in
      await app.tap("edit")
      _ = try await harness.accounts.change(
        ada.id, name: nil, email: EmailAddress("lovelace@example.org"),
        password: Secret(AuthHarness.password))
      await app.fill("name", "Ada Lovelace")
      await app.tap("save")
      #expect(app.title == "Ada Lovelace" && app.notice == "Saved.")
    }
    let saved = try await harness.accountStore.record(ada.id)?.account
    #expect(saved?.name == "Ada Lovelace" && saved?.email.text == "lovelace@example.org")
  }

  @Test("Another address needs the current password, and nothing is saved without it")
  func password() async throws {
    let ada = try await harness.signedInAccount()
    try await withApp({ harness.session() }) { app in
      await app.tap("edit")
      // A short label, which 80 columns don't cut.
      let field = app.content.fields.first { $0.id == "old-password" }
      #expect(field?.label == "Current password" && field?.placeholder == "to change the e-mail")
      await app.fill("name", "Ada Lovelace")
      await app.fill("email", "lovelace@example.org")
      await app.tap("save")
      #expect(app.problem(of: "old-password") == "This is required.")
      await app.fill("old-password", "not this one")
      await app.tap("save")
      await app.fill("name", "Ada Lovelace")
      #expect(app.problem(of: "old-password") == "Wrong password.", "the password is the same")
      let unchanged = try await harness.accountStore.record(ada.id)?.account
      #expect(unchanged == ada)
      await app.fill("old-password", AuthHarness.password)
      await app.tap("save")
      #expect(app.title == "Ada Lovelace" && app.notice == "Saved.")
      #expect(app.content.subtitle == "lovelace@example.org")
    }
  }

  @Test("The address of another account is refused, without advice to sign in")
  func othersAddress() async throws {
    let ada = try await harness.account()
    try await harness.account("Bo")
    _ = try await harness.accounts.beginSession(of: ada)
    await withApp({ harness.session() }) { app in
      await app.tap("edit")
      await app.fill("email", "bo@example.org")
      await app.fill("old-password", AuthHarness.password)
      await app.tap("save")
      let problem = "This address already has an account. Use another address."
      #expect(app.problem(of: "email") == problem)
      await app.fill("name", "Ada Lovelace")
      #expect(app.problem(of: "email") == problem, "the address is the same")
      await app.fill("email", "lovelace@example.org")
      #expect(app.problem(of: "email") == nil)
    }
  }

  @Test("Wrong passwords for another address cause the wait of a sign-in")
  func wait() async throws {
    let ada = try await harness.signedInAccount()
    await withApp({ harness.session() }) { app in
      await app.tap("edit")
      await app.fill("email", "lovelace@example.org")
      await app.fill("old-password", "not this one")
      for _ in 0..<4 { await app.tap("save") }
      #expect(app.notice == "Too many failed attempts. Try again in 5 seconds.")
      await #expect(throws: AuthError.self) {
        try await harness.accounts.signIn(email: ada.email, password: Secret(AuthHarness.password))
      }
      harness.clock.advance(by: .seconds(5))
      await app.fill("old-password", AuthHarness.password)
      await app.tap("save")
      #expect(app.content.subtitle == "lovelace@example.org")
    }
  }

  @Test("A code for the former address is invalid after the address was changed")
  func formerCode() async throws {
    let (accounts, ada) = (harness.accounts, try await harness.account())
    let code = Secret(try #require(try await accounts.sendCode(to: ada.email)))
    let changed = try await accounts.change(
      ada.id, name: nil, email: EmailAddress("lovelace@example.org"),
      password: Secret(AuthHarness.password))
    await #expect(throws: AuthError.wrongCode) {
      try await accounts.reset(email: changed.email, code: code, to: Secret("another good one"))
    }
  }

  @Test("A password that is the name from another window is refused at its field")
  func personalPassword() async throws {
    let ada = try await harness.signedInAccount()
    await withApp({ harness.session() }) { one in
      await withApp({ harness.session() }) { two in
        await two.tap("password")
        await one.tap("edit")
        await one.fill("name", "Ada Lovelace")
        await one.tap("save")
        await two.fill("old-password", AuthHarness.password)
        await two.fill("new-password", "Ada Lovelace")
        await two.tap("save")
        #expect(two.title == "Change password")
        #expect(two.text.contains("Don't use your name or address as a password."))
      }
    }
    _ = try await harness.accounts.signIn(email: ada.email, password: Secret(AuthHarness.password))
  }

  @Test("An address that another window has changed is the one that confirms a deletion")
  func deletedMeanwhile() async throws {
    let ada = try await harness.signedInAccount()
    await withApp({ harness.session() }) { app in
      await app.tap("delete")
      _ = try? await harness.accounts.change(
        ada.id, name: nil, email: EmailAddress("lovelace@example.org"),
        password: Secret(AuthHarness.password))
      _ = await harness.feature?.feature.reload?()
      await app.fill("confirmation", "ada@example.org")
      await app.tap("delete")
      #expect(app.text.contains("This is not the address of this account."))
      await app.fill("confirmation", "lovelace@example.org")
      await app.tap("delete")
      #expect(app.session.consumeNotices() == [.posted(AuthText.deleted)])
    }
    #expect(try await harness.accountStore.record(ada.id) == nil)
  }

  @Test("A change of the address that is cancelled while the password is checked is not saved")
  func cancelled() async throws {
    let ada = try await harness.signedInAccount()
    let held = HeldHashing(harness.hashing)
    let slow = AuthHarness(accounts: harness.accountStore, hashing: held)
    try await withApp({ slow.session() }) { app in
      await app.tap("edit")
      await app.fill("email", "lovelace@example.org")
      await app.fill("old-password", AuthHarness.password)
      let saving = Task { @MainActor in _ = await app.session.perform("save") }
      await held.gate.arrived()
      #expect(app.session.activity.cancelNewestAction())
      held.gate.open()
      await saving.value
      #expect(app.title == "Edit account" && app.notice == "Cancelled.")
      #expect(app.value(of: "email") == .text("lovelace@example.org"))
      let stored = try await harness.accountStore.record(ada.id)?.account
      #expect(stored == ada)
    }
  }

  @Test("A change is shown if its form is closed as soon as it is saved")
  func closedMeanwhile() async throws {
    let closing = ClosingForm()
    let store = InterruptedAccountStore(
      store: MemoryAccountStore(), afterChange: { await closing.close() })
    let harness = AuthHarness(accounts: store)
    try await harness.signedInAccount()
    await withApp({ harness.session() }) { app in
      await app.tap("edit")
      await app.fill("name", "Ada Lovelace")
      closing.form = app.session.root.tabCoordinator(.account)?.children.last
      _ = await app.session.perform("save")
      await app.session.settleAll()
      #expect(app.title == "Ada Lovelace" && app.notice == nil)
    }
  }

  @Test("A form that is opened clears the last result of the account's page")
  func clearedByForm() async throws {
    try await harness.signedInAccount()
    await withApp({ harness.session() }) { app in
      await app.tap("edit")
      await app.fill("name", "Ada Lovelace")
      await app.tap("save")
      #expect(app.notice == "Saved.")
      await app.tap("edit")
      await app.close()
      #expect(app.title == "Ada Lovelace" && app.notice == nil)
    }
  }

  @Test("The letters of the address can be changed alone, as they are typed, without the password")
  func spelling() async throws {
    let database = try TestDatabase.auth()
    let harness = AuthHarness(accounts: DatabaseAccountStore(database))
    let ada = try await harness.signedInAccount()
    await withApp({ harness.session() }) { app in
      await app.tap("edit")
      await app.fill("email", "Ada@Example.org")
      await app.tap("save")
    }
    let saved = try await harness.accountStore.record(ada.id)?.account
    #expect(saved?.email.text == "Ada@Example.org")
  }
}

/// A form that is closed while its action runs.
@MainActor private final class ClosingForm {
  weak var form: AnyCoordinator?

  func close() { form?.stop() }
}

extension AppDriver {
  /// The problem of a field, or nil.
  fileprivate func problem(of field: Field.ID) -> String? {
    content.fields.first { $0.id == field }?.problem
  }
}
