// Needs: Auth, Backups, Books, Onboarding

import Core
import Foundation
import HTTP
import SQLiteStorage
import TestKit
import Testing

@Suite("The catalogue after a restore", .timeLimit(.minutes(60)))
struct RestoredCatalogueTests {
  @Test("The app asks no server that only a restored backup names")
  func stranger() async throws {
    let (theirs, disk) = (try await Disk(), try await Disk())
    let copy = "\(theirs.path)/copy.sqlite"
    let search = "tab search\nsearch hobbit\n"
    try await withServer(try OpenLibraryServer().reply) { server in
      let choice = """
        skip-all
        open booksapp://account/catalogue
        server \(server.url().absoluteString)

        """
      let chosen = try await Program(arguments: ["--data-dir", theirs.path]).run(choice + search)
      #expect(chosen.status == 0, "\(chosen.messages)")
      let connections = server.traffic.connections
      #expect(connections > 0)
      for (folder, command) in [(theirs, ["backup", copy]), (disk, ["--yes", "restore", copy])] {
        let run = try await Program(arguments: ["--data-dir", folder.path] + command).run()
        #expect(run.status == 0, "\(run.messages)")
      }
      let searched = try await Program(arguments: ["--data-dir", disk.path]).run(search)
      #expect(searched.status == 0, "\(searched.messages)")
      #expect(searched.output.contains("The Hobbit"))
      #expect(server.traffic.connections == connections)
    }
  }

  @Test("A restored backup chooses neither Open Library nor a contact")
  @MainActor func openLibrary() async throws {
    let (theirs, disk) = (try Disk(), try Disk())
    let copy = "\(theirs.path)/copy.sqlite"
    let made = try await Program(arguments: ["--data-dir", theirs.path]).run("skip-all\n")
    #expect(made.status == 0, "\(made.messages)")
    let backup = try await Program(arguments: ["--data-dir", theirs.path, "backup", copy]).run()
    #expect(backup.status == 0, "\(backup.messages)")
    try SQLiteConnection(path: copy, mode: .copy).run(
      """
      INSERT INTO key_values VALUES (
        'guest/catalogue/choice',
        CAST('{"source":{"openLibrary":{}},"contact":"x@example.org"}' AS BLOB))
      """)
    let arguments = ["--data-dir", disk.path, "--yes", "restore", copy]
    let restored = try await Program(arguments: arguments).run()
    #expect(restored.status == 0, "\(restored.messages)")
    let session = try await disk.session()
    await withApp({ session }) { app in
      await app.open("booksapp://account/catalogue")
      #expect(app.content.rows.first(where: \.isSelected)?.title == "On this machine")
      #expect(app.text.contains("Servers get no contact from you."), "\(app.text)")
    }
  }
}
