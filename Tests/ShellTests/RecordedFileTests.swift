import Core
import Services
import Foundation
import TestKit
import Testing

@testable import Shell

@Suite("The file of a recording")
@MainActor struct RecordedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.file("a.session") }
  private var recording: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  private func record(_ script: String, _ arguments: [String] = []) async -> ToyRun {
    await ToyRun(script, ["--record", path, "--now", "2026-11-20"] + arguments)
  }

  @Test("The file is readable by its owner alone, and no other file is left beside it")
  func file() async throws {
    _ = await record("1\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.session"])
  }

  @Test("A file that can't be written is reported before the session starts")
  func unwritable() async {
    let run = await ToyRun("1\n", ["--record", folder.file("no/such/folder")])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.contains("can't be written: No such file or directory."))
  }

  @Test(
    "A file that isn't a recording is not replaced, and the session does not start",
    arguments: ["a letter\n", "#", "2\n#! no header\n", "#!/bin/sh\n", "#! /bin/sh\n"])
  func notReplaced(text: String) async throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let run = await record("1\n")
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.hasSuffix("isn't a recording and is not replaced. Choose another name.\n"))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    #expect(recording == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.session"])
  }

  @Test("A recording and an empty file are replaced", arguments: ["#! --seed 1\n", ""])
  func replaced(text: String) async throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(await record("1\n").status == 0)
    #expect(recording.contains("| Mercury"))
  }

  @Test("A session without data of its own before gets a seed, so that a replay chooses the same")
  func seed() async throws {
    let header = { [self] in recording.prefix { $0 != "\n" } }
    _ = await record("1\n")
    #expect(!header().contains("--seed"))
    _ = await ToyRun("1\n", ["--ephemeral", "--record", path])
    #expect(header().contains("#! --seed "))
    #expect(await ToyRun("", ["replay", path]).status == 0)
    _ = await ToyRun("1\n", ["--ephemeral", "--record", path, "--seed", "7"])
    #expect(header().hasPrefix("#! --seed 7 "))
  }

  @Test("A recording at a terminal of any width can be replayed", arguments: [1, 15, 600])
  func width(_ columns: Int) async throws {
    var console = Console.reading("1\n", output: MemorySink(), errors: MemorySink())
    console.columns = { columns }
    let program = ShellProgram(configuration: .toy(ToyServices()), console: console)
    _ = await program.run(arguments: ["--record", path], environment: [:])
    let replay = await ToyRun("", ["replay", path])
    #expect(replay.status == 0, "\(replay.errors)\(replay.output)")
  }

  @Test("A folder or pipe is not replaced", arguments: ["", "/pipe"])
  func noFile(name: String) async throws {
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    let run = await ToyRun("1\n", ["--record", folder.path + name])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.hasSuffix("isn't a recording and is not replaced. Choose another name.\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pipe"])
  }

  @Test(
    "A file or folder that appears during the session is not replaced, and the recording stays",
    arguments: [true, false])
  func takenMeanwhile(isFolder: Bool) async throws {
    let services = ToyServices()
    services.onPassword = { [path] in
      let manager = FileManager.default
      if isFolder {
        try? manager.createDirectory(atPath: path, withIntermediateDirectories: false)
      } else {
        _ = manager.createFile(atPath: path, contents: Data("a letter".utf8))
      }
    }
    let script = "tab account\nset password hunter2-secret\n"
    let run = await ToyRun(script, ["--record", path], services: services)
    #expect(run.status == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count == 2 && names.first == "a.session")
    if !isFolder { #expect(recording == "a letter") }
    let draft = folder.file(names.last ?? "")
    let message = "isn't a recording and is not replaced. The recording is in “\(draft)”.\n"
    #expect(run.errors.hasSuffix(message), "\(run.errors)")
    #expect(await ToyRun("", ["replay", draft]).status == 0)
  }

  @Test("A recording whose last write has failed is not said to be whole")
  func failedWrite() {
    let refused = RecordingFile.Problem.refused("a.session", number: EIO)
    let problem = RecordingFile.Problem.notRenamed(refused, from: "draft", isWhole: false)
    #expect(problem.description.hasPrefix("“a.session” can't be written: "))
    #expect(problem.description.hasSuffix(". A part of the recording may be in “draft”."))
  }

  @Test("A recording that becomes too long for a replay ends there, with a message")
  func tooLong() async {
    let run = await record(
      String(repeating: "# " + String(repeating: "x", count: 1_000_000) + "\n", count: 17),
      ["--json"])
    let note = "The recording is incomplete."
    #expect(run.errors == "Toy: \(note)\n")
    #expect(run.output.hasSuffix("\"text\":\"\(note)\",\"type\":\"note\"}\n"))
    #expect(await ToyRun("", ["replay", path]).status == 0)
  }

  @Test("A recording with as many commands as a replay reads ends there")
  func tooManyCommands() throws {
    let services = ToyServices()
    let session = AppSession(
      context: services.context, features: [.toy(services)], places: services.places)
    let file = try RecordingFile(path: path)
    let recorder = Recorder(
      to: file, width: 80, standIns: SecretStandIns(SecretStandIns.usual)
    ) { session in
      RecordingHeader(
        options: ShellOptions(), seed: nil, width: 80, layout: .compact,
        today: session.context.clock.today)
    }
    let report = CommandReport()
    recorder.begin(report, session)
    let before = session.cachedSnapshot
    for _ in 1...SessionFile.maximumCommands {
      recorder.add("nonsense", nil, report, before: before, session)
    }
    #expect(!recorder.isFull)
    recorder.add("nonsense", nil, report, before: before, session)
    #expect(recorder.isFull)
    try file.keep()
    #expect(try SessionFile(path: path).steps.count == 1 + SessionFile.maximumCommands)
  }

  @Test("A recording that has become too long loses a secret that is typed at its prompt later")
  func secretAfterEnd() async {
    let comment = "# " + String(repeating: "x", count: 1_000_000) + "\n"
    let run = await record(
      "open toy://planets?name=hunter2-secret\n" + String(repeating: comment, count: 17)
        + "tab account\nset password hunter2-secret\n", ["--keep-going"])
    #expect(run.errors.hasSuffix("The recording is incomplete.\n"))
    #expect(recording.utf8.count > 15_000_000 && !recording.contains("hunter2"))
    #expect(await ToyRun("", ["replay", path]).status == 0)
  }

  @Test("While a command with a new secret runs, the file has the secret no more")
  func secretWhileRunning() async throws {
    let services = ToyServices()
    var seen: [String] = []
    services.onPassword = { [folder] in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      seen += names.compactMap { try? String(contentsOfFile: folder.file($0), encoding: .utf8) }
    }
    let run = await ToyRun(
      "find hunter2-secret\ntab account\nset password hunter2-secret\n", ["--record", path],
      services: services)
    #expect(run.status == 0)
    #expect(seen.count == 1 && seen[0].contains("\nfind ••••") && !seen[0].contains("hunter2"))
  }

  @Test("A recording that can't be rewritten is emptied")
  func failedRewriting() throws {
    let inner = folder.file("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    let file = try RecordingFile(path: "\(inner)/a.session")
    try file.write("hunter2")
    let moved = folder.file("moved")
    try FileManager.default.moveItem(atPath: inner, toPath: moved)
    #expect(throws: OutputError.self) { try file.rewrite("") }
    for name in try FileManager.default.contentsOfDirectory(atPath: moved) {
      #expect(try Data(contentsOf: URL(filePath: "\(moved)/\(name)")).isEmpty)
    }
    try file.keep()
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
