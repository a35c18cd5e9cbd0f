import Core
import Services
import Testing

@testable import Shell

@Suite("Secrets in a recording")
struct KnownSecretsTests {
  private func secrets(_ texts: String...) -> KnownSecrets {
    var secrets = KnownSecrets()
    for text in texts { _ = secrets.add(text) }
    return secrets
  }

  @Test(
    "A secret is found unchanged, in another case, wrapped, in a link and as a terminal shows it",
    arguments: [
      "hunter2-secret", "xhunter2-secretx", "HUNTER2-Secret", "hunter2-\nsecret",
      "h u n t e r 2 - s e c r e t", "example://search?q=hunter2%2Dsecret",
      "example://search?q=%48unter2-secret", "80 % and hunter2-secret", "a%hunter2-secret",
    ])
  func found(text: String) {
    #expect(secrets("hunter2-secret").occur(in: text))
  }

  @Test(
    "A secret with accents is found in another case, in a link, and with accents of their own",
    arguments: [
      "\u{C9}COLE\u{C9}T\u{C9}", "\u{E9}cole\u{E9}t\u{E9}", "E\u{301}COLEE\u{301}TE\u{301}",
      "e\u{301}colee\u{301}te\u{301}", "example://search?q=%C3%89COLE%C3%89T%C3%89",
      "example://search?q=e%CC%81cole%c3%a9t%c3%a9",
    ])
  func accents(text: String) {
    #expect(secrets("\u{C9}COLE\u{C9}T\u{C9}").occur(in: text))
    #expect(secrets("e\u{301}colee\u{301}te\u{301}").occur(in: text))
  }

  @Test("A secret is found by any eight of its letters, and not by seven")
  func parts() {
    let secrets = secrets("hunter2-secret")
    #expect(secrets.occur(in: "2-secret"))
    #expect(secrets.occur(in: "hunter2-…"))
    #expect(secrets.occur(in: "hunter2-  │ list\n  secret"))
    #expect(!secrets.occur(in: "hunter2"))
    #expect(!secrets.occur(in: "-secret"))
  }

  @Test(
    "A secret of four to seven letters is found as a whole, and a shorter one is not searched for")
  func short() {
    let secrets = secrets("tiny", "four-5", "abc", "")
    #expect(secrets.occur(in: "a tiny bear"))
    #expect(secrets.occur(in: "xfour-5x"))
    #expect(!secrets.occur(in: "tin, four-, abc"))
  }

  @Test("A secret is found in any script, and with control characters as a terminal shows them")
  func scripts() {
    let secrets = secrets("側側鍵鍵", "bell\u{7}bell\tand tab")
    #expect(secrets.occur(in: "a 側側鍵 b"))
    #expect(!secrets.occur(in: "側x側鍵"))
    #expect(secrets.occur(in: "bell\u{FFFD}bell"))
  }

  @Test("Adding a known secret changes nothing")
  func again() {
    var secrets = KnownSecrets()
    let answers = ["hunter2-secret", "Hunter2-secret", "ter2-sec", "abc", "hunter2-secrets"]
      .map { secrets.add($0) }
    #expect(answers == [true, false, false, false, true])
  }

  @Test("A secret does not occur in its stand-in")
  @MainActor func standIn() {
    var standIns = SecretStandIns { secret, number in
      number < 3 ? "\(secret.reveal())\(number)" : "other\(number)"
    }
    #expect(standIns.standIn(for: Secret("hunter2-secret")) == "other3")
  }
}
