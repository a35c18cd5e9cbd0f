// Needs: Auth, Backups, Books, Onboarding

import Core
import Foundation
import SQLiteStorage
import Services
import TestKit
import Testing

@Suite("Imports, exports and other subcommands of a user who is no longer signed in")
@MainActor struct SignedOutTransferTests {
  private static let expired = "Your session has expired. Start the app and sign in again."
  /// The notice of the app and of its subcommands.
  private static let notice = "Your session expired. Sign in again to continue."

  private let disk: Disk
  private let file: String

  init() throws {
    disk = try Disk()
    file = "\(disk.path)/in.csv"
    try Data("Title,Author,Exclusive Shelf\nEmma,Jane Austen,read\n".utf8)
      .write(to: URL(filePath: file))
  }

  private func run(_ words: String..., script: String = "") async throws -> Program.Result {
    try await Program(arguments: words + ["--data-dir", disk.path]).run(script)
  }

  /// Creates an account, which is signed in, and then changes the library.
  private func signUp(then change: String) async throws {
    #expect(try await run(script: Program.signUp).status == 0)
    try SQLiteConnection(path: "\(disk.path)/library.sqlite", mode: .write).run(change)
  }

  @Test("An expired session refuses imports and changes until the app has started without it")
  func expired() async throws {
    try await signUp(then: "UPDATE auth_session SET expires = 1")
    for _ in 1...2 {
      let refused = try await run("import", "goodreads", file)
      #expect(
        refused.status == 1 && refused.messages.contains(Self.expired), "\(refused.messages)")
      let rated = try await run("rate", "book:dune", "4")
      #expect(rated.status == 1 && rated.output.isEmpty, "\(rated.output)")
      #expect(
        rated.messages.contains("\(Self.notice) Nothing was changed."), "\(rated.messages)")
      let shown = try await run("shelves")
      #expect(shown.status == 0 && shown.messages.contains(Self.notice), "\(shown.messages)")
    }
    for isTold in [true, false] {
      let started = try await run(script: "tab account\n")
      #expect(started.status == 0 && started.output.contains("sign-in"), "\(started.output)")
      #expect(started.messages.contains(Self.notice) == isTold, "\(started.messages)")
    }
    let guest = try await run("export", "goodreads", "\(disk.path)/out.csv")
    #expect(guest.status == 1)
    #expect(
      guest.messages.contains("Nothing to export for this account (guest)."),
      "\(guest.messages)")
  }

  @Test("Imports and exports are refused as long as the session can't be read")
  func unreadable() async throws {
    try await signUp(then: "ALTER TABLE auth_session RENAME TO auth_session_gone")
    for word in ["import", "export", "import"] {
      let refused = try await run(word, "goodreads", word == "import" ? file : "\(file).out")
      #expect(refused.status == 1)
      #expect(
        refused.messages.contains("You could not be signed in again."), "\(refused.messages)")
    }
  }

  @Test("A backup is made and restored after the session has expired, and each report says so")
  func backup() async throws {
    try await signUp(then: "UPDATE auth_session SET expires = 1")
    let copy = "\(disk.path)/copy.sqlite"
    let made = try await run("backup", copy)
    #expect(made.status == 0, "\(made.messages)")
    #expect(made.output.contains(Self.expired), "\(made.output)")
    #expect(FileManager.default.fileExists(atPath: copy))
    let restored = try await run("restore", copy, "--yes")
    #expect(restored.status == 0, "\(restored.messages)")
    #expect(restored.output.contains(Self.expired), "\(restored.output)")
  }

  @Test("A catalogue is imported after the session has expired, and its report says so")
  func catalogue() async throws {
    try await signUp(then: "UPDATE auth_session SET expires = 1")
    let dump = "\(disk.path)/dump.txt"
    try Data("{\"key\":\"/works/OL1W\",\"type\":{\"key\":\"/type/work\"},\"title\":\"A\"}\n".utf8)
      .write(to: URL(filePath: dump))
    let imported = try await run("import", "openlibrary-dump", dump)
    #expect(imported.status == 0, "\(imported.messages)")
    #expect(imported.output.contains(Self.expired), "\(imported.output)")
  }
}
