// Needs: Auth, Books, Onboarding

import Core
import Services
@testable import AppComposition
import AppTerminal
import Foundation
import SQLiteStorage
import Shell
import TestKit
import Testing

@Suite("Accounts in a folder")
@MainActor struct KeptAccountsTests {
  private static let create = Program.signUp + "tab account\nsign-out\nsign-out\n"
  private static let signIn = """
    tab account
    sign-in
    set email ada@example.org
    set password \(Program.password)
    sign-in

    """

  private func run(_ disk: Disk, _ arguments: [String], _ script: String) async throws -> String {
    let options = ["--data-dir", disk.path, "--keep-going"] + arguments
    let result = try await Program(arguments: options).run(script)
    return result.output + result.messages
  }

  /// Returns the first column of a statement's result, from the library of a folder.
  private nonisolated static func value(_ disk: Disk, _ sql: String) throws -> String? {
    try SQLiteConnection(path: "\(disk.path)/library.sqlite", mode: .write).text(sql)
  }

  @Test("A seed weakens neither passwords nor codes nor identifiers")
  func seed() async throws {
    let disk = try Disk()
    _ = try await run(disk, ["--seed", "1"], Self.create)
    let hash = try #require(try Self.value(disk, "SELECT password_hash FROM auth_accounts"))
    // crypt(5): the letters after yescrypt's prefix are the cost.
    #expect(hash.hasPrefix("$y$j9T$"))
    var numbers: Set<UInt64> = []
    var names: Set<String> = []
    for _ in 1...2 {
      let folder = try Disk()
      let world = try await AppWorld.open(LaunchOptions(dataFolder: folder.path, seed: 1))
      numbers.insert(world.context.randomness.next())
      names.insert(world.context.identifiers.next("account"))
      world.close()
    }
    #expect(numbers.count == 2 && names.count == 2)
    let memory = [1, 2].map { _ in AppWorld(AppOptions(seed: 1)).context.randomness.next() }
    #expect(memory[0] == memory[1], "what is kept nowhere is repeatable")
  }

  @Test("Another date by --now neither skips nor extends a wait")
  func wait() async throws {
    let disk = try Disk()
    _ = try await run(disk, [], Self.create)
    let now = Date().timeIntervalSinceReferenceDate
    _ = try Self.value(
      disk, "UPDATE auth_accounts SET tries = 9, waits_until = \(now + 250) RETURNING 1")
    for day in ["2000-01-01", "2026-11-20", "2040-01-01"] {
      let said = try await run(disk, ["--now", day], Self.signIn)
      #expect(said.contains("Too many failed attempts"), "\(day)")
      #expect(!said.contains("You are signed in"), "\(day)")
    }
    _ = try Self.value(disk, "UPDATE auth_accounts SET waits_until = \(now - 1) RETURNING 1")
    #expect(try await run(disk, ["--now", "2000-01-01"], Self.signIn).contains("signed in"))
  }

  @Test("Another date by --now does not revive an expired session")
  func session() async throws {
    let disk = try Disk()
    _ = try await run(disk, [], Self.create + Self.signIn)
    let now = Date().timeIntervalSinceReferenceDate
    #expect(try await run(disk, ["--now", "2040-01-01"], "tab account\n").contains("sign-out"))
    _ = try Self.value(disk, "UPDATE auth_session SET expires = \(now - 1) RETURNING 1")
    let said = try await run(disk, ["--now", "2000-01-01"], "close\ntab account\n")
    #expect(!said.contains("sign-out"))
  }

  @Test("Failed sign-ins with an unknown address cause a wait in the next process, too")
  func unknown() async throws {
    let disk = try Disk()
    let wrong = "tab account\nsign-in\nset email no@example.org\nset password wrong one\nsign-in\n"
    var said = try await run(disk, [], "skip-all\n" + wrong)
    for _ in 1...2 { said += try await run(disk, [], wrong) }
    #expect(!said.contains("Too many failed attempts"))
    _ = try Self.value(
      disk,
      """
      UPDATE auth_unknown SET waits_until =
        \(Date().timeIntervalSinceReferenceDate + 250) WHERE tries = 3 RETURNING 1
      """)
    #expect(
      try await run(disk, ["--now", "2040-01-01"], wrong).contains("Too many failed attempts"))
  }
}
