import Inspection
import AppComposition
import Foundation
import Shell
import Testing

extension DocsTests {
  @Suite("Docs/tap.md says how a tap travels")
  struct Tap {
    /// A function on the way.
    private struct Step {
      let number: Int
      let file: SourceFile
      let function: FunctionName
      let caller: Int?
    }

    private let page: DocsPage
    private let sources = Dictionary(
      uniqueKeysWithValues: SourceTree.project.files.map { ($0.path, $0) })

    init() throws { page = try DocsPage("Docs/tap.md") }

    @Test("Its steps are numbered without a gap, and each is called by an earlier one")
    func numbers() {
      #expect(page.numberedRows.map(\.number) == Array(1...page.numberedRows.count))
      for (number, cells) in page.numberedRows {
        #expect(cells.count == 5, "step \(number)")
        guard number > 1, cells.count == 5 else { continue }
        #expect(Int(cells[3]).map { $0 < number } == true, "step \(number): by \(cells[3])")
      }
    }

    @Test("Every file is there, and has the function, once")
    func functions() throws {
      for step in try steps() {
        #expect(step.file.bodies(of: step.function).count == 1, "step \(step.number)")
      }
    }

    @Test(
      "Every function is called by the one that is named, and those of one caller in this order")
    func calls() throws {
      let steps = try steps()
      for caller in steps {
        guard let body = caller.file.bodies(of: caller.function).first else { continue }
        var last: Int?
        for step in steps where step.caller == caller.number {
          let call = caller.file.calls(of: step.function, in: body).first { call in
            last.map { caller.file.isMade($0, before: call) } ?? true
          }
          #expect(
            call != nil,
            "step \(step.number) is not called by step \(caller.number), or not after its siblings")
          last = call ?? last
        }
      }
    }

    @Test("The screens that it shows are what the app shows")
    @MainActor func session() async throws {
      let match = try #require(page.text.firstMatch(of: /```text\n((?s:.+?))```\n/))
      let result = await ScriptPlayer(.app).play(
        "skip-all\nopen booksapp://books/solaris\nstart\ntab shelves\n2\n",
        arguments: ["--seed", "1", "--now", "2026-11-20", "--width", "76"])
      #expect(result.status == 0)
      let shown = String(match.1).replacing("> 2\n", with: "\n")
      #expect(result.output.hasSuffix(shown + "\n"))
    }

    private func steps() throws -> [Step] {
      try page.numberedRows.map { number, cells in
        let path = try #require(cells[1].codeSpans.first)
        let function = try #require(cells[2].codeSpans.first)
        return Step(
          number: number, file: try #require(sources[path], "\(path)"),
          function: FunctionName(function), caller: Int(cells[3]))
      }
    }
  }
}
