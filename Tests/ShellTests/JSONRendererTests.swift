import Files
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

  /// Expects that a part of a screen is encoded like this.
  private func expect(
    _ value: some Encodable, _ text: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let encoded = String(decoding: try encoder.encode(value), as: UTF8.self)
    #expect(encoded == text, sourceLocation: location)
  }

  @Test("Each kind of content has the names of schema 1, by which programs read it")
  func sections() throws {
    var row = Row("r", title: "T", detail: "D", badge: "B", isSelected: true)
    row.sameAs = "c"
    try expect(
      ContentSection("s", title: "S", .rows([row])),
      #"{"id":"s","rows":[{"badge":"B","detail":"D","id":"r","isSelected":true,"sameAs":"c","#
        + #""title":"T"}],"title":"S"}"#)
    try expect(ContentSection("s", .fields([])), #"{"fields":[],"id":"s"}"#)
    try expect(ContentSection("s", .text("T")), #"{"id":"s","text":"T"}"#)
    try expect(
      ContentSection("s", .picture(Picture(source: "https://a.example", alternative: "A"))),
      #"{"id":"s","picture":{"alternative":"A","source":"https://a.example"}}"#)
    var progress = LoadingProgress(label: "L", fraction: 0.5)
    (progress.detail, progress.percent) = ("D", 150)
    try expect(
      ContentSection("s", .progress(progress)),
      #"{"id":"s","progress":{"detail":"D","fraction":0.5,"label":"L","percent":150}}"#)
    let chart = BarChart(unit: "U", points: [BarChart.Point(label: "L", value: 1.5)])
    try expect(
      ContentSection("s", .chart(chart)),
      #"{"chart":{"points":[{"label":"L","value":1.5}],"unit":"U"},"id":"s"}"#)
  }

  @Test("Each kind and value of a field has the names of schema 1, by which programs read it")
  func fields() throws {
    try expect(
      Field("f", label: "L", kind: .date, value: .filled, placeholder: "E", problem: "P"),
      #"{"id":"f","kind":{"kind":"date"},"label":"L","placeholder":"E","problem":"P","#
        + #""value":{"filled":true}}"#)
    try expect(
      [FieldKind.text, .email, .secure, .newPassword, .longText, .number(1...9)],
      #"[{"kind":"text"},{"kind":"email"},{"kind":"secure"},{"kind":"newPassword"},"#
        + #"{"kind":"longText"},{"kind":"number","maximum":9,"minimum":1}]"#)
    try expect(
      FieldKind.choice([Field.Option("x", title: "X")]),
      #"{"kind":"choice","options":[{"id":"x","title":"X"}]}"#)
    let day = try #require(CalendarDate("2026-11-20"))
    try expect(
      [FieldValue.text("t"), .number(7), .choice("x"), .date(day)],
      #"[{"text":"t"},{"number":7},{"choice":"x"},{"date":"2026-11-20"}]"#)
  }

  @Test("Actions, notices and statuses have the names of schema 1, by which programs read them")
  func others() throws {
    try expect(
      Action("a", title: "T", input: Field("f", label: "L", kind: .text), disabledReason: "R"),
      #"{"disabledReason":"R","id":"a","input":{"id":"f","kind":{"kind":"text"},"label":"L"},"#
        + #""role":"normal","title":"T"}"#)
    try expect(
      [Action.Role.normal, .primary, .destructive, .cancel],
      #"["normal","primary","destructive","cancel"]"#)
    try expect([Header.Leave.none, .back, .close], #"["none","back","close"]"#)
    try expect(
      [Notice("N"), Notice("N", tone: .problem)],
      #"[{"text":"N","tone":"done"},{"text":"N","tone":"problem"}]"#)
    try expect(
      [ContentStatus.idle, .loading(LoadingProgress(fraction: 0.5)), .empty(message: "M")],
      #"[{"kind":"idle"},{"kind":"loading","progress":{"fraction":0.5}},"#
        + #"{"kind":"empty","message":"M"}]"#)
    try expect(
      [ContentStatus.failed(message: "M", retry: "r"), .offline(message: "M", retry: nil)],
      #"[{"kind":"failed","message":"M","retry":"r"},{"kind":"offline","message":"M"}]"#)
  }

  @Test("A pane has the names of schema 1, by which programs read it")
  func pane() {
    let content = ScreenContent(title: "T", subtitle: "S", notice: Notice("N"))
    let line = renderer.screen(.screen(content, leave: .back, tabs: [("t", "One")]), trail: ["H"])
    #expect(
      line == #"""
        {"layers":0,"panes":[{"content":{"actions":[],"notice":{"text":"N","tone":"done"},\#
        "sections":[],"status":{"kind":"idle"},"subtitle":"S","title":"T"},\#
        "header":{"leave":"back"},"kind":"Toy"}],"schema":1,\#
        "tabs":[{"id":"t","isSelected":true,"title":"One"}],"trail":["H"],"type":"screen"}

        """#)
  }

  @Test("A report has the names of schema 1, by which programs read it")
  func report() {
    var report = TransferReport(
      summary: "S", counts: [TransferReport.Count("C", 1)],
      rejections: [TransferReport.Rejection(file: "f", line: 3, reason: "r")], rejectionCount: 5)
    report.differences = [
      TransferReport.Difference(
        line: 4, title: "t", column: "c", fileValue: "f", libraryValue: "l")
    ]
    report.unrecognized = [
      TransferReport.Unrecognized(line: 5, title: "t", column: "c", fileValue: "f", outcome: "o")
    ]
    #expect(
      renderer.report(report, of: "import x", isDryRun: true) == #"""
        {"command":"import x","isDryRun":true,"report":{"counts":[{"label":"C","number":1}],\#
        "differenceCount":0,"differences":[{"column":"c","fileValue":"f","libraryValue":"l",\#
        "line":4,"title":"t"}],"rejectionCount":5,\#
        "rejections":[{"file":"f","line":3,"reason":"r"}],"summary":"S",\#
        "unrecognized":[{"column":"c","fileValue":"f","line":5,"outcome":"o","title":"t"}],\#
        "unrecognizedCount":0},"schema":1,"type":"report"}

        """#)
  }

  @Test("Answers, problems and notes are objects")
  func messages() {
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
