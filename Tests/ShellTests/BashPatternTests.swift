import Foundation
import TestKit
import Testing

@testable import Shell

@Suite("Completion in bash of names that are patterns")
struct BashPatternTests {
  @Test(
    "Completion in bash keeps the name of a file that is a pattern",
    .enabled(if: Tool.exists("bash")))
  func bashPattern() async throws {
    let folder = try TemporaryFolder()
    for name in ["[ab]", "a"] { try Data().write(to: URL(filePath: folder.file(name))) }
    let command = TransferCommand("import toys", explanation: "bring toys in")
    let script = CompletionScript(table: CommandTable(name: "Toy", transfers: [command]))
    let test = """
      compopt() { :; }
      COMP_WORDS=(Toy import toys \(CompletionScript.quoted(folder.file("[")))); COMP_CWORD=3
      \(script.function); echo "${COMPREPLY[@]}" "${-//[^f]/}"
      """
    let result = try await Tool.run("bash", ["--norc"], input: script.text(for: .bash) + test)
    #expect(result.output == folder.file("[ab]") + " \n", "\(result.errors)")
  }

  @Test(
    "Completion in bash offers no files after a subcommand whose word only begins like another's",
    .enabled(if: Tool.exists("bash")), arguments: [("replay", "/etc\n"), ("replays", "\n")])
  func similarWords(word: String, offered: String) async throws {
    let replays = AppCommand("replays", explanation: "list replays") { _, _ in [] }
    let script = CompletionScript(table: CommandTable(name: "Toy", commands: [replays]))
    let test = """
      compopt() { :; }
      COMP_WORDS=(Toy \(word) /et); COMP_CWORD=2; \(script.function); echo "${COMPREPLY[@]}"
      """
    let result = try await Tool.run("bash", ["--norc"], input: script.text(for: .bash) + test)
    #expect(result.output == offered, "\(result.errors)")
  }
}
