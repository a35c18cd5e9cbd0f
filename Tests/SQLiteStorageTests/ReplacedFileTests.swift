import Files
import Foundation
import Services
import TestKit
import Testing

@testable import SQLiteStorage

/// The files that a backup may replace.
@Suite("A backup that the user makes")
struct ReplacedFileTests {
  private let library: BackedUpLibrary

  init() throws { library = try BackedUpLibrary() }

  @Test("A manual backup replaces no other database and no automatic backup")
  func replaced() throws {
    try library.backups.backUpDaily(on: .test)
    let automatic = try #require(library.backups.automaticBackups().first).path
    let (used, other) = (library.folder.file("used.sqlite"), library.folder.file("other.sqlite"))
    let window = try SQLiteDatabase(path: used)
    try window.migrate(BackedUpLibrary.steps)
    try SQLiteConnection(path: other, mode: .copy).run("CREATE TABLE theirs (a)")
    let elsewhere = library.folder.file("elsewhere/backups")
    try PrivateFolder.create(elsewhere)
    let names = ["library-0001-2026-11-20", "before-damage-0002-2026-11-20"]
    let copied = names.map { "\(elsewhere)/\($0).sqlite" }
    for file in copied { try FileManager.default.copyItem(atPath: automatic, toPath: file) }
    for file in [automatic, used, other] + copied {
      let before = try Data(contentsOf: URL(filePath: file))
      #expect(throws: StorageError.self, "\(file)") { try library.backups.backUp(to: file) }
      #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }
    try library.backups.backUp(to: library.copy)
  }

  @Test(
    "A manual backup is refused beside a file with the name of its log or journal, which stays",
    arguments: ["-journal", "-wal", "-shm"], ["file", "empty", "link", "second name"])
  func others(_ suffix: String, kind: String) throws {
    let theirs = library.folder.file("theirs")
    try Data("my diary".utf8).write(to: URL(filePath: theirs))
    for (target, isNew) in [(library.copy, false), (library.folder.file("new"), true)] {
      let place = target + suffix
      switch kind {
      case "file": try FileManager.default.copyItem(atPath: theirs, toPath: place)
      case "empty": try Data().write(to: URL(filePath: place))
      case "link": try #require(symlink(theirs, place) == 0)
      default: try #require(link(theirs, place) == 0)
      }
      var problem: StorageError?
      do throws(StorageError) { try library.backups.backUp(to: target) } catch { problem = error }
      let named = "“\(StorageFile.resolvingLinks(in: target))\(suffix)”"
      #expect(problem?.description.contains(named) == true)
      var status = stat()
      #expect(lstat(place, &status) == 0)
      #expect((access(target, F_OK) == 0) == !isNew)
      unlink(place)
    }
    #expect(try String(contentsOfFile: theirs, encoding: .utf8) == "my diary")
  }

  @Test("A manual backup replaces an earlier one of an app whose mark is a negative number")
  func negativeMark() throws {
    let mark = Int32(bitPattern: 0xA000_0000)
    let database = try SQLiteDatabase(
      path: library.folder.file("other.sqlite"), applicationID: mark)
    try database.migrate(BackedUpLibrary.steps)
    let copy = library.folder.file("other-copy.sqlite")
    let backups = SQLiteBackups(
      of: database, in: library.folder.file("other"), migrations: BackedUpLibrary.steps)
    for _ in 1...2 { try backups.backUp(to: copy) }
    try backups.check(copy)
  }

  @Test(
    "A backup's name may have characters that have a meaning in a URL",
    arguments: ["a#1", "50%41", "a?b=c", "a b"])
  func escaped(_ name: String) throws {
    let (copy, other) = (
      library.folder.file("\(name).sqlite"), library.folder.file("\(name)-other.sqlite")
    )
    try library.backups.backUp(to: copy)
    try library.add("Solaris")
    try library.backups.check(copy)
    try library.restore(copy)
    #expect(try library.titles == ["Emma", "Dune"])
    try SQLiteConnection(path: other, mode: .copy).run("CREATE TABLE theirs (a)")
    let before = try Data(contentsOf: URL(filePath: other))
    #expect(throws: StorageError.self) { try library.backups.backUp(to: other) }
    #expect(try Data(contentsOf: URL(filePath: other)) == before)
  }

  @Test(
    "A manual backup replaces an earlier one, even in a folder named like the automatic backups'")
  func usersOwn() throws {
    let elsewhere = library.folder.file("elsewhere/backups")
    try PrivateFolder.create(elsewhere)
    for name in ["library-latest", "library-2026-11-20", "before-damage-mine"] {
      let copy = "\(elsewhere)/\(name).sqlite"
      try library.backups.backUp(to: copy)
      try library.add("Solaris")
      let titles = try library.titles
      try library.backups.backUp(to: copy)
      try library.add("Momo")
      try library.restore(copy)
      #expect(try library.titles == titles, "\(name)")
    }
  }
}
