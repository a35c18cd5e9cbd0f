import Core
import Services
import TestKit
import Testing

@testable import Auth

@Suite("Fields that a form needs")
@MainActor struct RequiredFieldTests {
  private let harness = AuthHarness()

  /// The problems of the visible form's fields, in order.
  private func problems(_ app: AppDriver) -> [String?] { app.content.fields.map(\.problem) }

  @Test("Signing in needs a valid address and a password")
  func signIn() async throws {
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.tap("sign-in")
      #expect(problems(app) == ["Enter your e-mail address.", "This is required."])
      await app.fill("email", "ada@")
      await app.fill("password", AuthHarness.password)
      await app.tap("sign-in")
      #expect(
        problems(app) == ["The part after the @ isn't a valid domain such as example.org.", nil])
      await app.signIn("Ada")
      #expect(app.title == "Ada")
    }
  }

  @Test("Asking for a code needs a valid address, which ends the problem of an earlier message")
  func code() async throws {
    let harness = AuthHarness(mail: OfflineMail())
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.tap("forgot")
      await app.tap("send")
      #expect(app.title == "Forgot password")
      #expect(problems(app) == ["Enter your e-mail address."])
      await app.fill("email", "ada@example.org")
      await app.tap("send")
      #expect(app.notice?.hasPrefix("The e-mail with the code could not be sent.") == true)
      await app.fill("email", "ada@")
      await app.tap("send")
      #expect(app.notice == nil)
      #expect(problems(app) == ["The part after the @ isn't a valid domain such as example.org."])
    }
  }

  @Test("Setting a new password needs the code")
  func newPassword() async throws {
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.askForCode()
      await app.fill("new-password", "another good one")
      await app.tap("save")
      #expect(app.title == "New password" && app.notice == nil)
      #expect(problems(app) == ["This is required.", nil])
    }
  }

  @Test("Changing the password needs the current one")
  func changedPassword() async throws {
    let ada = try await harness.signedInAccount()
    try await withApp({ harness.session() }) { app in
      await app.tap("password")
      await app.fill("new-password", "another good one")
      await app.tap("save")
      #expect(app.title == "Change password" && app.notice == nil)
      #expect(problems(app) == ["This is required.", nil])
      let tries = try await harness.accountStore.record(ada.id)?.tries
      #expect(tries == FailedTries(), "nothing was tried")
    }
  }
}

/// Mail without a network.
private struct OfflineMail: MailSender {
  let isSandbox = true

  func sendCode(_ code: String, to email: EmailAddress) async throws(MailError) -> String? {
    throw .offline
  }
}
