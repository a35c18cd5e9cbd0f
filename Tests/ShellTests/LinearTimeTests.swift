import Core
import Services
import Foundation
import TestKit
import Testing

@testable import Shell

/// Input from strangers is handled in linear time.
@Suite("Hostile input")
struct LinearTimeTests {
  @Test(
    "A session file is read in linear time",
    arguments: [
      "\n", "#|\n", "#| x\n", "# c\n", "\r\n", "#|   \n", "x", " ", "\u{301}", "\u{2028}", "👩‍👩‍👧",
      "#! --seed 1 ",
    ])
  func sessionFile(part: String) {
    LinearReading("a session file", part) { bytes in
      _ = try? SessionFile(String(decoding: bytes, as: UTF8.self))
    }.verify()
  }

  @Test("A text wraps in linear time", arguments: ["a", "語", "word ", " ", "\n"])
  func wrapping(part: String) {
    LinearReading("a text") { count in
      _ = LineWrapping(columns: 80).lines(of: String(repeating: part, count: count))
    }.verify()
  }

  @Test("Different screens are compared in linear time")
  func difference() {
    let texts: [@Sendable (Int) -> ([String], [String])] = [
      { count in ((0..<count).map { "\($0)" }, []) },
      { count in ((0..<count).map { "a\($0)" }, (0..<count).map { "b\($0)" }) },
      { count in ((0..<count).map { "\($0)" }, (0..<count).reversed().map { "\($0)" }) },
      { count in ((0..<count).map { "\($0 % 2)" }, (0..<count).map { "\($0 % 3)" }) },
    ]
    for text in texts {
      LinearReading("screens") { count in
        let (expected, actual) = text(count)
        _ = LineDifference(expected: expected, actual: actual).lines
      }.verify()
    }
  }

  @Test(
    "A typed line is parsed in linear time",
    arguments: ["x", " ", "\u{301}", "\\", "\\n", "%", "set ", "set name ", ":", "1", "🇩🇪", "\""])
  func command(part: String) {
    LinearReading("a typed line") { count in
      for line in ["", "set note ", "set ", "open example://", "add ", "help ", "tab "] {
        _ = try? Command.parse(line + String(repeating: part, count: count), in: .everything)
      }
    }.verify()
  }

  @Test(
    "Rows are chosen by their titles in linear time",
    arguments: ["x", "\u{301}", "\u{200D}", "re"])
  func titles(part: String) {
    LinearReading("titles") { count in
      var choice = RowChoice("reading")
      choice.narrows = true
      let title = "e" + String(repeating: part, count: count)
      let rows = [Row("a", title: title), Row("b", title: title + "Réading", detail: title)]
      _ = choice.answer(rows)
      let list = ScreenContent(title: "A", sections: [ContentSection("rows", .rows(rows))])
      for line in ["open zz", "zz top", "open \(title)"] {
        _ = try? Command.parse(line, in: .screen(list))
      }
    }.verify()
  }

  @Test(
    "A first word longer than any name is rejected by its beginning",
    arguments: ["x", "\u{301}", "鍵"])
  func endlessWord(part: String) {
    let word = String(repeating: part, count: 20_000)
    let problem = CommandProblem.unknownWord(String(repeating: part, count: 100), nearest: nil)
    for line in [word, "  \(word) and more"] {
      #expect(throws: problem) { try Command.parse(line, in: .everything) }
    }
  }

  @Test(
    "Blank lines and comments are recognised by Characters",
    arguments: [
      ("", true), ("   ", true), ("\t\r\n", true), ("  # c", true), ("#", true), ("\u{3000}", true),
      (" \u{3000} # c", true), ("#\u{301}", false), (" \u{301}", true), (" x", false),
      ("x #", false),
      (" \u{301}#", true), ("  é", false), ("\u{301}", false),
    ])
  func blank(line: String, isBlank: Bool) {
    #expect(line.isBlankOrComment == isBlank)
  }

  @Test(
    "Text is searched for secrets in linear time",
    arguments: ["x", "hunter2", "%41", "%", "鍵", "e\u{301}", "\u{301}\u{323}"])
  func secrets(part: String) {
    var secrets = KnownSecrets()
    _ = secrets.add("hunter2-secret")
    _ = secrets.add("tiny")
    let known = secrets
    LinearReading("a text", part) { bytes in
      _ = known.occur(in: String(decoding: bytes, as: UTF8.self))
    }.verify()
  }

  @Test("Bytes are split into lines in linear time", arguments: ["\n", "x", "\r", "\u{FEFF}"])
  func lines(part: String) {
    LinearReading("lines", part) { bytes in
      var splitter = LineSplitter()
      for start in stride(from: 0, to: bytes.count, by: 4096) {
        _ = splitter.lines(of: bytes[start..<min(start + 4096, bytes.count)])
      }
      _ = splitter.last()
    }.verify()
  }

  @Test("A session file with too many commands, or too large, is refused in one line")
  func refused() throws {
    let few = String(repeating: "1\n", count: SessionFile.maximumCommands)
    #expect(try SessionFile(few).steps.count == SessionFile.maximumCommands + 1)
    #expect(throws: SessionFile.Problem.tooManyCommands) { try SessionFile(few + "1\n") }
    let folder = try TemporaryFolder()
    let path = folder.file("a.session")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(truncate(path, SessionFile.limit + 1) == 0)
    #expect(throws: SessionFile.Problem.notText) { try SessionFile(path: path) }
  }
}
