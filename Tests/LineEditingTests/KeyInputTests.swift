import Terminal
import Testing

@testable import LineEditing

@Suite("Keys and pastes")
struct KeyInputTests {
  private static let (start, end) = ("\u{1B}[200~", "\u{1B}[201~")

  private func keys(_ text: String, inPiecesOf size: Int = .max) -> [KeyInput.Key] {
    keys(Array(text.utf8), inPiecesOf: size)
  }

  private func keys(_ bytes: [UInt8], inPiecesOf size: Int = .max) -> [KeyInput.Key] {
    var input = KeyInput()
    var keys: [KeyInput.Key] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      input.add(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let key = input.next() { keys.append(key) }
    }
    while let key = input.next(hasWaited: true) { keys.append(key) }
    return keys
  }

  private func scalars(_ text: String) -> [KeyInput.Key] {
    text.unicodeScalars.map { .scalar($0) }
  }

  @Test("Keys are read as scalars however the bytes are split", arguments: [1, 2, 3, 100])
  func split(size: Int) {
    let text = "aé三🙂\u{1B}[A\u{1B}b\u{3}"
    #expect(keys(text, inPiecesOf: size) == scalars(text))
  }

  @Test(
    "A paste is read whole with its line breaks however the bytes are split",
    arguments: [1, 5, 100])
  func paste(size: Int) {
    let text = "a\(Self.start)one\r\ntwo\rthree\nfour\t5\(Self.end)b"
    #expect(
      keys(text, inPiecesOf: size) == [
        .scalar("a"), .paste("one\ntwo\nthree\nfour\t5"), .scalar("b"),
      ])
  }

  @Test("Control characters are removed from a paste, even those that end a line or the program")
  func controls() {
    let text = "\(Self.start)a\u{3}\u{4}\u{1A}\u{1C}\u{1B}[31mb\u{9B}c\u{0}\(Self.end)"
    #expect(keys(text) == [.paste("a[31mbc")])
  }

  @Test("A paste of up to 1 MB is accepted, and a longer one is discarded to its end")
  func limit() {
    let most = String(repeating: "x", count: KeyInput.limit)
    #expect(keys("\(Self.start)\(most)\(Self.end)") == [.paste(most)])
    let over = "\(Self.start)\(most)y\nquit\n\(Self.end)z"
    #expect(keys(over, inPiecesOf: 65_536) == [.longPaste, .scalar("z")])
    #expect(keys(over) == [.longPaste, .scalar("z")])
  }

  @Test("Invalid UTF-8 is read as U+FFFD, and the keys after it are kept")
  func invalid() {
    #expect(keys([0xFF, 0x61]) == scalars("\u{FFFD}a"))
    #expect(keys([0xC3, 0x61]) == scalars("\u{FFFD}a"))
    #expect(keys([0xE4, 0xB8, 0x61]) == scalars("\u{FFFD}a"))
    #expect(keys([0xED, 0xA0, 0x80, 0x61]).last == .scalar("a"))
  }

  @Test("A marker that arrives slowly still begins a paste")
  func slowMarker() {
    var input = KeyInput()
    var keys: [KeyInput.Key] = []
    for byte in Array("\(Self.start)quit\r".utf8) {
      input.add([byte])
      while let key = input.next(hasWaited: !input.isPasting) { keys.append(key) }
    }
    input.add(Array(Self.end.utf8))
    while let key = input.next() { keys.append(key) }
    #expect(keys == scalars("\u{1B}[200") + [.paste("quit\n")])
  }

  /// Returns the keys of a paste whose end marker has not come for a while, and of bytes that then come together.
  private func keys(ofCutOff paste: String, and more: String) -> [KeyInput.Key] {
    var input = KeyInput()
    input.add(Array((Self.start + paste).utf8))
    #expect(input.next() == nil)
    var keys: [KeyInput.Key] = []
    while let key = input.next(hasWaited: true) { keys.append(key) }
    input.add(Array(more.utf8))
    while let key = input.next() { keys.append(key) }
    return keys
  }

  @Test("A paste without an end is delivered after a while, and later keys are keys again")
  func cutOff() {
    let paste = KeyInput.Key.paste("one\ntwo")
    for key in ["x", "é", "三", "🙂", "\r", "\u{3}", "\u{1B}[A", "\u{1B}[24;5~"] {
      #expect(keys(ofCutOff: "one\rtwo", and: key) == [paste] + scalars(key))
    }
    let another = "\(Self.start)three\(Self.end)"
    #expect(keys(ofCutOff: "one\rtwo", and: another) == [paste, .paste("three")])
    let most = String(repeating: "x", count: KeyInput.limit)
    #expect(keys(ofCutOff: most + "y", and: "z") == [.longPaste, .scalar("z")])
  }

  @Test("The late rest of a paste is not read as keys, and none of it is run")
  func late() {
    let paste = KeyInput.Key.paste("one")
    #expect(
      keys(ofCutOff: "one", and: "\rquit\r\(Self.end)x") == [
        paste, .paste("\nquit\n"), .scalar("x"),
      ])
    #expect(keys(ofCutOff: "one", and: Self.end) == [paste, .paste("")])
    #expect(keys(ofCutOff: "one", and: "quit\r") == [paste])
  }

  @Test("Ctrl-C at the end of a paste without an end discards the paste")
  func discarded() {
    #expect(keys(ofCutOff: "one\u{3}\rtwo\u{3}", and: "x") == scalars("\u{3}x"))
  }
}

@Suite("Answers among keys")
struct KeyInputAnswerTests {
  private static let answers =
    "\u{1B}P>|iTerm2 3.5\u{1B}\\\u{1B}[6;20;10t\u{1B}]1337;ReportCellSize=20;10\u{7}\u{1B}[?62;4c"

  private func read(_ text: String, inPiecesOf size: Int = .max, awaits: Bool = true) -> (
    text: String, answers: [TerminalAnswer]
  ) {
    var input = KeyInput()
    input.awaitsAnswers = awaits
    var scalars = String.UnicodeScalarView()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      input.add(rest.prefix(size))
      rest = rest.dropFirst(size)
      while case .scalar(let scalar) = input.next() { scalars.append(scalar) }
    }
    while case .scalar(let scalar) = input.next(hasWaited: true) { scalars.append(scalar) }
    return (String(scalars), input.takeAnswers())
  }

  @Test(
    "A terminal's answer is never a key, wherever it arrives and however it is split",
    arguments: [1, 3, 1000])
  func among(size: Int) throws {
    let cell = try #require(TerminalAnswer.CellSize(width: 10, height: 20))
    let read = read("qu\(Self.answers)it\u{1B}[A", inPiecesOf: size)
    #expect(read.text == "quit\u{1B}[A")
    #expect(
      read.answers == [.name("iTerm2 3.5"), .cell(cell), .iTerm, .attributes([62, 4])])
  }

  @Test("All input is read as keys if no question is asked, or after the last answer")
  func unasked() {
    #expect(read(Self.answers, awaits: false).text == Self.answers)
    #expect(read("\u{1B}[?6c\u{1B}[?6c").text == "\u{1B}[?6c")
  }

  @Test("Keys that begin like an answer are keys after a while, and pastes stay whole")
  func likeAnswers() {
    for keys in ["\u{1B}", "\u{1B}P", "\u{1B}_", "\u{1B}[6;5~", "\u{1B}[6~", "\u{1B}]x"] {
      #expect(read(keys).text == keys)
    }
    var input = KeyInput()
    input.awaitsAnswers = true
    input.add(Array("\u{1B}[200~\u{1B}[?6c\u{1B}[201~".utf8))
    #expect(input.next() == .paste("[?6c"))
    #expect(input.takeAnswers().isEmpty)
  }

  @Test("An answer that never ends does not hold back keys for long")
  func endless() {
    #expect(read("\u{1B}P>|x\rquit\r").text == "\rquit\r")
    #expect(read("\u{1B}P>|" + String(repeating: "x", count: 600)).text.count == 600 - 508)
  }
}
