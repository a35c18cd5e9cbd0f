// Needs: Auth, Backups, Books, Onboarding, Transfers

import Inspection
import Core
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@Suite("A damaged library")
@MainActor struct DamageJourneyTests {
  @Test("A damaged library is set aside at the next start and restored from the newest backup")
  func journey() async throws {
    let disk = try Disk()
    for (day, script) in [
      ("2026-11-19", "skip-all\nopen booksapp://books/dune\nwant\n"),
      ("2026-11-20", "open booksapp://books/solaris\nfinish\n"),
      ("2026-11-21", "open booksapp://books/emma\nwant\n"),
    ] {
      let program = Program(arguments: ["--data-dir", disk.path, "--now", day])
      #expect(try await program.run(script).status == 0)
    }
    let path = "\(disk.path)/library.sqlite"
    try damageDatabase(at: path)
    let damaged = try Data(contentsOf: URL(filePath: path))

    let told = try await Program(arguments: ["--data-dir", disk.path, "--json"]).run()
    #expect(told.status == 0 && told.messages == "")
    #expect(told.output.contains("\"kind\":\"Damage\""))
    let next = try await Program(
      arguments: ["--data-dir", disk.path, "--width", "200", "--now", "2026-11-22"]
    ).run("restore\n")
    #expect(next.status == 0, "\(next.messages)")
    let aside = "\(disk.path)/library-damaged-1.sqlite"
    #expect(next.output.contains(aside), "\(next.output)")
    #expect(next.output.contains("\(disk.path)/backups/before-damage-"))
    #expect(next.output.contains("made on 2026-11-21"))
    #expect(try Data(contentsOf: URL(filePath: aside)) == damaged)
    let session = try await disk.session(on: "2026-11-23")
    await withApp({ session }) { app in
      await app.open("booksapp://shelves/want-to-read")
      #expect(app.rows == ["Dune"], "what came after the day's backup is in the damaged file alone")
      await app.open("booksapp://shelves/read")
      #expect(app.rows == ["Solaris"])
    }
  }

  @Test("A restored backup asks nothing about damage, and has no backup deleted")
  func requests() async throws {
    let disk = try Disk()
    let copy = "\(disk.path)/copy.sqlite"
    let script = "skip-all\nopen booksapp://books/dune\nwant\n"
    let made = try await Program(arguments: ["--data-dir", disk.path]).run(script)
    #expect(made.status == 0, "\(made.messages)")
    let backup = try await Program(arguments: ["--data-dir", disk.path, "backup", copy]).run()
    #expect(backup.status == 0, "\(backup.messages)")
    try SQLiteConnection(path: copy, mode: .copy).run(
      """
      INSERT INTO key_values VALUES
        ('backups/damage', CAST('{"path":"/other.sqlite"}' AS BLOB)), ('backups/removal', x'01')
      """)
    let arguments = ["--data-dir", disk.path, "--yes", "restore", copy]
    let restored = try await Program(arguments: arguments).run()
    #expect(restored.status == 0, "\(restored.messages)")
    let folder = "\(disk.path)/backups"
    let backups = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(backups.contains { $0.hasPrefix("before-restoring-") })
    let window = try await disk.window()
    #expect(window.title != "Your data could not be read")
    await disk.end(window)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(left).isSuperset(of: backups), "\(left)")
  }

  @Test("Restoring a backup signs no user in, and every user can sign in again")
  func accounts() async throws {
    let disk = try Disk()
    let window = try await disk.window()
    await window.skipOnboarding()
    await window.open("booksapp://account")
    await window.tap("create")
    await window.createAccount("Ada")
    let copy = "\(disk.path)/copy.sqlite"
    let backup = try await Program(arguments: ["--data-dir", disk.path, "backup", copy]).run()
    #expect(backup.status == 0, "\(backup.messages)")
    #expect(window.session.facts.contains("signed in"))
    await window.open("booksapp://transfers")
    await window.choose("Restore a backup")
    await window.fill("file", copy)
    await window.tap("start")
    await window.tap("restore")
    #expect(!window.session.facts.contains("signed in"))
    await disk.end(window)
    let next = try await disk.window()
    #expect(!next.session.facts.contains("signed in"))
    await next.open("booksapp://account")
    await next.tap("sign-in")
    await next.signIn("Ada")
    #expect(next.session.facts.contains("signed in"), "\(next.text)")
    await disk.end(next)
    let arguments = ["--data-dir", disk.path, "--yes", "restore", copy]
    let restored = try await Program(arguments: arguments).run()
    #expect(restored.status == 0, "\(restored.messages)")
    let last = try await disk.window()
    #expect(!last.session.facts.contains("signed in"), "nor from the command line")
    await disk.end(last)
  }
}
