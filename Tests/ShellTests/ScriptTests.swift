import Core
import Services
import Foundation
import Testing

@testable import Shell

/// Runs scripts over an app made of the real core.
@Suite("Scripts")
@MainActor struct ScriptTests {
  @Test("A script prints the settled screen after each command and ends with status 0")
  func screens() async {
    let run = await ToyRun("find us\n1\n")
    #expect(run.errors == "")
    #expect(run.status == 0)
    #expect(
      run.output == """
        [Planets]   Account

        Planets

          1   Mercury
          2   Venus
          3   地球
          4   \u{2068}المريخ\u{2069}
          5   Jupiter

        › find…  count  explode  (expand)

        [Planets]   Account

        Planets

          1   Venus

        › find…  count  explode  (expand)

        [Planets]   Account

        Venus                                                                     ‹ back

        › edit  back


        """)
  }

  @Test("A script stops at the first failing command, with its line number and status 1")
  func stops() async {
    let run = await ToyRun("# a comment\n\n  find us\nfnd x\n1\n")
    #expect(run.errors == "line 4: Unknown command “fnd”. Did you mean “find”?\n")
    #expect(run.status == 1)
    #expect(run.titles == ["Planets", "Planets"])
  }

  @Test("A subcommand of the program that is typed in the app is refused, with its usage")
  func subcommand() async {
    let run = await ToyRun("map --dot\n")
    let message = "“map” isn't a command here. Outside of the app it is a subcommand: "
    #expect(run.errors.hasPrefix("line 1: \(message)\(ShellConfiguration.toy().name) map"))
  }

  @Test("With --keep-going it continues after a failure, and still ends with status 1")
  func keepsGoing() async {
    let run = await ToyRun("nonsense\n2\n", ["--keep-going"])
    #expect(run.errors.hasPrefix("line 1: "))
    #expect(run.status == 1)
    #expect(run.titles == ["Planets", "Venus"])
  }

  @Test(
    "A command that can't be carried out fails",
    arguments: [
      ("back", "There is nothing to go back to."), ("close", "There is nothing to close here."),
      ("9", "There is no row “9”. Choose from 1 to 5."),
      ("expand", "“expand” isn't available now: Nothing expands today."),
      ("find", "“find” needs a value: find TEXT"), ("explode", "It did not explode."),
      (
        "open example://nowhere",
        "The link can't be opened: the app has no page for "
          + "example://nowhere."
      ),
      ("open example://planets/Pluto", "The link can't be opened: there is no such planet."),
      ("set a b", "There are no fields here."),
    ])
  func failures(line: String, message: String) async {
    let run = await ToyRun(line)
    #expect(run.errors == "line 1: \(message)\n")
    #expect(run.status == 1)
  }

  @Test("Each refused submission of a form is a failure")
  func form() async {
    let run = await ToyRun("2\nedit\nsave\nsave\nset note Warm\nsave\n", ["--keep-going"])
    #expect(
      run.errors == """
        line 3: My note: Write something.
        line 4: My note: Write something.

        """)
    #expect(run.titles.suffix(2) == ["Note", "Venus"])
    #expect(run.output.hasSuffix("‹ back\n\n› edit  back\n\n"))
  }

  @Test("Leaving a locked form fails the command, because the form asks first")
  func locked() async {
    let run = await ToyRun("2\nedit\nset note x\nclose\nkeep\nclose\ndiscard\n", ["--keep-going"])
    #expect(
      run.errors == """
        line 4: Answer this first: Discard it?
        line 6: Answer this first: Discard it?

        """)
    #expect(run.titles.last == "Venus")
  }

  @Test("End of input in a form names the lost input in one line, and fails")
  func endInForm() async {
    let run = await ToyRun("2\nedit\nset note x")
    #expect(run.errors == "end of input: Discard it? The note is lost.\n")
    #expect(run.status == 1)
    let json = await ToyRun("2\nedit\nset note x", ["--json"])
    #expect(json.errors == run.errors)
    #expect(json.output.split(separator: "\n").last?.contains(#""type":"problem""#) == true)
    #expect(json.status == 1)
  }

  @Test("A colon selects the shell's command if an action has the same name")
  func colon() async {
    let run = await ToyRun("2\nback\n:back\n")
    #expect(run.titles == ["Planets", "Venus", "Venus", "Planets"])
  }

  @Test("A link on the command line is opened after the start; a refused one is reported")
  func launchLink() async {
    let shown = await ToyRun("", ["example://planets/Venus"])
    #expect(shown.titles == ["Venus"])
    #expect(shown.errors == "")
    let refused = await ToyRun("", ["example://planets/Pluto"])
    #expect(refused.titles == ["Planets"])
    #expect(refused.errors.contains("can't be opened: there is no such planet."))
  }

  @Test("The relaunch command restores the last screens over the same services")
  func relaunch() async {
    let run = await ToyRun("2\nedit\nset note Warm\nsave\nrelaunch\nleaks\n")
    #expect(run.errors == "")
    #expect(run.titles.last == "Venus")
    #expect(run.output.contains("Warm"))
    #expect(run.output.hasSuffix("No leaks.\n\n"))
  }

  @Test("The help, where, tree and log commands do not change the screen")
  func answers() async {
    let run = await ToyRun("2\nwhere\ntree\nlog\nhelp\nhelp edit\nhelp tab\n")
    #expect(run.errors == "")
    #expect(run.output.contains("Planets › Venus\n"))
    #expect(run.output.contains("edit         → Note\n"))
    #expect(run.output.contains("planets#"))
    #expect(run.output.contains("perform select on Planets"))
    #expect(run.output.contains("Everywhere:\n"))
    #expect(run.output.contains("edit\n  Edit the note\n"))
    #expect(run.output.contains("tab NAME\n  Switches to another tab, by its name or number"))
  }

  @Test("Lines that are too long or not text are refused, and the next line is run")
  func binary() async {
    let output = MemorySink()
    let errors = MemorySink()
    let queue = LineQueue()
    var splitter = LineSplitter()
    let long = [UInt8](repeating: 0x61, count: LineSplitter.limit + 1)
    queue.add(splitter.lines(of: [0xFF, 0xFE, 0x0A] + long + Array("\n2\n".utf8)))
    queue.finish()
    let console = Console(lines: queue, output: output, errors: errors)
    let status = await ShellProgram(configuration: .toy(), console: console)
      .run(arguments: ["--keep-going"], environment: [:])
    #expect(status == 1)
    #expect(
      errors.text == """
        line 1: The line is not UTF-8 text and was ignored.
        line 2: The line is longer than 5242880 bytes and was ignored.

        """)
    #expect(output.text.contains("Venus                    "))
  }

  @Test("With --json each command gives one object per line, also a failing one")
  func json() async throws {
    let run = await ToyRun("2\nnonsense\nleaks\n", ["--json", "--keep-going"])
    let types = try run.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["schema"] as? Int == 1)
      return object?["type"] as? String
    }
    #expect(types == ["screen", "screen", "problem", "answer"])
    #expect(run.errors.hasPrefix("line 2: "))
  }

  @Test("A secret is not printed anywhere")
  func secret() async {
    let run = await ToyRun(
      "tab account\nset password hunter2\nunlock hunter3\nunlock hunter2\nlog\n",
      ["--keep-going"])
    #expect(run.errors == "line 3: That is not it.\n")
    #expect(run.output.contains("Unlocked."))
    #expect(!(run.output + run.errors).contains("hunter"))
  }

  @Test(
    "A choice that the screen does not list can be set, with and without colours",
    arguments: [[:], ["NO_COLOR": "1"], ["TERM": "dumb"], ["CLICOLOR_FORCE": "1"]])
  func choice(environment: [String: String]) async {
    let typed = "tab account\nset language language 59\nset language l60\nset lang Language 5\n"
    let run = await ToyRun(typed, environment: environment)
    #expect(run.errors == "")
    #expect(run.status == 0)
    for title in ["Language 59", "Language 60", "Language 5"] {
      #expect(run.output.contains("\(title)\n") || run.output.contains("\(title)  "))
    }
    let wrong = await ToyRun("tab account\nset language L\n", environment: environment)
    #expect(wrong.status == 1)
    #expect(wrong.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("A closed output ends the script quietly")
  func closedOutput() async {
    let errors = MemorySink()
    let console = Console.reading("2\n:back\n", output: BrokenSink(.closed), errors: errors)
    let status = await ShellProgram(configuration: .toy(), console: console)
      .run(arguments: [], environment: [:])
    #expect(status == 0)
    #expect(errors.text == "")
  }

  @Test("Output that can't be written is reported, and ends with status 1")
  func fullDisk() async {
    let errors = MemorySink()
    let console = Console.reading("2\n", output: BrokenSink(.failed(28)), errors: errors)
    let status = await ShellProgram(configuration: .toy(), console: console)
      .run(arguments: [], environment: [:])
    #expect(status == 1)
    #expect(errors.text == "The output can't be written: No space left on device.\n")
  }
}
