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

  @Test("keys come as scalars, however the bytes are split", arguments: [1, 2, 3, 100])
  func split(size: Int) {
    let text = "aé三🙂\u{1B}[A\u{1B}b\u{3}"
    #expect(keys(text, inPiecesOf: size) == scalars(text))
  }

  @Test(
    "a paste comes whole with its line breaks, however the bytes are split", arguments: [1, 5, 100])
  func paste(size: Int) {
    let text = "a\(Self.start)one\r\ntwo\rthree\nfour\t5\(Self.end)b"
    #expect(
      keys(text, inPiecesOf: size) == [
        .scalar("a"), .paste("one\ntwo\nthree\nfour\t5"), .scalar("b"),
      ])
  }

  @Test("control characters of a paste are removed, also those that end a line or the program")
  func controls() {
    let text = "\(Self.start)a\u{3}\u{4}\u{1A}\u{1C}\u{1B}[31mb\u{9B}c\u{0}\(Self.end)"
    #expect(keys(text) == [.paste("a[31mbc")])
  }

  @Test("a paste of up to 1 MB is taken, and a longer one is discarded up to its end")
  func limit() {
    let most = String(repeating: "x", count: KeyInput.limit)
    #expect(keys("\(Self.start)\(most)\(Self.end)") == [.paste(most)])
    let over = "\(Self.start)\(most)y\nquit\n\(Self.end)z"
    #expect(keys(over, inPiecesOf: 65_536) == [.longPaste, .scalar("z")])
    #expect(keys(over) == [.longPaste, .scalar("z")])
  }

  @Test("bytes that are not UTF-8 become U+FFFD, and the keys after them are kept")
  func invalid() {
    #expect(keys([0xFF, 0x61]) == scalars("\u{FFFD}a"))
    #expect(keys([0xC3, 0x61]) == scalars("\u{FFFD}a"))
    #expect(keys([0xE4, 0xB8, 0x61]) == scalars("\u{FFFD}a"))
    #expect(keys([0xED, 0xA0, 0x80, 0x61]).last == .scalar("a"))
  }

  @Test("a marker that comes slowly still begins a paste")
  func slowMarker() {
    var input = KeyInput()
    var keys: [KeyInput.Key] = []
    for byte in Array("\(Self.start)quit\r".utf8) {
      input.add([byte])
      while let key = input.next(hasWaited: true) { keys.append(key) }
    }
    input.add(Array(Self.end.utf8))
    while let key = input.next() { keys.append(key) }
    #expect(keys == scalars("\u{1B}[200") + [.paste("quit\n")])
  }
}
