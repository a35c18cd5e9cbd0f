// Needs: Auth

import Core
import Services
import TestKit
import Testing

/// Frequent steps of the journeys.
extension AppDriver {
  // feature: Onboarding
  /// Skips onboarding, and creates an account under Account.
  func join(_ name: String) async {
    await skipOnboarding()
    await tab("Account")
    await createAccount(name)
  }

  // end
  /// Creates an account from the sign-in form or the form for a new account.
  func createAccount(_ name: String) async {
    if screen?.kind != "CreateAccount" { await tap("create") }
    await fill("name", name)
    await fill("email", "\(name.lowercased())@example.org")
    await fill("password", "\(name) and a long password")
    await fill("terms", "accept")
    await tap("create")
  }

  /// Signs in from the sign-in form.
  func signIn(_ name: String) async {
    await fill("email", "\(name.lowercased())@example.org")
    await fill("password", "\(name) and a long password")
    await tap("sign-in")
  }

  /// Signs out from any screen, answering the question.
  func signOut() async {
    await open("booksapp://account")
    await tap("sign-out")
    await tap("Sign out")
  }

  // feature: Membership
  /// Pays at a checkout, with a requested answer of the sandbox.
  func pay(_ answer: String = "accept") async {
    await tap("buy", answer)
  }

  // end
  /// Requests a code for a forgotten password, and fills it in with a new password.
  func askForCode(_ name: String) async {
    await tap("send")
    let code = text.firstMatch(of: /[0-9]{8}/).map { String($0.0) } ?? "no code"
    await fill("code", code)
    await fill("new-password", "\(name) and a long password")
  }
}
