import Files
import Foundation
import TestKit
import Testing

@testable import Shell

@Suite("The printer")
@MainActor struct PrinterTests {
  @Test("A message for a terminal is wrapped at words, and elsewhere it stays one line")
  func wrapping() {
    let message = "Toy: One word after another.\nAdd --yes."
    let wrapped = "Toy: One word after\n  another.\nAdd --yes.\n"
    for (isTerminal, text) in [(false, message + "\n"), (true, wrapped)] {
      let errors = MemorySink()
      var console = Console.reading("", errors: errors)
      console.isErrorTerminal = isTerminal
      console.errorColumns = { 20 }
      Printer(console).report(message)
      #expect(errors.text == text)
    }
  }

  @Test("Lines for a terminal are wrapped at words, and elsewhere they stay as they are")
  func lines() {
    var console = Console.reading("")
    let text = "  rate BOOK  rate a book\n\nAll options\n"
    #expect(Printer(console).fitted(text) == text)
    console.columns = { 20 }
    #expect(Printer(console).fitted(text) == "  rate BOOK  rate a\n    book\n\nAll options\n")
    #expect(Printer(console).fitted(text, besideData: true) == text)
  }

  @Test("A copy ends between two parts of the file once it is no longer wanted")
  func copy() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.file("export.csv")
    let size = 1 << 20
    try Data(repeating: UInt8(ascii: "a"), count: size).write(to: URL(filePath: path))
    let output = MemorySink()
    let printer = Printer(.reading("", output: output))
    var parts = 0
    let isWhole = try printer.copy(FileInput(path: path, limit: .max)) {
      parts += 1
      return parts < 3
    }
    let begun = output.text.utf8.count
    #expect(!isWhole && begun > 0 && begun < size)
    let isSecondWhole = try printer.copy(FileInput(path: path, limit: .max)) { true }
    #expect(isSecondWhole && output.text.utf8.count == begun + size)
  }
}
