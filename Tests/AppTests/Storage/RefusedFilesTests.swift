// Needs: Backups, Books, Onboarding

import Foundation
import SQLiteStorage
import Testing

@Suite("Files that the app can't use")
struct RefusedFilesTests {
  /// Starts the app over a folder, and expects one line and status 1.
  private func expectRefusal(
    _ folder: String, saying words: String..., at location: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await Program(arguments: ["--data-dir", folder]).run("skip-all\n")
    #expect(result.status == 1, sourceLocation: location)
    #expect(result.output == "", sourceLocation: location)
    let lines = result.messages.split(separator: "\n")
    #expect(lines.count == 1, "\(result.messages)", sourceLocation: location)
    let isNamed = words.contains { result.messages.contains($0) }
    #expect(isNamed, "\(result.messages)", sourceLocation: location)
  }

  @Test(
    "The app refuses the database of a newer version and leaves it unchanged, byte for byte",
    arguments: [
      "PRAGMA user_version=2", "INSERT INTO migrations VALUES ('values', 1, 'from tomorrow')",
    ])
  func newer(_ change: String) async throws {
    let disk = try await Disk()
    #expect(try await Program(arguments: ["--data-dir", disk.path]).run("skip-all\n").status == 0)
    let path = "\(disk.path)/library.sqlite"
    let connection = try SQLiteConnection(path: path, mode: .write)
    try connection.run(change)
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try disk.files().filter { $0.key.hasPrefix("library") && !$0.key.hasSuffix("shm") }
    try await expectRefusal(disk.path, saying: "Update the app to open it.")
    for (name, data) in before { #expect(try disk.files()[name] == data, "\(name)") }
    #expect(try disk.files().keys.contains { $0.contains("damaged") } == false)
  }

  @Test("The app refuses another program's database and leaves it unchanged")
  func foreign() async throws {
    let disk = try await Disk()
    let path = "\(disk.path)/library.sqlite"
    do {
      let connection = try SQLiteConnection(path: path, mode: .write)
      try connection.run("CREATE TABLE theirs (a)")
      try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
      try connection.run("PRAGMA journal_mode=DELETE")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let before = try Data(contentsOf: URL(filePath: path))
    try await expectRefusal(disk.path, saying: "is a database of another program")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
  }

  @Test("The refusal of an unwritable folder names the folder")
  func readOnly() async throws {
    // Not even the superuser can create a folder there.
    // It is on a read-only disk in some containers, and belongs to the system elsewhere.
    try await expectRefusal(
      "/sys/booksapp",
      saying: "(/sys/booksapp can't be written: change its permissions, or use another folder)",
      "(/sys/booksapp is on a read-only disk; choose another folder)")
  }

  @Test("The refusal of a file or a symbolic link in the place of the folder names it")
  func folder() async throws {
    let disk = try await Disk()
    let (file, link) = ("\(disk.path)/file", "\(disk.path)/link")
    try Data("text".utf8).write(to: URL(filePath: file))
    try await expectRefusal(file, saying: "\(file) isn't a folder")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: disk.path)
    try await expectRefusal(link, saying: "choose the folder itself, \(disk.path)")
    let dead = "\(disk.path)/dead"
    try FileManager.default.createSymbolicLink(atPath: dead, withDestinationPath: "nowhere")
    try await expectRefusal(dead, saying: "is a broken symbolic link; choose another folder")
    #expect(try disk.files()["file"] == Data("text".utf8))
  }

  @Test("Without a home folder the app names the option for its folder, with status 1")
  func homeless() async throws {
    let result = try await Program(arguments: []).run()
    #expect(result.status == 1 && result.messages.contains("--data-dir FOLDER"))
  }

  @Test("The app names a symbolic link or a folder in the database's place, and doesn't follow it")
  func database() async throws {
    let (disk, other) = (try await Disk(), try await Disk())
    let path = "\(disk.path)/library.sqlite"
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "\(other.path)/elsewhere")
    try await expectRefusal(disk.path, saying: "\(path) is a symbolic link")
    #expect(try other.files().isEmpty)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try await expectRefusal(disk.path, saying: "\(path) is a folder")
  }
}
