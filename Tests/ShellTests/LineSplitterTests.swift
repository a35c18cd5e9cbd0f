import Terminal
import Testing

@testable import Shell

/// Splits bytes into lines.
@Suite("Line splitter")
struct LineSplitterTests {
  private func lines(_ chunks: [[UInt8]]) -> [InputLine] {
    var splitter = LineSplitter()
    var lines = chunks.flatMap { splitter.lines(of: $0) }
    if let last = splitter.last() { lines.append(last) }
    return lines
  }

  @Test("Lines are complete however the bytes are split, with any line ending or none at the end")
  func chunks() {
    let text = Array("\u{FEFF}one\r\ntwo 日本\n\nlast".utf8)
    let expected: [InputLine] = [.text("one"), .text("two 日本"), .text(""), .text("last")]
    #expect(lines([text]) == expected)
    #expect(lines(text.map { [$0] }) == expected)
  }

  @Test("No bytes give no line")
  func empty() {
    #expect(lines([]) == [])
    #expect(lines([[]]) == [])
  }

  @Test("A line of 5 MB is accepted, one byte more is refused, and the next line is read")
  func bound() {
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: LineSplitter.limit)
    let text = String(decoding: long, as: UTF8.self)
    #expect(lines([long + Array("\nnext".utf8)]) == [.text(text), .text("next")])
    #expect(lines([long + Array("\r\nnext".utf8)]) == [.text(text), .text("next")])
    #expect(lines([long, Array("a\nnext".utf8)]) == [.tooLong, .text("next")])
    #expect(lines([long, long, long]) == [.tooLong])
  }

  @Test(
    "A line that isn't UTF-8 is refused, and the next line is read",
    arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] as [[UInt8]])
  func notText(bytes: [UInt8]) {
    #expect(lines([bytes + Array("\nnext\n".utf8)]) == [.notText, .text("next")])
  }

  @Test("A NUL is a character like any other")
  func zero() {
    #expect(lines([[0x61, 0, 0x62]]) == [.text("a\0b")])
  }
}
