import Testing

@testable import LineEditing

@Suite("Sequences of keys among what is typed")
struct KeySequenceTests {
  /// Returns what is part of no sequence. After each piece nothing follows for a while.
  private func typed(_ pieces: String...) -> String {
    var (input, sequence) = (KeyInput(), KeySequence())
    var text = String.UnicodeScalarView()
    for piece in pieces {
      input.add(Array(piece.utf8))
      while case .scalar(let scalar)? = input.next(hasWaited: true) {
        if !sequence.takes(scalar, isLast: input.isEmpty) { text.append(scalar) }
      }
    }
    return String(text)
  }

  @Test("A key sequence that arrives at once is left out up to its last character")
  func whole() {
    #expect(typed("a\u{1B}[Db\u{1B}[1;5Cc\u{1B}[3~d\u{1B}[15;2~e") == "abcde")
    #expect(typed("a\u{1B}OHb\u{1B}Ocd\u{1B}OPe") == "abde")
    // F1 and F5 of Linux's console.
    #expect(typed("a\u{1B}[[Ab\u{1B}[[Ec") == "abc")
    // Alt and an arrow, in terminals that send ESC twice.
    #expect(typed("a\u{1B}\u{1B}[Ab\u{1B}[3\u{1B}[Dc") == "abc")
    #expect(typed("a\u{1B}[", "1;5", "Cb") == "ab", "a slow line splits it")
  }

  @Test("Escape alone takes nothing of what is typed after it")
  func alone() {
    #expect(typed("\u{1B}", "2026-garden-gate") == "2026-garden-gate")
    #expect(typed("\u{1B}", "[Open] 1;2~") == "[Open] 1;2~")
    #expect(typed("a\u{1B}", "\u{1B}", "Old") == "aOld")
    #expect(typed("\u{1B}2026-garden-gate") == "2026-garden-gate", "even if it comes at once")
  }

  @Test("A character that no key sequence contains ends the sequence and is kept")
  func ended() {
    #expect(typed("a\u{1B}[1", "\rb") == "a\rb")
    #expect(typed("a\u{1B}O\rb") == "a\rb")
    #expect(typed("a\u{1B}[éb") == "aéb")
  }
}
