import Services
@testable import Auth
import Core
import Testing

@Suite("Rules for passwords and names")
struct PasswordRulesTests {
  @Test(
    "A password that is short, long, common, personal or monotonous is refused",
    arguments: [
      ("", .tooShort), ("short 7", .tooShort), ("password", .common), ("PassWord123", .common),
      ("correct horse battery staple", .common), ("aaaaaaaaaaaa", .monotonous),
      ("23456789:", .monotonous), ("hgfedcba", .monotonous), ("Ada Lovelace", .personal),
      ("ADALOVELACE", .personal), ("ａｄａｌｏｖｅｌａｃｅ", .personal),
      ("adalovelace@example.org", .personal),
      (String(repeating: "long ", count: 103), .tooLong),
      // In the form in which they are hashed: full-width letters, and one sign that becomes eighteen.
      ("ｐａｓｓｗｏｒｄ", .common), (String(repeating: "ﷺ", count: 30) + "a", .tooLong),
    ] as [(String, PasswordRules.Problem)])
  func refused(text: String, problem: PasswordRules.Problem) {
    #expect(throws: problem) {
      try PasswordRules.check(
        Secret(text), name: "Ada Lovelace", email: "adalovelace@example.org")
    }
  }

  @Test(
    "The user's name or address is refused as a password, with or without spaces",
    arguments: [
      "adalovelace", "ada lovelace ", " Ada\u{A0}Lovelace", "a d a l o v e l a c e", "Countess ",
      "countess @ example.org",
    ])
  func personal(text: String) {
    #expect(throws: PasswordRules.Problem.personal) {
      try PasswordRules.check(Secret(text), name: "Ada  Lovelace", email: "countess@example.org")
    }
  }

  @Test("A password of spaces alone is not taken for a missing name")
  func spaces() {
    #expect(!PasswordRules.isPersonal(Secret(" \u{2003}  \u{2003}   "), name: "", email: ""))
  }

  @Test(
    "Any characters are accepted, including spaces and other scripts",
    arguments: ["eight ch", "пароль из слов", "合言葉は山と川です", "🗝🗝🗝 and a door", "••••••••••••1"])
  func taken(text: String) throws {
    try PasswordRules.check(Secret(text), name: "Ada", email: "ada@example.org")
  }

  @Test("A password is as long as it is when it is hashed: full-width letters take one byte each")
  func fullWidth() throws {
    let text = String(repeating: "ｂａｃｄ", count: 50)
    #expect(text.utf8.count > PasswordRules.maximumLength)
    try PasswordRules.check(Secret(text), name: "Ada", email: "ada@example.org")
  }

  @Test("Longer and more varied passwords are stronger, and a refused one is weak")
  func strength() {
    let passwords = [
      "abc", "abcdefgh1", "correcthorse9", "four unrelated words here!",
    ]
    let strengths = passwords.map { PasswordRules.strength(of: Secret($0)) }
    #expect(strengths == strengths.sorted())
    #expect(strengths.first == .weak)
    #expect(strengths.last == .strong)
    #expect(
      PasswordRules.strength(of: Secret(String(repeating: "aB3 ", count: 250_000))) == .weak,
      "it is not taken")
    #expect(PasswordRules.strength(of: Secret("correct horse battery staple")) == .weak)
  }

  @Test(
    "A name is any readable text",
    arguments: [
      ("", .empty), (" \n ", .empty), (String(repeating: "x", count: 61), .tooLong),
      (String(repeating: "x", count: 1_000_000), .tooLong), ("A\u{202E}da", .unprintable),
      ("A\u{7}da", .unprintable), ("A\u{2028}da", .unprintable), ("\u{200B}", .unprintable),
    ] as [(String, ReadableName.Problem)])
  func names(text: String, problem: ReadableName.Problem) throws {
    #expect(throws: problem) { _ = try PersonName.read(text) }
    for name in ["Ada", " Ada Lovelace ", "紫式部", "نجيب محفوظ", "🧑🏽‍🚀", "O’Brian-Śmith"] {
      #expect(try PersonName.read(name) == name.trimmed)
    }
  }
}
