import Core
import Services
import TestKit
import Testing

@testable import Auth

@Suite("The message about a wait after failed attempts")
@MainActor struct WaitNoticeTests {
  /// A form with a password or a code.
  enum Form: CaseIterable {
    case signIn, newPassword, changePassword, editAccount

    var isSignedIn: Bool { self == .changePassword || self == .editAccount }

    /// The action that checks the password or the code.
    var action: String {
      switch self {
      case .signIn: "sign-in"
      case .newPassword, .changePassword, .editAccount: "save"
      }
    }
  }

  private let harness = AuthHarness()

  /// Opens a form, and fills it in with the right password or code.
  private func fill(_ form: Form, in app: AppDriver) async {
    switch form {
    case .signIn:
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.fill("password", AuthHarness.password)
    case .newPassword:
      await app.askForCode()
      await app.fill("code", app.sandboxCode)
      await app.fill("new-password", "another good one")
    case .changePassword:
      await app.tap("password")
      await app.fill("old-password", AuthHarness.password)
      await app.fill("new-password", "another good one")
    case .editAccount:
      await app.tap("edit")
      await app.fill("email", "lovelace@example.org")
      await app.fill("old-password", AuthHarness.password)
    }
  }

  @Test("Each form with a password or a code says how long to wait", arguments: Form.allCases)
  func wait(form: Form) async throws {
    let ada = try await harness.account()
    if form.isSignedIn { _ = try await harness.accounts.beginSession(of: ada) }
    await withApp({ harness.session() }) { app in
      await fill(form, in: app)
      for _ in 1...3 {
        await #expect(throws: AuthError.wrongCredentials) {
          try await harness.accounts.signIn(email: ada.email, password: Secret("a wrong one"))
        }
      }
      await app.tap(form.action)
      #expect(app.notice == "Too many failed attempts. Try again in 5 seconds.")
      harness.clock.advance(by: .seconds(5))
      await app.tap(form.action)
      #expect(app.notice?.contains("Too many") != true)
    }
  }
}
