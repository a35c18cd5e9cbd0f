import Core
import Services
import Foundation
import TestKit
import Testing

@testable import Shell

@Suite("Default options")
@MainActor struct OptionsFileTests {
  private let folder: TemporaryFolder
  private var environment: [String: String] { ["XDG_CONFIG_HOME": folder.path] }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("Toy"), withIntermediateDirectories: true)
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file("Toy/options")))
  }

  private var read: [String] {
    get throws {
      try OptionsFile(program: "Toy", environment: environment).lines().flatMap(\.words)
    }
  }

  @Test("Default options are read from the configuration folder, without comments")
  func words() throws {
    #expect(try read == [])
    try write("# how I like it\n\n--color never\n  --width=60   --json\r\n")
    #expect(try read == ["--color", "never", "--width=60", "--json"])
  }

  @Test(
    "Default options can have spaces in quotation marks or after backslashes, as in a shell",
    arguments: [
      (#"--data-dir "/media/my books" --json"#, ["--data-dir", "/media/my books", "--json"]),
      ("--data-dir='/media/my books'", ["--data-dir=/media/my books"]),
      (#"--data-dir /media/my\ books"#, ["--data-dir", "/media/my books"]),
      (#"--data-dir /home/o\'neil"#, ["--data-dir", "/home/o'neil"]),
      (#"'a\b"' "c\"d\\e\f" g"h i"'j k'"#, [#"a\b""#, #"c"d\e\f"#, "gh ij k"]),
      (#"--data-dir "" x\"#, ["--data-dir", "", #"x\"#]),
      ("# don't", []),
    ])
  func quoted(line: String, words: [String]) throws {
    try write(line)
    #expect(try read == words)
  }

  @Test("Default options are read from the home folder if no configuration folder is set")
  func home() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file(".config/Toy"), withIntermediateDirectories: true)
    try Data("--json".utf8).write(to: URL(filePath: folder.file(".config/Toy/options")))
    for settings in [nil, "relative", ""] {
      var environment = ["HOME": folder.path]
      environment["XDG_CONFIG_HOME"] = settings
      let lines = try OptionsFile(program: "Toy", environment: environment).lines()
      #expect(lines.map(\.words) == [["--json"]])
    }
    #expect(try OptionsFile(program: "Toy", environment: [:]).lines() == [])
  }

  @Test("An options file that isn't text or is too long is refused")
  func unreadable() throws {
    try write(String(repeating: "#", count: OptionsFile.maximumSize + 1))
    #expect(throws: OptionsFile.Unreadable.self) { try read }
    try Data([0xFF]).write(to: URL(filePath: folder.file("Toy/options")))
    let problem = #expect(throws: OptionsFile.Unreadable.self) { try read }
    #expect(problem?.description.contains("must be UTF-8 text") == true)
  }

  @Test("An options file that can't be reached is refused, not taken for a missing one")
  func unreachable() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("Toy/options"), withDestinationPath: folder.file("not mounted/options"))
    #expect(throws: OptionsFile.Unreadable.self) { try read }
    try FileManager.default.removeItem(atPath: folder.file("Toy"))
    #expect(try read == [])
    for target in ["Toy", "not mounted"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("Toy"), withDestinationPath: folder.file(target))
      #expect(throws: OptionsFile.Unreadable.self) { try read }
      try FileManager.default.removeItem(atPath: folder.file("Toy"))
    }
  }

  @Test("A pipe in place of the options file is refused at once, even without a writer")
  func pipe() throws {
    try write("")
    try FileManager.default.removeItem(atPath: folder.file("Toy/options"))
    try #require(mkfifo(folder.file("Toy/options"), 0o600) == 0)
    let problem = #expect(throws: OptionsFile.Unreadable.self) { try read }
    #expect(problem?.description.hasSuffix("is a pipe. Put a file there.") == true)
  }

  @Test("An options file can have a byte order mark and any line endings")
  func otherEditors() throws {
    try write("\u{FEFF}# mine\r\n--json\r\n--width 60\r\n")
    let lines = try OptionsFile(program: "Toy", environment: environment).lines()
    #expect(lines.map(\.words) == [["--json"], ["--width", "60"]])
    // The whole path, also a long one.
    let path = folder.file("Toy/options")
    #expect(path.count > 40)
    #expect(lines.map(\.place) == ["“\(path)”, line 2", "“\(path)”, line 3"])
    try write("\u{FEFF}--json")
    #expect(try read == ["--json"])
  }

  @Test(
    "An invalid default option is refused with its line number",
    arguments: [
      ("\n--bogus", [], 2, "Unknown option “--bogus”."),
      ("--width 7", ["--json"], 1, "--width takes a number from 20 to 500, not “7”."),
      ("--json\n--width\n--json", [], 2, "--width needs a value: --width COLUMNS."),
      ("--json=1", [], 1, "--json takes no value."),
      ("--json\nreplay", [], 2, "“replay” isn't an option: options start with --."),
      ("--json # always", [], 1, "“#” isn't an option: options start with --."),
      ("--json -- map", [], 1, "“map” isn't an option: options start with --."),
      ("--ephemeral\n--data-dir /X", [], 2, "--data-dir can't be used with --ephemeral."),
      (
        "--data-dir books", [], 1,
        "--data-dir takes a whole path here, such as ~/Books, not “books”."
      ),
      ("\n--dry-run", [], 2, "--dry-run can't be used with anything but an import."),
      ("--variant wrld=flat", [], 1, "Unknown experiment “wrld”. Did you mean world?"),
      (
        "--json\n--data-dir /home/o'neil", [], 2,
        "A quotation mark isn't closed. Put a backslash before one in a value."
      ),
      (
        "--variant a=b\n--variant world=fat", ["--variant", "a=b"], 2,
        "The experiment “world” has no variant “fat”. Choose one of: broken, flat."
      ),
    ])
  func wrong(text: String, arguments: [String], line: Int, message: String) async throws {
    try write(text)
    let run = await ToyRun("", arguments, environment: environment)
    #expect(run.status == 2 && run.output.isEmpty)
    let place = "“\(folder.file("Toy/options"))”, line \(line)"
    #expect(run.errors == "Toy: \(place): \(message) Try --help.\n")
  }

  @Test(
    "Default options yield to conflicting options and commands of the command line",
    arguments: [
      ("--data-dir /X", "--ephemeral", "--ephemeral"),
      ("--ephemeral", "--data-dir X", "--data-dir X"),
      ("--ephemeral\n--data-dir /X", "--ephemeral", "--ephemeral"),
      ("--json\n--record X\n--force", "map", "map"), ("--json --record X", "replay X", "replay X"),
      ("--record X", "manual", "manual"), ("--force", "", ""),
      ("--format dot\n--crawl", "", ""), ("--format dot", "map", "--format dot map"),
    ])
  func overridden(text: String, typed: String, meaning: String) throws {
    try write(text)
    let lines = try OptionsFile(program: "Toy", environment: environment).lines()
    let words = { (line: String) in line.split(separator: " ").map(String.init) }
    var options = try ShellOptions.parse(words(typed), after: lines)
    options.places = [:]
    #expect(try options == ShellOptions.parse(words(meaning)))
  }

  @Test(
    "Mistakes in default options do not affect help, version, manual and completions",
    arguments: [
      ["--help"], ["-V"], ["help"], ["help", "map"], ["manual"], ["completions", "bash"],
    ])
  func helped(arguments: [String]) async throws {
    let usual = await ToyRun("", arguments)
    #expect(usual.status == 0 && !usual.output.isEmpty)
    for bytes in [Data("--bogus".utf8), Data("--variant a=z".utf8), Data([0xFF])] {
      try bytes.write(to: URL(filePath: folder.file("Toy/options")))
      let run = await ToyRun("", arguments, environment: environment)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(run.output == usual.output)
      #expect(await ToyRun("", environment: environment).status == 2)
    }
  }

  @Test(
    "Errors of the command line do not name default options",
    arguments: [
      ("--width 60", ["--width", "7"], "--width takes a number from 20 to 500, not “7”."),
      ("--json", ["--json", "map"], "--json can't be used with map."),
      (
        "--data-dir /X", ["--data-dir", "Y", "--ephemeral"],
        "--data-dir can't be used with --ephemeral."
      ),
      (
        "--variant world=flat", ["--variant", "world=fat"],
        "The experiment “world” has no variant “fat”. Choose one of: broken, flat."
      ),
      ("--json", ["nonsense"], "“nonsense” isn't a subcommand or a link."),
    ])
  func blameless(text: String, arguments: [String], message: String) async throws {
    try write(text)
    let run = await ToyRun("", arguments, environment: environment)
    #expect(run.status == 2)
    #expect(run.errors == "Toy: \(message) Try --help.\n")
  }
}
