import Services
import Core
import Foundation
import Testing

@testable import Shell

/// Renders output as JSON lines.
@Suite("JSON renderer")
struct JSONRendererTests {
  private let renderer = JSONRenderer()

  private func keys(_ line: String) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return try #require(object).keys.sorted()
  }

  @Test("A screen has the keys of schema 1, sorted, on one line")
  func screen() throws {
    let line = renderer.screen(.everything, trail: ["Home"])
    #expect(line.hasSuffix("}\n"))
    #expect(line.dropLast().allSatisfy { !$0.isNewline })
    #expect(try keys(line) == ["layers", "panes", "schema", "tabs", "trail", "type"])
    #expect(line.hasPrefix(#"{"layers":0,"panes":[{"content":{"actions":["#))
    #expect(line.contains(#""schema":1"#))
    #expect(line.contains(#""type":"screen""#))
  }

  @Test("A screen's panes and tabs read back as they were")
  func roundTrip() throws {
    struct Screen: Decodable {
      let panes: [Snapshot.Pane]
      let tabs: [Snapshot.Tab]
    }
    let line = renderer.screen(.everything, trail: [])
    let screen = try JSONDecoder().decode(Screen.self, from: Data(line.utf8))
    #expect(screen.panes == Snapshot.everything.panes)
    #expect(screen.tabs == Snapshot.everything.tabs)
  }

  @Test("Answers, problems and notes are objects")
  func others() {
    #expect(
      renderer.answer(["a", "b"]) == #"{"lines":["a","b"],"schema":1,"type":"answer"}"# + "\n")
    #expect(
      renderer.problem("No.", line: 3)
        == #"{"line":3,"schema":1,"text":"No.","type":"problem"}"# + "\n")
    #expect(renderer.note("Hm.", line: nil) == #"{"schema":1,"text":"Hm.","type":"note"}"# + "\n")
  }

  @Test("Control characters that JSON allows are escaped, too")
  func controls() {
    let line = renderer.note("a\u{9B}b\u{7F}c\u{2028}\u{1B}", line: nil)
    #expect(line.contains(#"a\u009bb\u007fc\u2028\u001b"#))
  }

  @Test("A secret is not in the output")
  func secret() {
    let field = Field("p", label: "P", kind: .secure, value: .secret(Secret("hunter2")))
    let content = ScreenContent(title: "T", sections: [ContentSection("f", .fields([field]))])
    #expect(!renderer.screen(.screen(content), trail: []).contains("hunter2"))
  }
}
