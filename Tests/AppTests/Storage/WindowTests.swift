// Needs: Auth, Backups, Books, Membership, Onboarding, Transfers

import Inspection
import Core
import Services
import Foundation
import TestKit
import Testing

@Suite("An app over its files")
@MainActor struct WindowTests {
  @Test("The next window shows everything: books, profile, account, membership, last screens")
  func everything() async throws {
    let disk = try Disk()
    let app = try await disk.window()
    await app.tap("next")
    await app.choose("Poetry")
    for _ in 1...3 { await app.tap("next") }
    await app.tap("start")
    await app.tab("Account")
    await app.tap("create")
    await app.createAccount("Ada")
    if app.title == "Move what you kept as a guest to this account?" { await app.tap("move") }
    await app.open("booksapp://membership")
    await app.tap("buy")
    await app.choose("Monthly")
    await app.pay()
    await app.tap("done")
    await app.open("booksapp://books/dune")
    await app.tap("start")
    await app.tap("progress", "10%")
    // A killed process does not close its window.
    let next = try await disk.window()
    #expect(next.title == "Dune")
    #expect(next.text.contains("0.1"))
    #expect(next.session.facts.contains("signed in"))
    #expect(next.session.facts.contains("member"))
    await next.tab("Account")
    await next.home()
    #expect(next.text.contains("Poetry"))
    await disk.end(app, next)
  }

  @Test("A window shows the changes that another window made")
  func twoWindows() async throws {
    let disk = try Disk()
    let one = try await disk.window()
    await one.skipOnboarding()
    await one.open("booksapp://shelves/want-to-read")
    #expect(one.rows.isEmpty)
    let two = try await disk.window()
    await two.open("booksapp://books/dune")
    await two.tap("want")
    await one.session.settle()
    await one.session.settleAll()
    #expect(one.rows == ["Dune"])
    await disk.end(one, two)
  }

  /// Opens two windows with a book that the first one has put on a shelf.
  private func windows(on disk: Disk) async throws -> (AppDriver, AppDriver) {
    let one = try await disk.window()
    await one.skipOnboarding()
    await one.open("booksapp://books/dune")
    await one.tap("want")
    let two = try await disk.window()
    await two.open("booksapp://books/dune")
    return (one, two)
  }

  @Test("A window removes the message about a change that another window has undone")
  func undoneElsewhere() async throws {
    let disk = try Disk()
    let (one, two) = try await windows(on: disk)
    await two.tap("remove")
    #expect(two.text.contains("Removed from your library"))
    await one.session.settleAll()
    await one.tap("start")
    await two.session.settle()
    await two.session.settleAll()
    #expect(two.text.contains("Shelf: Reading"), "\(two.text)")
    #expect(!two.text.contains("Removed from your library"))
    await disk.end(one, two)
  }

  @Test("The changes of two windows to one book are both kept")
  func bothChanges() async throws {
    let disk = try Disk()
    let (one, two) = try await windows(on: disk)
    await one.tap("notes")
    await one.fill("notes", "from one")
    await two.tap("progress", "20%")
    await one.tap("save")
    await two.session.settleAll()
    await two.open("booksapp://shelves/reading")
    await two.choose("Dune")
    #expect(two.text.contains("from one"), "\(two.text)")
    #expect(two.text.contains("0.2"), "\(two.text)")
    await disk.end(one, two)
  }

  @Test("A deleted account leaves no data in any file, on request not even in backups")
  func deletion() async throws {
    let disk = try Disk()
    var account = ""
    for round in 1...2 {
      let session = try await disk.session(on: "2026-11-2\(round)")
      try await withApp({ session }) { app in
        if round == 1 { await app.skipOnboarding() }
        await app.open("booksapp://account")
        if round == 1 {
          await app.tap("create")
          await app.createAccount("Zenobia")
          account = app.session.context.owner.owner.account?.rawValue ?? ""
          await app.open("booksapp://books/dune")
          await app.tap("start")
          await app.tap("notes")
          await app.fill("notes", "sesquipedalian")
          await app.tap("save")
          await app.open("booksapp://membership")
          await app.tap("buy")
          await app.choose("Monthly")
          await app.fill("name", "Zenobia of Palmyra")
          await app.pay()
          await app.tap("done")
        } else {
          // Its words are in the saved last screens.
          await app.open("booksapp://search?q=sesquipedalian")
          await app.open("booksapp://account")
          await app.session.settleAll()
          let damaged = URL(filePath: "\(disk.path)/library-damaged-1.sqlite")
          try Data("sesquipedalian".utf8).write(to: damaged)
          let holding = (try? disk.files(holding: "sesquipedalian")) ?? []
          #expect(holding.contains { $0.hasPrefix("backups/") })
          #expect(holding.contains { $0.hasPrefix("state.sqlite") })
          await app.tap("delete")
          await app.fill("backups", "delete")
          await app.fill("confirmation", "zenobia@example.org")
          await app.tap("delete")
          #expect(app.session.facts.contains("signed in") == false)
          // Before the window closes its databases, which empties their logs.
          let holders = try disk.files(holding: "sesquipedalian")
          #expect(holders.isEmpty, "\(holders)")
        }
      }
    }
    #expect(account.hasPrefix("account-"))
    for text in ["enobia", "ENOBIA", "sesquipedalian", account] {
      let files = try disk.files(holding: text)
      #expect(files.isEmpty, "\(text): \(files)")
    }
  }

  @Test("The app's files are readable by their owner alone, and --ephemeral writes none")
  func files() async throws {
    let disk = try Disk()
    let folder = "\(disk.path)/home"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var program = Program(arguments: ["--ephemeral"])
    program.environment["HOME"] = folder
    // All folders that a program could write to by itself, including the current folder.
    program.wrapper = ["/usr/bin/env", "-C", folder]
    for name in ["TMPDIR", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"] {
      program.environment[name] = "\(folder)/\(name)"
    }
    #expect(
      try await program.run("skip-all\nopen booksapp://books/dune\nwant\n").status == 0)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: disk.path) == ["home"])
    program = Program(arguments: [])
    program.environment["HOME"] = folder
    program.environment["XDG_CACHE_HOME"] = "relative/is/ignored"
    #expect(try await program.run("skip-all\n").status == 0)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    #expect(names.contains(".local/share/BooksApp/library.sqlite"))
    #expect(names.contains(".local/state/BooksApp/state.sqlite"))
    #expect(names.contains(".cache/BooksApp/embedded.sqlite"))
    #expect(!names.contains(".local/share/BooksApp/catalogue.sqlite"))
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      let mode = try #require(attributes[.posixPermissions] as? Int)
      #expect(mode & 0o077 == 0, "\(name)")
    }
    program = Program(arguments: [])
    program.environment["HOME"] = folder
    program.environment["BOOKSAPP_DATA_DIR"] = "\(folder)/elsewhere"
    #expect(try await program.run().status == 0)
    #expect(FileManager.default.fileExists(atPath: "\(folder)/elsewhere/library.sqlite"))
  }

  @Test("A window writes nothing for an account that another window has deleted")
  func deletedElsewhere() async throws {
    let disk = try Disk()
    let one = try await disk.window()
    await one.join("Zenobia")
    let two = try await disk.window()
    await two.open("booksapp://books/dune")
    await two.tap("start")
    await two.tap("notes")
    await two.fill("notes", "sesquipedalian")
    await one.open("booksapp://account")
    await one.tap("delete")
    await one.fill("confirmation", "zenobia@example.org")
    await one.tap("delete")
    _ = await two.session.perform("save")
    #expect(!two.session.facts.contains("signed in"))
    #expect(try disk.files(holding: "sesquipedalian").isEmpty)
    await disk.end(one, two)
  }

  @Test("The app starts at its first screen if it can't save its last screens")
  func noPlaces() async throws {
    let disk = try Disk()
    try FileManager.default.createDirectory(
      atPath: "\(disk.path)/state.sqlite", withIntermediateDirectories: true)
    let program = Program(arguments: ["--data-dir", disk.path])
    #expect(try await program.run("skip-all\ntab search\n").status == 0)
    #expect(try await program.run("tree\n").output.contains("[Discover]"))
  }

  @Test("A damaged library is not exported before the user has decided what to do")
  func damagedExport() async throws {
    let disk = try Disk()
    let program = Program(arguments: ["--data-dir", disk.path])
    #expect(try await program.run("skip-all\nopen booksapp://books/dune\nwant\n").status == 0)
    let library = "\(disk.path)/library.sqlite"
    for name in ["library.sqlite-wal", "library.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: "\(disk.path)/\(name)")
    }
    try Data("not a database at all, not at all".utf8).write(to: URL(filePath: library))
    let file = "\(disk.path)/all.json"
    let export = Program(arguments: ["export", "json", file, "--data-dir", disk.path])
    for _ in 1...2 {
      let result = try await export.run()
      #expect(result.status == 1)
      #expect(result.messages.contains("library-damaged-1.sqlite"), "\(result.messages)")
      #expect(!FileManager.default.fileExists(atPath: file))
    }
    #expect(try await program.run("fresh\n").status == 0)
    let result = try await export.run()
    #expect(result.status == 1 && result.messages.contains("Nothing to export"))
  }
}
