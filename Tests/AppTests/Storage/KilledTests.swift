// Needs: Books, Onboarding

import Foundation
import Testing

@Suite("A killed session")
struct KilledTests {
  // feature: all
  /// The numbers of commands of `first-day.txt` after which the program is killed, each shortly
  /// after a change.
  private static let cuts = [9, 13, 28, 33, 40, 50, 61]

  private static func commands() throws -> [String] {
    let url = Sources.root.appending(path: "Fixtures/sessions/first-day.txt")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map(String.init)
  }

  @Test(
    "A killed session continues at its last screens and ends like one without a kill",
    arguments: cuts)
  func firstDay(_ cut: Int) async throws {
    let disk = try await Disk()
    let commands = try Self.commands()
    let arguments = ["--data-dir", disk.path, "--now", "2026-11-20", "--continue"]
    let before = commands.prefix(cut).joined(separator: "\n") + "\n"
    // The required sign-in, which `move` completes, has a line beside the screens.
    let count = cut + (commands.prefix(cut).contains("move") ? 2 : 1)
    let said = try await Program(arguments: arguments + ["--json"]).kill(
      after: before, lines: count)
    #expect(said.split(separator: "\n").count == count)
    let rest = commands.dropFirst(cut).joined(separator: "\n") + "\n"
    let result = try await Program(arguments: arguments).run(rest)
    #expect(result.status == 0, "\(result.messages)")
    // The last two commands show the result of the whole session.
    let other = try await Disk()
    let whole = try await Program(
      arguments: ["--data-dir", other.path, "--now", "2026-11-20"]
    ).run(commands.joined(separator: "\n") + "\n")
    let lines = whole.output.components(separatedBy: "[Statistics]").last ?? ""
    #expect(lines.split(separator: "\n").count > 20)
    #expect(result.output.components(separatedBy: "[Statistics]").last == lines)
  }

  // end
  @Test("A session undoes and redoes what it has confirmed, whenever it is killed")
  func undo() async throws {
    let disk = try await Disk()
    let program = Program(arguments: ["--data-dir", disk.path, "--json"])
    _ = try await program.kill(after: "skip-all\nopen booksapp://books/dune\nwant\n", lines: 4)
    let undone = try await program.kill(after: "tab shelves\nundo\n", lines: 3)
    #expect(undone.contains("Undone for “Dune”: added to “Want to read”."), "\(undone)")
    let redone = try await program.kill(after: "tab shelves\nredo\n", lines: 3)
    #expect(redone.contains("Redone for “Dune”: added to “Want to read”."), "\(redone)")
    let result = try await Program(arguments: ["--data-dir", disk.path]).run(
      "open booksapp://shelves/want-to-read\nundo\n")
    #expect(result.output.contains("Undone for “Dune”: added to “Want to read”."))
  }

  @Test("A session has saved every change that a command confirmed, whenever it is killed")
  func acknowledged() async throws {
    let disk = try await Disk()
    let books = ["dune", "solaris", "emma", "candide"]
    for (number, book) in books.enumerated() {
      let script = (number == 0 ? "skip-all\n" : "") + "open booksapp://books/\(book)\nwant\n"
      let lines = number == 0 ? 4 : 3
      _ = try await Program(arguments: ["--data-dir", disk.path, "--json"]).kill(
        after: script, lines: lines)
    }
    let result = try await Program(arguments: ["--data-dir", disk.path]).run(
      "open booksapp://shelves/want-to-read\n")
    #expect(result.output.contains("4 books"), "\(result.output)")
  }
}
