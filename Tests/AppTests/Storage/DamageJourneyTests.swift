import Foundation
import TestKit
import Testing

@Suite("A library that is damaged")
@MainActor struct DamageJourneyTests {
  @Test("is set aside at the next start, and comes back from the newest automatic backup")
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
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.write(contentsOf: Data(repeating: 0xAA, count: 3000))
    try file.close()
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
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
}
