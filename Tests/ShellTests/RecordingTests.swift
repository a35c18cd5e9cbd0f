import Core
import Services
import Foundation
import TestKit
import Testing

@testable import Shell

/// Records sessions and replays them.
@Suite("Recording")
@MainActor struct RecordingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.file("a.session") }
  private var recording: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  private func record(_ script: String, _ arguments: [String] = []) async -> ToyRun {
    await ToyRun(script, ["--record", path, "--now", "2026-11-20"] + arguments)
  }

  @Test("A recording has the options, the commands and the output")
  func content() async {
    let run = await record("find us\n\n# note\n1\n", ["--seed", "7", "--variant", "a=b"])
    #expect(run.status == 0)
    #expect(
      recording == """
        #! --seed 7 --now 2026-11-20 --width 80 --layout compact --variant a=b
        #| [Planets]   Account
        #|
        #| Planets
        #|
        #|   1   Mercury
        #|   2   Venus
        #|   3   地球
        #|   4   \u{2068}المريخ\u{2069}
        #|   5   Jupiter
        #|
        #| › find…  count  explode  (expand)
        find us
        #| [Planets]   Account
        #|
        #| Planets
        #|
        #|   1   Venus
        #|
        #| › find…  count  explode  (expand)
        # note
        1
        #| [Planets]   Account
        #|
        #| Venus                                                                     ‹ back
        #|
        #| › edit  back

        """)
  }

  @Test("A recording replays with the same screens, including failures and questions")
  func replay() async {
    let lines = """
      2
      edit
      set note Warm\\nand cloudy
      set stars 9
      close
      keep
      save
      where
      log
      relaunch
      tab account
      set password hunter2
      unlock wrong one
      unlock hunter2
      clear password
      open example://planets/Jupiter
      open example://planets/Pluto
      count
      ok
      nonsense
      quit
      """
    _ = await record(lines, ["--keep-going", "--width", "60"])
    let replay = await ToyRun("", ["replay", path])
    #expect(replay.output == "\(path): 21 commands, the same screens\n")
    #expect(replay.errors == "")
    #expect(replay.status == 0)
  }

  @Test("A recording that an editor has saved with a byte order mark and CR LF replays")
  func byteOrderMark() async throws {
    _ = await record("find us\n1\n")
    let edited = "\u{FEFF}" + recording.replacing("\n", with: "\r\n")
    try edited.write(toFile: path, atomically: true, encoding: .utf8)
    let replay = await ToyRun("", ["replay", path])
    #expect(replay.output == "\(path): 2 commands, the same screens\n", "\(replay.errors)")
    #expect(replay.status == 0)
  }

  @Test("A recording is also a script, and gives the screens of the recorded session")
  func script() async {
    let first = await record("find us\n1\nedit\nset stars 4\n")
    let second = await ToyRun(recording)
    #expect(second.output == first.output)
  }

  @Test("Secrets have stand-ins, the same for the same secret")
  func secrets() async {
    let script = """
      tab account
      set password hunter2
      unlock hunter3
      unlock hunter2
      set passwrd hunter2
      """
    _ = await record(script, ["--keep-going"])
    #expect(!recording.contains("hunter"))
    #expect(recording.contains("\nset password ••••••••••••1\n"))
    #expect(recording.contains("\nunlock ••••••••••••2\n"))
    #expect(recording.contains("\nunlock ••••••••••••1\n"))
    #expect(recording.contains("\n# (a line that was refused is left out)\n"))
    let first = recording
    _ = await record(first, ["--keep-going"])
    #expect(recording == first, "a recording that is recorded again stays as it is")
  }

  @Test("A password that is typed where its form is not open is not in the recording")
  func secretWithoutForm() async {
    let run = await record("set password hunter2-secret\n", ["--keep-going"])
    #expect(run.status == 1 && !recording.contains("hunter2"))
    #expect(recording.contains("\n# (a line that was refused is left out)\n"))
  }

  @Test("A row opened by a text that is a typed secret is left out of the recording")
  func secretOfRow() async {
    _ = await record("tab account\nset password Mercury\ntab planets\nopen mercury\nback\n2\n")
    #expect(!recording.lowercased().contains("mercury"))
    #expect(recording.contains("\n# (a line with a secret is left out)\n"))
    #expect(recording.contains("\n2\n"))
  }

  @Test("A failing line of more than 4 KB is in no recording")
  func longFailure() async {
    let (long, short) = (String(repeating: "x", count: 4090), String(repeating: "y", count: 4086))
    let run = await record("nonsense \(long)\nnonsense \(short)\n", ["--keep-going"])
    #expect(run.status == 1 && !recording.contains("xx"))
    #expect(recording.contains("\n# (a line that was refused is left out)\n"))
    #expect(recording.contains("\nnonsense \(short)\n"))
  }

  @Test("A secret in the link of the start is not in the first line")
  func secretInLink() async {
    let link = "toy://planets?name=hunter2-secret"
    let run = await record("tab account\nset password hunter2-secret\n", ["--keep-going", link])
    #expect(run.errors.contains("hunter2-secret"))
    #expect(!recording.contains("hunter2") && recording.contains("\nset password ••••"))
    #expect(recording.hasPrefix("#! --now 2026-11-20 --width 80 --layout compact\n"))
    #expect(await ToyRun("", ["replay", path]).status == 0)
  }

  @Test("A difference is printed with its line, and ends with status 1")
  func difference() async throws {
    _ = await record("find us\n1\n")
    let changed = recording.replacingOccurrences(of: "#|   1   Venus", with: "#|   1   Vesta")
    try changed.write(toFile: path, atomically: true, encoding: .utf8)
    let replay = await ToyRun("", ["replay", path])
    #expect(replay.status == 1)
    #expect(
      replay.output == """
        \(path):13: different after “find us”
          
        -   1   Vesta
        +   1   Venus
          

        """)
  }

  @Test("A difference at the start says that a replay begins without saved data")
  func startDifference() async throws {
    _ = await record("1\n")
    let changed = recording.replacing("#|   2   Venus", with: "#|   2   Vesta")
    try changed.write(toFile: path, atomically: true, encoding: .utf8)
    let output = await ToyRun("", ["replay", path]).output
    #expect(output.hasPrefix("\(path):1: different at the start\n"), "\(output)")
    #expect(output.contains("\nA replay begins without saved data. "), "\(output)")
  }

  @Test("An app that ends before the last command is a difference")
  func early() async throws {
    try "quit\n1\n".write(toFile: path, atomically: true, encoding: .utf8)
    let replay = await ToyRun("", ["replay", path])
    #expect(replay.output == "\(path):2: the app ended before this line\n")
    #expect(replay.status == 1)
  }

  @Test("A replay saves nothing")
  func ephemeral() async throws {
    let services = ToyServices()
    try "2\nedit\nset note Warm\nsave\n".write(toFile: path, atomically: true, encoding: .utf8)
    let replay = await ToyRun("", ["replay", path], services: services)
    #expect(replay.output == "\(path): 4 commands, but the file has no screens to compare\n")
    #expect(services.notes.isEmpty)
  }

  @Test("A file without screens is no proof", arguments: ["", "nonsense\n"])
  func empty(script: String) async throws {
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    let replay = await ToyRun("", ["replay", path])
    #expect(replay.status == 1 && replay.output.contains("the file has no screens to compare"))
  }

  @Test("A file that isn't a session is refused in one line")
  func notSessions() async throws {
    let missing = await ToyRun("", ["replay", folder.file("none")])
    #expect(missing.errors.hasSuffix("doesn't exist. Check the name and the folder.\n"))
    #expect(missing.status == 1)
    try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
    let binary = await ToyRun("", ["replay", path])
    #expect(
      binary.errors == "Toy: This is not a session file: it is too large, or not UTF-8 text.\n")
    try Data("#! --width 3\n".utf8).write(to: URL(fileURLWithPath: path))
    let header = await ToyRun("", ["replay", path])
    #expect(header.errors == "Toy: line 1: --width takes a number from 20 to 500, not “3”.\n")
    try Data("#! --variant a=z\n".utf8).write(to: URL(fileURLWithPath: path))
    let variant = await ToyRun("", ["replay", path])
    #expect(
      variant.errors == "Toy: line 1: The experiment “a” has no variant “z”. The only one is b.\n")
    #expect(variant.status == 1)
    let directory = await ToyRun("", ["replay", folder.path])
    #expect(directory.status == 1)
  }

  @Test("An interrupted recording can be replayed up to there")
  func crash() async throws {
    _ = await record("find us\n1\n")
    let half = recording.components(separatedBy: "\n1\n")[0] + "\n"
    try half.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(await ToyRun("", ["replay", path]).status == 0)
  }
}
