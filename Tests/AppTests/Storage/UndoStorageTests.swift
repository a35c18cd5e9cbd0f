// Needs: Auth, Backups, Books, Onboarding

import Core
import Foundation
import Services
import TestKit
import Testing

@Suite("Undo and redo of an app over its files")
@MainActor struct UndoStorageTests {
  @Test("A restored backup has the list of changes of its day")
  func restored() async throws {
    let disk = try Disk()
    let copy = "\(disk.path)/copy.sqlite"
    func run(_ script: String, _ arguments: String...) async throws -> String {
      let result = try await Program(arguments: ["--data-dir", disk.path] + arguments).run(script)
      #expect(result.status == 0, "\(result.messages)")
      return result.output
    }
    _ = try await run("skip-all\nopen booksapp://books/dune\nwant\nrate 4\n")
    _ = try await run("", "backup", copy)
    _ = try await run("open booksapp://books/dune\nrate 2\nopen booksapp://books/emma\nwant\n")
    _ = try await run("", "--yes", "restore", copy)
    let output = try await run("tab shelves\nundo\nundo\nredo\n")
    #expect(output.contains("Undone for “Dune”: rated ★★★★☆."), "\(output)")
    #expect(output.contains("Redone for “Dune”: added to “Want to read”."), "\(output)")
    #expect(!output.contains("for “Emma”"))
  }

  @Test("A window undoes the newest change, which another window has made")
  func windows() async throws {
    let disk = try Disk()
    let one = try await disk.window()
    await one.skipOnboarding()
    await one.open("booksapp://books/dune")
    await one.tap("want")
    await one.tab("Shelves")
    await one.home()
    let two = try await disk.window()
    await two.open("booksapp://books/emma")
    await two.tap("want")
    await one.session.settle()
    await one.session.settleAll()
    #expect(one.content.action("undo")?.title == "Undo the last change to Emma")
    await one.tap("undo")
    #expect(one.notice == "Undone for “Emma”: added to “Want to read”.")
    #expect(one.content.action("redo")?.title == "Redo the change to Emma")
    await one.tap("undo")
    await two.session.settleAll()
    await two.tab("Shelves")
    await two.home()
    #expect(two.content.action("undo") == nil)
    await two.tap("redo")
    #expect(two.notice == "Redone for “Dune”: added to “Want to read”.")
    await disk.end(one, two)
  }

  @Test("An account has its list after a sign-out, and a guest does not see it")
  func accounts() async throws {
    let disk = try Disk()
    let app = try await disk.window()
    await app.join("Ada")
    await app.open("booksapp://books/dune")
    await app.tap("want")
    await app.open("booksapp://account")
    await app.tap("sign-out")
    if app.content.action("sign-out") != nil { await app.tap("sign-out") }
    await app.tab("Shelves")
    await app.home()
    #expect(app.content.action("undo") == nil && app.content.action("redo") == nil)
    await app.tab("Account")
    await app.home()
    await app.tap("sign-in")
    await app.signIn("Ada")
    await app.tab("Shelves")
    await app.home()
    #expect(app.content.action("undo")?.title == "Undo the last change to Dune")
    await disk.end(app)
  }
}
