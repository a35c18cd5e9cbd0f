// Needs: Auth, Backups, Books, Onboarding, Transfers

import Core
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

/// Background failures in the built program, over a real folder.
@Suite("Background failures")
@MainActor struct NoticesTests {
  private let disk: Disk
  private let program: Program
  private static let want = "skip-all\nopen booksapp://books/dune\nwant\n"

  init() throws {
    disk = try Disk()
    program = Program(arguments: ["--data-dir", disk.path])
  }

  private func log() -> String {
    (try? String(contentsOfFile: "\(disk.path)/booksapp.log", encoding: .utf8)) ?? ""
  }

  /// Returns the number of occurrences of a text in the messages.
  private func count(_ text: String, in messages: String) -> Int {
    messages.split(separator: "\n").count { $0.contains(text) }
  }

  @Test("A failed backup gives one notice per start, and a line that log warnings shows")
  func backup() async throws {
    try Data().write(to: URL(filePath: "\(disk.path)/backups"))
    #expect(try await program.run(Self.want).status == 0)
    let result = try await program.run("tab search\nrelaunch\nshow\nlog warnings\n")
    #expect(result.status == 0)
    #expect(count("Today's automatic backup failed.", in: result.messages) == 1)
    #expect(result.output.contains("error the automatic backup was not made"))
    #expect(log().contains("error the automatic backup was not made"))
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(disk.path)/booksapp.log")
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  /// Returns a program that imports a dump of one book.
  private func importing() throws -> Program {
    let dump = "\(disk.path)/dump.txt"
    let record = "{\"key\": \"/works/OL1W\", \"title\": \"The Glass Harbour\"}"
    try Data("/type/work\t/works/OL1W\t1\t2026-01-01T00:00:00\t\(record)\n".utf8)
      .write(to: URL(filePath: dump))
    return Program(arguments: ["import", "openlibrary-dump", dump, "--data-dir", disk.path])
  }

  @Test(
    "A dump imported by an older version gives one notice per start, until it is imported again")
  func dump() async throws {
    let importing = try importing()
    #expect(try await importing.run().status == 0)
    #expect(try await program.run("skip-all\n").messages == "")
    try SQLiteConnection(path: "\(disk.path)/catalogue.sqlite", mode: .write)
      .run("UPDATE catalogue SET fingerprint = '1 ' || fingerprint")
    let script = "tab search\nopen booksapp://search?q=dune\nopen booksapp://search?q=secret\n"
    let result = try await program.run(script)
    #expect(result.status == 0)
    #expect(count("Import the dump again.", in: result.messages) == 1)
    #expect(result.output.contains("Frank Herbert"))
    #expect(count("can't be used", in: log()) == 1)
    #expect(!log().contains("dune") && !log().contains("secret"))
    #expect(try await importing.run().status == 0)
    #expect(try await program.run(script).messages == "")
  }

  @Test("A subcommand says that the imported catalogue can't be read, also with an answer")
  func subcommand() async throws {
    #expect(try await importing().run().status == 0)
    let database = try SQLiteConnection(path: "\(disk.path)/catalogue.sqlite", mode: .write)
    for slot in ["a", "b"] { try database.run("DROP TABLE IF EXISTS search_\(slot)") }
    for words in [["search", "dune"], ["add", "emma"], ["show", "xyzzy"]] {
      let result = try await Program(arguments: words + ["--data-dir", disk.path]).run()
      #expect(count("Your imported catalogue can't be read", in: result.messages) == 1, "\(words)")
      #expect(result.status == (words[0] == "show" ? 1 : 0), "\(words)")
    }
  }

  @Test("A damaged imported catalogue gives one notice per start, and stays until the next import")
  func damagedDump() async throws {
    let importing = try importing()
    #expect(try await importing.run().status == 0)
    let path = "\(disk.path)/catalogue.sqlite"
    try damageDatabase(at: path)
    let damaged = try Data(contentsOf: URL(filePath: path))
    let script = "open booksapp://search?q=dune\nopen booksapp://search?q=glass\n"
    let result = try await program.run("skip-all\n\(script)")
    #expect(result.status == 0)
    let said = result.messages.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.ranges(of: "Your imported catalogue is damaged (").count == 1, "\(said)")
    #expect(said.contains("Import the dump again."))
    #expect(result.output.contains("Frank Herbert"))
    #expect(try Data(contentsOf: URL(filePath: path)) == damaged)
    #expect(try await importing.run().status == 0)
    let again = try await program.run(script)
    #expect(again.messages == "" && again.output.contains("The Glass Harbour"))
  }

  @Test("An unreadable session gives one notice per start, and the user is signed out")
  func session() async throws {
    #expect(try await program.run(Program.signUp).status == 0)
    try SQLiteConnection(path: "\(disk.path)/library.sqlite", mode: .write)
      .run("ALTER TABLE auth_session RENAME TO auth_session_gone")
    let result = try await program.run("tab account\nrelaunch\nshow\n")
    #expect(count("You could not be signed in again.", in: result.messages) == 1)
    #expect(result.output.contains("Guest"))
    #expect(log().contains("error the session was not read") && !log().contains("ada@example"))
  }

  @Test("An account with an unreadable address gives one notice per start, with a remedy")
  func address() async throws {
    #expect(try await program.run(Program.signUp).status == 0)
    try SQLiteConnection(path: "\(disk.path)/library.sqlite", mode: .write)
      .run("UPDATE auth_accounts SET email = 'no address'")
    for _ in 1...2 {
      let result = try await program.run("tab account\nrelaunch\nshow\n")
      #expect(result.status == 0)
      #expect(count("You could not be signed in again.", in: result.messages) == 1)
      #expect(result.messages.matches(of: /estore a backup/).count == 1, "\(result.messages)")
      #expect(result.output.contains("Guest"))
    }
    let logged = log()
    #expect(logged.contains("the e-mail address of the account"))
    #expect(!logged.contains("no address") && !logged.contains("ada@example"))
  }

  @Test("The log has a warning about an unusable file for the last screens")
  func places() async throws {
    try FileManager.default.createDirectory(
      atPath: "\(disk.path)/state.sqlite/full", withIntermediateDirectories: true)
    #expect(try await program.run("skip-all\n").status == 0)
    #expect(log().contains("warning the last screens can't be saved"))
  }

  @Test("The log stays empty without a failure, and --ephemeral writes no file")
  func nothing() async throws {
    #expect(try await program.run(Self.want + "log warnings\n").output.contains("No warnings."))
    #expect(log() == "")
    var ephemeral = Program(arguments: ["--ephemeral"])
    ephemeral.environment["HOME"] = "\(disk.path)/home"
    #expect(try await ephemeral.run("skip-all\nlog warnings\n").output.contains("No warnings."))
    #expect(!FileManager.default.fileExists(atPath: "\(disk.path)/home"))
  }
}
