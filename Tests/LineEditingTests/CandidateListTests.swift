import CEdit
import Foundation
import Testing

@testable import LineEditing

@Suite("Lists of candidates")
struct CandidateListTests {
  @Test("Candidates are listed in columns as wide as the longest one")
  func columns() {
    #expect(["a", "cccc", "bbb"].listed(columns: 14, rows: 5) == "a     cccc\nbbb\n")
    #expect(["a", "b"].listed(columns: 3, rows: 5) == "a\nb\n")
  }

  @Test("A list of candidates counts the words that do not fit its rows")
  func rows() {
    let words = (10..<40).map { "w\($0)" }
    #expect(words.listed(columns: 10, rows: 3) == "w10  w11\nw12  w13\nand 26 more\n")
    #expect(words.listed(columns: 10, rows: 15).split(separator: "\n").count == 15)
  }

  @Test("A list of candidates that are wider than the terminal counts the rows that each takes")
  func wide() {
    let words = (1...9).map { "\($0)" + String(repeating: "x", count: 24) }
    let (first, second) = (words[0], words[1])
    #expect(words.listed(columns: 10, rows: 9) == "\(first)\n\(second)\nand 7 more\n")
    #expect(words.listed(columns: 10, rows: 27) == words.map { "\($0)\n" }.joined())
    #expect(words.listed(columns: 10, rows: 1) == "\(first)\nand 8 more\n")
    #expect(["a", first, "b"].listed(columns: 10, rows: 5) == "a\n\(first)\nb\n")
  }

  @Test(
    "All parts of an emoji are drawn at its first one, letters at their own place, isolates nowhere",
    arguments: [
      ("👨‍👩‍👧", [true, false, false, false, false]), ("👍🏽", [true, false]), ("🇫🇷", [true, true]),
      ("e\u{301}", [true, false]), ("शा", [true, true]), ("ക്ഷ", [true, false, true]),
      ("\u{2068}ل\u{2069}", [false, true, false]),
    ])
  func drawn(text: String, takesRoom: [Bool]) async {
    // The locale is that of a thread.
    let drawn = await withCheckedContinuation { continuation in
      Thread {
        cedit_use_utf8()
        continuation.resume(returning: text.drawnScalars.map(\.takesRoom))
        cedit_end_utf8()
      }.start()
    }
    #expect(drawn == takesRoom)
  }

  @Test("The common beginning ignores case and has the spelling of the first candidate")
  func commonBeginning() {
    #expect(["Shelf one", "shelf two"].commonBeginning == "Shelf ")
    #expect(["e\u{301}a", "éb"].commonBeginning == "é")
    #expect(["a", "b"].commonBeginning == "")
  }
}
