import Terminal
import Testing

@testable import LineEditing

extension LibeditSuites {
  @Suite("Lines that are typed while no question is asked")
  struct TypedAheadTests {
    private let terminal: EditedTerminal
    private let reports = AsyncStream.makeStream(of: String.self)

    init() throws {
      terminal = try #require(EditedTerminal())
    }

    private func watch() {
      terminal.editor.watch { [reports] in reports.continuation.yield($0) }
    }

    /// Returns the first line that is reported.
    private func reported() async -> String? {
      var lines = reports.stream.makeAsyncIterator()
      return await lines.next()
    }

    @Test(
      "The first line typed ahead is reported at its end, and the next questions read all lines")
    func reports() async {
      watch()
      terminal.type("search sol")
      terminal.type("aris\nhelp\n")
      #expect(await reported() == "search solaris")
      #expect(await terminal.editor.read(LineQuestion("> ")) == .text("search solaris"))
      #expect(await terminal.editor.read(LineQuestion("> ")) == .text("help"))
      #expect(terminal.isAsBefore)
    }

    @Test("A line typed before the watch begins is reported, too")
    func earlier() async {
      terminal.type("search dune\n")
      watch()
      #expect(await reported() == "search dune")
    }

    @Test("A question takes the text typed ahead, even without a line end or a report")
    func unreported() async {
      watch()
      terminal.type("half")
      terminal.editor.endWatch(discards: false)
      #expect(await terminal.answer(" a line\r") == .text("half a line"))
    }

    @Test("A line typed before Ctrl-C is not an answer")
    func discarded() async {
      watch()
      terminal.type("search dune\n")
      #expect(await reported() == "search dune")
      terminal.editor.endWatch(discards: true)
      #expect(await terminal.answer("next\r") == .text("next"))
    }

    @Test("A paste is not reported as a typed line, and stays a paste for the next question")
    func paste() {
      var keys = KeyInput()
      keys.add(Array("\u{1B}[200~search dune\nhelp\u{1B}[201~\n".utf8))
      #expect(keys.firstLine == nil)
      #expect(keys.next() == .paste("search dune\nhelp"))
      #expect(keys.firstLine == "")
    }
  }
}
