import Core
import Services
import Synchronization
import TestKit
import Testing

@testable import Auth

@Suite("A forgotten password") @MainActor
struct ForgottenPasswordTests {
  private let harness = AuthHarness()

  @Test("A forgotten password is replaced with the code that the sandbox shows")
  func forgotten() async throws {
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.askForCode()
      guard case .text(let text) = app.content.sections.first?.body,
        let code = text.firstMatch(of: /[0-9]{8}/)
      else {
        Issue.record("no code in \(app.text)")
        return
      }
      await app.fill("code", "12345678")
      await app.fill("new-password", "another good one")
      await app.tap("save")
      #expect(app.notice?.hasPrefix("The code is wrong") == true)
      // As it is read aloud.
      await app.fill("code", "\(code.0.prefix(4)) \(code.0.suffix(4)) ")
      await app.tap("save")
      #expect(app.title == "Ada")
      #expect(app.notice == "Password changed. You are signed in.")
    }
  }

  @Test(
    "Another code can be sent from the form, which keeps the password; the one before is invalid")
  func sentAgain() async throws {
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.askForCode()
      let first = app.sandboxCode
      await app.fill("code", "1234")
      await app.fill("new-password", "another good one")
      await app.tap("send-again")
      #expect(app.notice?.hasPrefix("If the address has an account, it gets another code") == true)
      #expect(!first.isEmpty && app.sandboxCode != first)
      await app.fill("code", first)
      await app.tap("save")
      #expect(app.notice?.hasPrefix("The code is wrong") == true)
      await app.fill("code", app.sandboxCode)
      await app.tap("save")
      #expect(app.title == "Ada")
    }
  }

  @Test(
    "A code stays valid while another one could not be sent",
    arguments: [(MailError.offline, "could not be sent."), (.refused, "was rejected.")])
  func notSentAgain(error: MailError, message: String) async throws {
    let mail = UnreliableMail()
    let harness = AuthHarness(mail: mail)
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.askForCode()
      let code = app.sandboxCode
      await app.fill("new-password", "another good one")
      mail.failNext(with: error)
      await app.tap("send-again")
      #expect(app.notice?.hasPrefix("The e-mail with the code \(message)") == true)
      #expect(!code.isEmpty && app.sandboxCode == code)
      await app.fill("code", code)
      await app.tap("save")
      #expect(app.title == "Ada")
    }
  }

  @Test("A code stays valid if sending another one is cancelled")
  func cancelledAgain() async throws {
    let mail = UnreliableMail()
    let harness = AuthHarness(accounts: DatabaseAccountStore(try TestDatabase.auth()), mail: mail)
    let accounts = harness.accounts
    let ada = try await harness.account()
    let code = Secret(try #require(try await accounts.sendCode(to: ada.email)))
    mail.failNext {
      withUnsafeCurrentTask { $0?.cancel() }
    }
    await Task { _ = try? await accounts.sendCode(to: ada.email) }.value
    let password = Secret("another good one")
    #expect(try await accounts.reset(email: ada.email, code: code, to: password) == ada)
  }

  @Test("A code that could not be sent leaves the one that another window has sent meanwhile")
  func sentByOther() async throws {
    let mail = UnreliableMail()
    let harness = AuthHarness(mail: mail)
    let accounts = harness.accounts
    let ada = try await harness.account()
    let sent = Mutex<String?>(nil)
    mail.failNext {
      let code = try? await accounts.sendCode(to: ada.email)
      sent.withLock { $0 = code }
    }
    await #expect(throws: AuthError.mail(.offline)) {
      _ = try await accounts.sendCode(to: ada.email)
    }
    let code = Secret(try #require(sent.withLock { $0 }))
    let password = Secret("another good one")
    #expect(try await accounts.reset(email: ada.email, code: code, to: password) == ada)
  }

  @Test("If only the sign-in fails after the password was set, the user signs in with it")
  func notSignedIn() async throws {
    let database = try TestDatabase.auth()
    let harness = AuthHarness(accounts: DatabaseAccountStore(database))
    try await harness.account()
    try database.failSessions()
    try await withApp({ harness.session() }) { app in
      await app.askForCode()
      await app.fill("code", app.sandboxCode)
      await app.fill("new-password", "another good one")
      await app.tap("save")
      #expect(app.title == "Sign in")
      #expect(app.session.consumeNotices() == [.posted(AuthText.passwordChanged)])
      try database.execute("DROP TRIGGER failing_INSERT")
      await app.signIn("Ada", password: "another good one")
      #expect(app.title == "Ada")
    }
  }

  @Test("No code is sent to an address that the account leaves meanwhile")
  func formerAddress() async throws {
    let (accounts, ada) = (harness.accounts, try await harness.account())
    let store = InterruptedAccountStore(
      store: harness.accountStore,
      meanwhile: {
        _ = try? await accounts.change(
          ada.id, name: nil, email: EmailAddress("lovelace@example.org"),
          password: Secret(AuthHarness.password))
      })
    let sent = try await AuthHarness(accounts: store).accounts.sendCode(to: ada.email)
    #expect(sent == nil)
    let record = try #require(try await harness.accountStore.record(ada.id))
    #expect(record.account.email != ada.email && record.reset == nil)
  }

  @Test("The new password may not be the user's name, and the code stays valid")
  func personal() async throws {
    _ = try await harness.accounts.create(
      name: "Ada Lovelace", email: EmailAddress("ada@example.org"),
      password: Secret(AuthHarness.password))
    await withApp({ harness.session() }) { app in
      await app.askForCode()
      let code = app.sandboxCode
      await app.fill("new-password", "ada lovelace")
      await app.fill("code", "12345678")
      await app.tap("save")
      #expect(app.notice?.hasPrefix("The code is wrong") == true)
      await app.fill("code", code)
      await app.tap("save")
      #expect(app.title == "New password")
      #expect(app.text.contains("Don't use your name or address as a password."))
      await app.fill("new-password", "another good one")
      await app.tap("save")
      #expect(app.title == "Ada Lovelace")
    }
  }

  @Test("The sandbox says that it sends no e-mail, also for an unknown address")
  func sandbox() async {
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "nobody@example.org")
      await app.tap("forgot")
      #expect(app.text.contains("No e-mail is sent in the sandbox."))
      #expect(
        app.content.subtitle == "Set a new password with a code, which the next screen shows.")
      await app.tap("send")
      #expect(app.title == "New password")
      #expect(
        app.content.subtitle
          == "If nobody@example.org has an account here, its code is below.")
      #expect(app.text.contains("No e-mail is sent in the sandbox."))
      #expect(!app.text.contains("your code is"))
    }
  }

  @Test("Without a sandbox the forms say that the code comes by e-mail")
  func byMail() async {
    let harness = AuthHarness(mail: RealMail())
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.tap("forgot")
      #expect(app.content.subtitle == "You'll get a code by e-mail to set a new password.")
      await app.tap("send")
      #expect(
        app.content.subtitle == "If ada@example.org has an account here, a code is on its way.")
      #expect(!app.text.contains("sandbox"))
    }
  }
}

extension AppDriver {
  /// Asks for a code for Ada's forgotten password, up to the form for it.
  func askForCode() async {
    await tap("sign-in")
    await fill("email", "ada@example.org")
    await tap("forgot")
    await tap("send")
  }

  /// The code that the sandbox shows, or an empty text.
  var sandboxCode: String {
    guard case .text(let text) = content.sections.first?.body else { return "" }
    return text.firstMatch(of: /[0-9]{8}/).map { String($0.0) } ?? ""
  }
}

/// Mail that is no sandbox.
private struct RealMail: MailSender {
  let isSandbox = false

  func sendCode(_ code: String, to email: EmailAddress) async throws(MailError) -> String? { nil }
}

/// A sandbox that can fail to send a message.
private final class UnreliableMail: MailSender {
  let isSandbox = true
  private let failure = Mutex<(error: MailError, meanwhile: @Sendable () async -> Void)?>(nil)

  /// Fails to send the next message, after what happens meanwhile.
  func failNext(
    with error: MailError = .offline, after meanwhile: @escaping @Sendable () async -> Void = {}
  ) { failure.withLock { $0 = (error, meanwhile) } }

  func sendCode(_ code: String, to email: EmailAddress) async throws(MailError) -> String? {
    let next = failure.withLock { failure in
      defer { failure = nil }
      return failure
    }
    guard let next else { return code }
    await next.meanwhile()
    throw next.error
  }
}
