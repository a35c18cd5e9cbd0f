import Core
import Foundation
import Services
import Testing

@testable import Shell

@Suite("Recorded answers")
@MainActor struct RecordedAnswersTests {
  @Test("No word of a bare value is kept if it contains a secret")
  func bareValue() {
    var secrets = KnownSecrets()
    let isNew = secrets.add("correct horse battery")
    #expect(isNew)
    func text(_ line: String, _ value: FieldValue) -> String {
      RecordedEntry(line, .fill("name", value, pane: 0), printed: [])
        .text(without: secrets, standIn: "••••1", afterGap: false)
    }
    #expect(text("correct horse battery", .text("correct horse battery")) == "••••1\n")
    #expect(text("set name correct horse", .text("correct horse")) == "set name ••••1\n")
    #expect(text(" :SET name horse batt", .text("horse batt")) == " :SET name ••••1\n")
    #expect(
      text("horse batt", .choice("horse batt")) == "# (a line with a secret is left out)\n")
    #expect(text("Ana", .text("Ana")) == "Ana\n")
  }

  @Test("A date is read in the order of the locale, but not in a recording, which has none")
  func dates() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shell-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = "open toy://moons\nseen yesterday\nseen 3/4/2026\n"
    let american = ["LC_TIME": "en_US.UTF-8"]
    let run = await ToyRun(script, environment: american)
    #expect(run.status == 0)
    #expect(run.output.contains("Seen on 2026-11-19."))
    #expect(run.output.contains("Seen on 2026-03-04."))
    let recorded = await ToyRun(script, ["--record", "\(folder)/a.session"], environment: american)
    #expect(
      recorded.errors
        == "line 3: Day: “3/4/2026” could be 2026-04-03 or 2026-03-04. Type one of these.\n")
  }
}
