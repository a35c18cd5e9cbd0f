// Needs: Auth, Backups, Books, Onboarding

import Foundation
import HTTP
import TestKit
import Testing

@Suite("The catalogue after a restore", .timeLimit(.minutes(20)))
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
}
