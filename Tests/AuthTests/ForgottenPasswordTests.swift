import Core
import Services
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
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.tap("forgot")
      await app.tap("send")
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
    }
  }

  @Test(
    "Another code can be sent from the form, which keeps the password; the one before is invalid")
  func sentAgain() async throws {
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.tap("forgot")
      await app.tap("send")
      @MainActor func code() -> String {
        guard case .text(let text) = app.content.sections.first?.body else { return "" }
        return text.firstMatch(of: /[0-9]{8}/).map { String($0.0) } ?? ""
      }
      let first = code()
      await app.fill("code", "1234")
      await app.fill("new-password", "another good one")
      await app.tap("send-again")
      #expect(app.notice?.hasPrefix("If the address has an account, it gets another code") == true)
      #expect(!first.isEmpty && code() != first)
      await app.fill("code", first)
      await app.tap("save")
      #expect(app.notice?.hasPrefix("The code is wrong") == true)
      await app.fill("code", code())
      await app.tap("save")
      #expect(app.title == "Ada")
    }
  }

  @Test("The sandbox says that it sends no e-mail, also for an unknown address")
  func sandbox() async {
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "nobody@example.org")
      await app.tap("forgot")
      #expect(app.text.contains("No e-mail is sent in the sandbox."))
      await app.tap("send")
      #expect(app.title == "New password")
      #expect(app.text.contains("No e-mail is sent in the sandbox."))
      #expect(!app.text.contains("your code is"))
    }
  }
}
