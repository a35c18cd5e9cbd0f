import Terminal
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Shell

@Suite("Recorded answers")
@MainActor struct RecordedAnswersTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.file("a.session") }

  /// Records lines that are typed at a terminal, and returns the recording.
  private func record(
    _ lines: [String], services: ToyServices = ToyServices()
  ) async throws -> String {
    let run = await ToyRun("", ["--record", path], services: services) { console in
      console.lines = .typed(lines.map(InputLine.text))
      console.isInputTerminal = true
    }
    #expect(run.status == 0)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func commands(of recording: String) -> [Substring] {
    recording.split(separator: "\n").filter { !$0.hasPrefix("#") }
  }

  @Test("An answer to a prompt or a form with one field is recorded as a command that replays")
  func answers() async throws {
    let recording = try await record([
      "open toy://moons", "order", "", "goal", "52", "", "-", "7", "-", "set count 8",
      "set count -", ":home",
    ])
    #expect(
      commands(of: recording) == [
        "open toy://moons", "order size", "goal", "set count 52", "clear count", "set count 7",
        "clear count", "set count 8", "set count -", ":home", "quit",
      ])
    #expect(recording.components(separatedBy: "#|   Moons a year:  —\n").count == 5)
    let replay = await ToyRun("", ["replay", path])
    #expect(replay.status == 0 && replay.output.contains("11 commands, the same screens"))
  }

  @Test("Bare words, help and refused lines of a terminal replay with the same screens")
  func bareWords() async throws {
    let recording = try await record([
      "open toy://moons", "sherlock holmes", "serch moons", "count", "count them all", "goal",
      "help", "100", "52",
    ])
    #expect(
      commands(of: recording) == [
        "open toy://moons", "search sherlock holmes", "serch moons", "count",
        "search count them all", "goal", "help", "100", "set count 52", "quit",
      ])
    #expect(recording.contains("Nothing for sherlock holmes."))
    let replay = await ToyRun("", ["replay", path])
    #expect(replay.status == 0, "\(replay.output)")
    #expect(replay.output.contains("10 commands, the same screens"))
  }

  @Test("A password that was typed as bare words before is not in the recording")
  func bareSecret() async throws {
    let recording = try await record([
      "open toy://moons", "hunter2-secret", ":home", "tab account", "set password hunter2-secret",
    ])
    #expect(!recording.contains("hunter2"))
    #expect(recording.contains("\nsearch ••••••••••••1\n# (a screen with a secret is left out)\n"))
    let replay = await ToyRun("", ["replay", path])
    #expect(replay.status == 0, "\(replay.output)")
  }

  @Test("A new password that is typed twice is recorded once, a differing or misplaced one nowhere")
  func newPassword() async throws {
    let services = ToyServices()
    services.isPasswordNew = true
    let recording = try await record(
      [
        "open toy://moons", "first-secret", "search other-secret", ":home", "tab account",
        "set password", "first-secret", "other-secret", "last-secret", "last-secret",
      ], services: services)
    #expect(!recording.contains("secret\n") && !recording.contains("other"))
    #expect(commands(of: recording).filter { $0.hasPrefix("set ") }.count == 1)
    #expect(services.password == "last-secret")
  }

  @Test("A refused password that was typed by its label hides no other words of the label")
  func refusedByLabel() async throws {
    let services = ToyServices()
    services.passwordLabel = "New password"
    let secret = String(repeating: "other-secret", count: 1000)
    let recording = try await record(
      [
        "open toy://moons", "search password", "search other-secret", ":home", "tab account",
        "set new password \(secret)",
      ], services: services)
    #expect(recording.contains("\nsearch password\n") && recording.contains("New password:"))
    #expect(!recording.contains("other"))
  }

  @Test("An entry whose line lacks the command's name is left out if it has a secret")
  func unnamed() {
    var secrets = KnownSecrets()
    _ = secrets.add("hunter2-secret")
    let command = Command.perform("search", .value(.text("hunter2-secret")), pane: 0)
    let entries = ["hunter2-secret", "sea hunter2-secret"].map {
      RecordedEntry($0, command, output: .init())
        .text(without: secrets, standIn: "•", afterGap: false)
    }
    #expect(entries == ["# (a line with a secret is left out)\n", "sea •\n"])
  }

  @Test("A date is read in the order of the locale, but not in a recording, which has none")
  func dates() async throws {
    let script = "open toy://moons\nseen yesterday\nseen 3/4/2026\n"
    let american = ["LC_TIME": "en_US.UTF-8"]
    let run = await ToyRun(script, environment: american)
    #expect(run.status == 0)
    #expect(run.output.contains("Seen on 2026-11-19."))
    #expect(run.output.contains("Seen on 2026-03-04."))
    let recorded = await ToyRun(script, ["--record", path], environment: american)
    #expect(
      recorded.errors
        == "line 3: Day: “3/4/2026” could be 2026-04-03 or 2026-03-04. Type one of these.\n")
  }
}
