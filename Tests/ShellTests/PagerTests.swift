import Core
import Foundation
import Terminal
import TestKit
import Testing

@testable import Shell

@Suite("Pager", .serialized)
struct PagerTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws {
    temporary = try TemporaryFolder()
    // As the program does.
    signal(SIGPIPE, SIG_IGN)
  }

  private func makePager(
    _ environment: [String: String], gate: ReadingGate = ReadingGate()
  ) -> Pager? {
    var console = Console.reading("")
    console.isOutputTerminal = true
    console.gate = gate
    return Pager(
      environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }, console: console)
  }

  private func kept() throws -> String {
    try String(contentsOfFile: "\(folder)/out", encoding: .utf8)
  }

  @Test("The pager is less unless PAGER names another program, and none if PAGER is empty or cat")
  func choice() {
    #expect(makePager([:])?.command == ["less", "-FRX"])
    #expect(makePager(["PAGER": "more -d"])?.command == ["/bin/sh", "-c", "exec more -d"])
    let variable = "LESS=-R less"
    #expect(makePager(["PAGER": variable])?.command == ["/bin/sh", "-c", variable])
    // Words of the shell, which no `exec` may precede.
    for own in ["exec less", "eval less", "command less", ". ./pager"] {
      #expect(makePager(["PAGER": own])?.command == ["/bin/sh", "-c", own])
    }
    for none in ["", "  "] { #expect(makePager(["PAGER": none]) == nil) }
    #expect(makePager(["PAGER": "cat"]) == nil)
    #expect(makePager(["TERM": "dumb"]) == nil)
    #expect(Pager(environment: [:], console: .reading("")) == nil)
  }

  @Test("The pager gets the whole text, and less's usual options unless the user has own ones")
  func text() async throws {
    let text = String(repeating: "A line.\n", count: 20_000)
    let pager = try #require(
      makePager(["PAGER": "cat > \(folder)/out; echo $LESS >> \(folder)/out"]))
    #expect(await pager.show(text) == 0)
    #expect(try kept() == text + "FRX\n")
    let own = try #require(makePager(["PAGER": "echo $LESS > \(folder)/out", "LESS": "S"]))
    #expect(await own.show("short") == 0)
    #expect(try kept() == "S\n")
  }

  @Test(
    "The prompt of less says how to go on and that q goes back, even if PAGER names less",
    arguments: [[:], ["PAGER": "less"], ["PAGER": "/usr/bin/less -S"]] as [[String: String]])
  func prompt(variables: [String: String]) throws {
    let pager = try #require(makePager(variables))
    #expect(pager.environment["LESS"] == "FRXPsq goes back?e (end):, space shows more.$")
  }

  @Test("A user's own options of less stay as they are, and other pagers get no prompt")
  func ownPrompt() throws {
    for own in ["", "-M"] {
      for variables in [["LESS": own], ["LESS": own, "PAGER": "less"]] {
        let pager = try #require(makePager(variables))
        #expect(pager.environment["LESS"] == own)
      }
    }
    for other in ["more", "most", "/opt/lesser/more", "moreless -x", "LESS=-R less"] {
      let pager = try #require(makePager(["PAGER": other]))
      #expect(pager.environment["LESS"] == "FRX")
    }
  }

  @Test(
    "Less may write no files and run no programs unless the user allows it, also as PAGER",
    arguments: [[:], ["PAGER": "less -S"], ["PAGER": "LESS=-R less"]] as [[String: String]])
  func restrictions(variables: [String: String]) throws {
    let pager = try #require(makePager(variables))
    #expect(pager.environment["LESSSECURE"] == "1")
    #expect(pager.environment["LESSSECURE_ALLOW"] == "history,lesskey")
    let own = try #require(makePager(variables.merging(["LESSSECURE": ""]) { $1 }))
    #expect(own.environment["LESSSECURE"] == "")
  }

  @Test(
    "Ctrl-Z stops no pager that may be a restricted less",
    arguments: [
      ("less", false), ("/usr/bin/less -S", false), ("LESS=-R less", false), ("cat | less", false),
      ("exec less", false), ("more", true), ("moreless -x", true), ("/opt/lesser/more", true),
    ])
  func stopped(command: String, canStop: Bool) throws {
    #expect(try #require(makePager(["PAGER": command])).canStop == canStop)
    let own = try #require(makePager(["PAGER": command, "LESSSECURE": ""]))
    #expect(own.canStop)
  }

  @Test("The pager starts with default signals")
  func signals() async throws {
    let pager = try #require(
      makePager([
        "PAGER":
          "trap 'echo heard' PIPE; kill -PIPE $$; grep SigIgn /proc/$$/status > \(folder)/out"
      ]))
    #expect(await pager.show("text") == 0)
    // The C library keeps two of the signals above 31 for itself.
    let ignored = try kept().split(separator: "\t").last.flatMap {
      UInt64(String($0).trimmed, radix: 16)
    }
    #expect(ignored.map { $0 & 0x7FFF_FFFF } == 0)
  }

  @Test("A pager can be ended once, while it shows something and while it is being started")
  func ended() async throws {
    for waits in [true, false] {
      let pager = try #require(makePager(["PAGER": "exec sleep 1000"]))
      // More than a pipe takes: the pager reads none of it.
      let shown = Task { await pager.show(String(repeating: "A line.\n", count: 20_000)) }
      while waits, !pager.ownsKeys { await Task.yield() }
      pager.end()
      #expect(await shown.value == 128 + SIGTERM)
    }
  }

  @Test("The pager alone gets the keys that are typed while it runs")
  func keys() async throws {
    // Stands for the terminal.
    let path = "\(folder)/terminal"
    try #require(mkfifo(path, 0o600) == 0)
    let reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writing = open(path, O_WRONLY | O_CLOEXEC)
    _ = fcntl(reading, F_SETFL, 0)
    let (lines, gate) = (LineQueue(), ReadingGate())
    DescriptorReader.start(reading, isTerminal: false, gate: gate, into: lines)
    // The app would have time enough to take the line.
    let program = """
      cat > /dev/null; echo typed > \(path); sleep 0.2
      timeout 600 head -n 1 < \(path) > \(folder)/out
      """
    let pager = try #require(makePager(["PAGER": program], gate: gate))
    #expect(await pager.show("text") == 0)
    #expect(try kept() == "typed\n")
    try DescriptorSink(descriptor: writing).write("for the app\n")
    #expect(await lines.next() == .text("for the app"))
    close(writing)
    #expect(await lines.next() == .end)
    close(reading)
  }

  @Test("A pager that is missing, or that the shell can't run, shows nothing")
  func missing() async throws {
    for command in ["no-such-pager", folder] {
      let pager = try #require(makePager(["PAGER": "\(command) 2>/dev/null"]))
      #expect(await pager.show("text") == nil)
    }
  }

  @Test(
    "A pager that fails or is killed is named with its status; one that leaves early has not failed",
    arguments: [
      ("exit 3; true", 3, true), ("sh -c 'kill -9 $$'", 137, true),
      ("sh -c 'kill -INT $$'", 130, false), ("head -n 1 > /dev/null", 0, false),
    ])
  func failing(command: String, status: Int, isNamed: Bool) async throws {
    let pager = try #require(makePager(["PAGER": command]))
    #expect(await pager.show(String(repeating: "A line.\n", count: 20_000)) == Int32(status))
    let problem = pager.problem(status: Int32(status))
    let told = "The pager “\(command)” ended with status \(status)."
    #expect(problem?.hasPrefix(told) == (isNamed ? true : nil))
  }

  @Test("Less that ends with status 2 after Ctrl-C, as with its option -K, has not failed")
  func endedByKey() throws {
    for variables in [["LESS": "FRXK"], ["PAGER": "/usr/bin/less -K"]] {
      let less = try #require(makePager(variables))
      #expect(less.problem(status: 2) == nil)
      #expect(less.problem(status: 1) != nil)
    }
    let more = try #require(makePager(["PAGER": "more"]))
    #expect(more.problem(status: 2) != nil)
  }

  @Test("A pager that fails to show help is named, and the conversation continues")
  @MainActor func failedHelp() async {
    let environment = ["PATH": "/usr/bin:/bin", "PAGER": "false"]
    let run = await ToyRun(typing: [.text("help")], environment: environment) {
      $0.rows = { 20 }
    }
    #expect(run.status == 0)
    #expect(run.output.contains("Planets> The pager “false” ended with status 1. Set PAGER to"))
    #expect(run.output.hasSuffix("Planets> \n"))
  }
}
