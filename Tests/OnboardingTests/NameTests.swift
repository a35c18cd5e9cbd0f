import Services
import Core
@testable import Onboarding
import Testing

@Suite("Names and initials")
struct NameTests {
  @Test(
    "A name in any script is kept as typed, but trimmed",
    arguments: [
      ("Ada", "Ada"), ("  Ada Lovelace\t", "Ada Lovelace"), ("紫式部", "紫式部"),
      ("نجیب محفوظ", "نجیب محفوظ"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
      ("O'Neill-Šmíd, Jr.", "O'Neill-Šmíd, Jr."), (String(repeating: "龍", count: 60), nil),
      ("", ""), (" \t\r\n", ""), ("\u{3000}", ""),
    ])
  func read(typed: String, name: String?) throws {
    #expect(try DisplayName.read(typed) == name ?? typed)
  }

  @Test(
    "A name that is too long, invisible or changes text direction is refused with the reason",
    arguments: [
      (String(repeating: "a", count: 61), ReadableName.Problem.tooLong),
      (String(repeating: "a", count: 1 << 20), .tooLong),
      ("A" + String(repeating: "\u{301}", count: 1 << 20), .tooLong),
      ("Ada\u{7}", .unprintable), ("Ada\u{1B}[2J", .unprintable), ("A\nda", .unprintable),
      ("\u{202E}adA", .unprintable), ("Ada\u{2066}", .unprintable), ("A\u{200B}da", .unprintable),
      ("A\u{2028}da", .unprintable), ("\u{FEFF}Ada", .unprintable), ("x\u{85}y", .unprintable),
      ("\u{200D}", .invisible), ("\u{3164}", .invisible), ("\u{301}", .invisible),
    ])
  func refuse(typed: String, problem: ReadableName.Problem) {
    #expect(throws: problem) { try DisplayName.read(typed) }
  }

  @Test(
    "Initials are the first letters of the first and the last word, in any script",
    arguments: [
      ("", ""), ("Ada", "A"), ("ada lovelace", "AL"), ("Ada King of Lovelace", "AL"),
      ("élodie ñandú", "ÉÑ"), ("e\u{301}lodie", "É"), ("фёдор достоевский", "ФД"),
      ("紫 式部", "紫式"), ("נגיב מחפוז", "נמ"), ("შოთა რუსთაველი", "შრ"), ("ßeta", "ß"),
      ("(ada) \"lovelace\"", "AL"), ("Ada 🪐", "A🪐"), ("👩‍👩‍👧‍👦 smith", "👩‍👩‍👧‍👦S"), ("7 of 9", "79"),
      ("ǆuro", "ǅ"), ("--", "-"), ("  ada\u{3000}byron  ", "AB"),
    ])
  func initials(name: String, initials: String) {
    #expect(AvatarInitials.of(name) == initials)
    #expect(ReaderProfile(displayName: name).initials == initials)
  }

  @Test("Initials stay short, however many scalars a character has")
  func bounded() {
    let heap = "a" + String(repeating: "\u{301}", count: 500)
    let initials = AvatarInitials.of("\(heap) \(heap)")
    #expect(initials.count == 2)
    #expect(initials.unicodeScalars.count <= 24)
  }
}
