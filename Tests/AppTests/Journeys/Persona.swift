import Core
import Services
import TestKit
import Testing

/// What people do again and again in the journeys.
extension AppDriver {
  /// Lets somebody who is new go on without answering.
  func skipOnboarding() async {
    await tap("skip-all")
  }

  /// Makes an account from a form in which one signs in or makes one.
  func createAccount(_ name: String) async {
    if screen?.kind != "CreateAccount" { await tap("create") }
    await fill("name", name)
    await fill("email", "\(name.lowercased())@example.org")
    await fill("password", "\(name) and a long password")
    await fill("terms", "accept")
    await tap("create")
  }

  /// Signs in from the form for that.
  func signIn(_ name: String) async {
    await fill("email", "\(name.lowercased())@example.org")
    await fill("password", "\(name) and a long password")
    await tap("sign-in")
  }

  /// Signs out from wherever one is, answering the question.
  func signOut() async {
    await open("booksapp://account")
    await tap("sign-out")
    await tap("Sign out")
  }

  /// Pays at a checkout, with what the sandbox is to answer.
  func pay(_ answer: String = "accept") async {
    await tap("buy", answer)
  }

  /// Has a code sent for a forgotten password, and fills it in with a new password.
  func askForCode(_ name: String) async {
    await tap("send")
    let code = text.firstMatch(of: /[0-9]{8}/).map { String($0.0) } ?? "no code"
    await fill("code", code)
    await fill("new-password", "\(name) and a long password")
  }
}
