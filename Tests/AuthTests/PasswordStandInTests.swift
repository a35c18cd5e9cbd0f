import Core
import Services
@testable import Auth
import Testing

@Suite("Stand-ins for passwords in a recording")
struct PasswordStandInTests {
  private static let passwords = [
    "a", "1234567", "•••••••", "password1", "QWERTY123", "12345678", "zzzzzzzzzz", "hgfedcba",
    "aabbccdd", "sunny days", "Sunny days 7", "correct horse battery", "Tr0ub4dor&3 and more",
    "пароль надёжный", "とても長いパスワードです", String(repeating: "x y", count: 200),
    String(repeating: "李", count: 171), String(repeating: "ab", count: 255) + "c",
  ]

  private func verdict(_ text: String) -> String {
    do throws(PasswordRules.Problem) {
      try PasswordRules.check(Secret(text), name: "Ada", email: "ada@example.org")
      return "\(PasswordRules.strength(of: Secret(text), name: "Ada", email: "ada@example.org"))"
    } catch { return "\(error)" }
  }

  @Test("A stand-in is accepted, refused and rated like the password", arguments: passwords)
  func sameVerdict(_ password: String) {
    for number in [1, 100] {
      let text = PasswordStandIn.text(for: Secret(password), number: number)
      #expect(verdict(text) == verdict(password), "\(text)")
    }
  }

  @Test("The test's passwords have every verdict but one")
  func every() {
    let verdicts = Set(Self.passwords.map(verdict))
    #expect(
      verdicts == [
        "tooShort", "tooLong", "common", "monotonous", "weak", "fair", "good", "strong",
      ])
  }

  @Test("Another number gives another text, which reveals only the password's verdict")
  func numbers() {
    for password in Self.passwords {
      let texts = (1...4).map { PasswordStandIn.text(for: Secret(password), number: $0) }
      #expect(Set(texts).count == texts.count)
    }
    let sameVerdict = ["sunny days", "sunny dayz", "moony dogs"]
      .map { PasswordStandIn.text(for: Secret($0), number: 3) }
    #expect(Set(sameVerdict).count == 1)
  }
}
