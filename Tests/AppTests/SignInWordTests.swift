// Needs: Auth, Onboarding

import AppTerminal
import Shell
import Testing

@Suite("The word for signing in")
@MainActor struct SignInWordTests {
  @Test("The command sign-in goes to Account from every screen, and there it is the form's action")
  func word() async {
    let result = await ScriptPlayer(.app).play(
      "skip-all\nsign-in\nsign-in\n",
      arguments: ["--seed", "1", "--now", "2026-11-20"])
    #expect(result.status == 0, "\(result.messages)")
    #expect(result.output.contains("sign-in  create  delete"), "\(result.output)")
    #expect(result.output.contains("sign-in  create  forgot"), "\(result.output)")
  }
}
