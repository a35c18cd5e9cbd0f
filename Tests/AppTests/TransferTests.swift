// Needs: Auth, Books, Onboarding, Transfers

import Files
import Core
import Services
@testable import AppComposition
import AppTerminal
import Foundation
import Shell
import TestKit
import Testing

@Suite("Imports and exports of the whole app")
@MainActor struct TransferTests {
  private func world() -> AppWorld { AppWorld(AppOptions(seed: 1)) }

  @Test("The command line has a command for each transfer")
  func words() async {
    let known = await world().withTransfers { transfers, _ in Set(transfers.map(\.command)) }
    #expect(Set(ShellConfiguration.app.transferCommands.map(\.words)).isSuperset(of: known))
    #expect(known.isSuperset(of: ["import goodreads", "export goodreads", "export json"]))
  }

  @Test("The command line says of each transfer what the transfer does")
  func kinds() async throws {
    let transfers = await world().withTransfers { transfers, _ in transfers }
    for command in ShellConfiguration.app.transferCommands {
      guard let transfer = transfers.first(where: { $0.command == command.words }) else {
        // Only an app with files has a catalogue to import.
        #expect(command.words == "import openlibrary-dump")
        continue
      }
      #expect(command.writesFile == (transfer.direction == .writes), "\(command.words)")
      #expect(command.parameter == transfer.parameter?.uppercased(), "\(command.words)")
      #expect(command.takesSeveralFiles == transfer.takesSeveralFiles, "\(command.words)")
      #expect(command.offersDryRun == transfer.offersDryRun, "\(command.words)")
      #expect(command.asksFirst == (transfer.warning != nil), "\(command.words)")
    }
  }

  // feature: Backups
  @Test("In the app, backup and restore go to the list with both, and help explains them")
  func backupWords() async {
    for word in ["backup", "restore"] {
      let result = await ScriptPlayer(.app).play(
        "skip-all\n\(word)\nhelp \(word)", arguments: ["--seed", "1", "--now", "2026-11-20"])
      #expect(result.status == 0, "\(result.messages)")
      #expect(result.output.contains("Restore a backup"))
      #expect(result.output.contains("\n\(word)\n  Goes to Import and export, where you can"))
    }
  }
  // end

  @Test("A library is imported on a screen, is on the shelves, and is exported as JSON")
  func journey() async throws {
    let folder = try TemporaryFolder()
    let (library, everything) = (folder.file("in.csv"), folder.file("all.json"))
    try Data("Title,Author,Exclusive Shelf\nEmma,Jane Austen,read\nNo,\n".utf8)
      .write(to: URL(filePath: library))
    let world = AppWorld(
      AppOptions(seed: 1, features: AppOptions.allFeatures.subtracting(["onboarding"])))
    await withApp({ world.makeSession() }) { app in
      await app.open("booksapp://transfers")
      await app.choose("Import a Goodreads library")
      await app.fill("file", library)
      await app.tap("start")
      #expect(
        app.text.contains("Imported 1 book.") && app.text.contains("Line 3: The row has 2 fields"))
      await app.tap("done")
      await app.choose("Export everything as JSON")
      await app.fill("file", everything)
      await app.tap("start")
      await app.tap("done")
      await app.open("booksapp://shelves/read")
      #expect(app.rows.contains("Emma"))
    }
    let object =
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(filePath: everything))) as? [String: Any]
    let books = (object?["library"] as? [String: Any])?["books"] as? [[String: Any]]
    #expect(books?.map { $0["title"] as? String } == ["Emma"])
  }

  @Test("Without a session the command line uses the guest's library")
  func guest() async {
    #expect(await world().withTransfers { _, owner in owner } == .guest)
  }

  @Test("The command line uses the account that was signed in when the app ended")
  func owner() async {
    let world = AppWorld(AppOptions(seed: 1, features: ["books", "auth", "transfers"]))
    var account: Owner?
    await withApp({ world.makeSession() }) { app in
      await app.tab("Account")
      await app.tap("create")
      await app.fill("name", "Ada")
      await app.fill("email", "ada@example.org")
      await app.fill("password", "correct horse battery staple 7f3a")
      await app.fill("terms", "I accept them")
      await app.tap("create")
      account = app.session.context.owner.owner
    }
    #expect(account != .guest && account != nil)
    #expect(await world.withTransfers { _, owner in owner } == account)
  }
}
