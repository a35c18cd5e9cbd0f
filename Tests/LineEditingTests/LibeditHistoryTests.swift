import Terminal
import TestKit
import Testing

@testable import LineEditing

extension LibeditSuites {
  @Suite("History in the editor")
  struct LibeditHistoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("The editor recalls the lines of earlier runs")
    func earlierRuns() async throws {
      let path = "\(folder.path)/history"
      try HistoryFile(path: path).append(["earlier"])
      let terminal = try #require(EditedTerminal(history: path))
      #expect(await terminal.answer("\u{1B}[A\r") == .text("earlier"))
      terminal.editor.remember("later")
      terminal.editor.remember("later")
      #expect(await terminal.answer("\u{1B}[A\u{1B}[A\r") == .text("earlier"))
      #expect(HistoryFile(path: path).lines() == ["earlier", "later"])
    }

    @Test("The editor recalls an account's lines for its own questions only")
    func accounts() async throws {
      let path = "\(folder.path)/history"
      try HistoryFile(path: path).append(["guest's"])
      try HistoryFile(path: "\(path)-ada").append(["Ada's"])
      let terminal = try #require(EditedTerminal(history: path))
      var question = LineQuestion("> ", hasHistory: true)
      question.account = "ada"
      #expect(await terminal.answer("\u{1B}[A\r", to: question) == .text("Ada's"))
      terminal.editor.remember("sign-out")
      #expect(await terminal.answer("\u{1B}[A\r") == .text("guest's"))
      terminal.editor.remember("later")
      #expect(
        await terminal.answer("\u{1B}[A\u{1B}[A\u{1B}[A\r", to: question) == .text("later"))
      #expect(HistoryFile(path: "\(path)-ada").lines() == ["Ada's", "sign-out"])
    }
  }
}
