import Services
import Core
import Testing

@Suite("Readable names")
struct ReadableNameTests {
  @Test(
    "A name may have any script, symbol or flag, and is trimmed",
    arguments: [
      "Ada", "  Ada Lovelace\t", "紫式部", "نجيب محفوظ", "🧑🏽‍🚀", "می‌خواهم", "O’Brian-Śmith", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "-",
    ])
  func taken(typed: String) throws {
    let name = try ReadableName(typed, limit: 20).text
    #expect(typed.contains(name) && name.first?.isWhitespace == false)
  }

  @Test(
    "Invisible, direction-changing or endless text is not a name",
    arguments: [
      ("", .empty), (" \n\t ", .empty), (String(repeating: "x", count: 21), .tooLong),
      (String(repeating: "x", count: 1_000_000), .tooLong),
      ("e" + String(repeating: "\u{301}", count: 1_000), .tooLong), ("a\u{7}b", .unprintable),
      ("\u{202E}evil", .unprintable), ("a\u{2066}b", .unprintable), ("a\u{2028}b", .unprintable),
      ("\u{200B}", .unprintable), ("\u{200D}", .invisible), ("\u{3164}", .invisible),
      ("\u{301}", .invisible),
    ] as [(String, ReadableName.Problem)])
  func refused(typed: String, problem: ReadableName.Problem) {
    #expect(throws: problem) { _ = try ReadableName(typed, limit: 20) }
  }
}
