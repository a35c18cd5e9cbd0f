import Files
import Foundation
import Services
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("The folder of automatic backups")
struct BackupFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ names: String...) throws {
    for name in names { try Data("a copy".utf8).write(to: URL(filePath: folder.file(name))) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test("A backup that another window finishes while all are deleted is deleted, too")
  func finishedMeanwhile() throws {
    let backup = folder.file("library-0002-2026-11-21.sqlite")
    try write("library-0001-2026-11-20.sqlite", "library-0002-2026-11-21.sqlite.draft-aBcDeF")
    try BackupFolder(path: folder.path).removeAll { file in
      rename("\(backup).draft-aBcDeF", backup)
      return unlink(file) == 0 ? 0 : errno
    }
    #expect(try names() == [])
  }

  @Test("A backup that another window renames twice while all are deleted is deleted, too")
  func renamedTwice() throws {
    var names = ["a.sqlite.draft-copy", "a.sqlite.draft", "a.sqlite"].map { folder.file($0) }
    try write("a.sqlite.draft-copy")
    try BackupFolder(path: folder.path).removeAll { file in
      if names.count > 1 {
        let old = names.removeFirst()
        rename(old, names[0])
      }
      return unlink(file) == 0 ? 0 : errno
    }
    #expect(try self.names() == [])
  }

  @Test("A backup with a name that is no text is deleted, too")
  func noText() throws {
    try write("a.sqlite")
    var path = Array("\(folder.path)/caf?.sqlite".utf8CString)
    let letter = try #require(path.lastIndex(of: CChar(UInt8(ascii: "?"))))
    path[letter] = CChar(bitPattern: 0xE9)
    rename(folder.file("a.sqlite"), path)
    #expect(try names().count == 1)
    try BackupFolder(path: folder.path).removeAll()
    #expect(try names() == [])
  }

  @Test("A backup that can't be deleted is named, and the others are deleted")
  func undeletable() throws {
    try write("a.sqlite", "c.sqlite", "notes.txt")
    try FileManager.default.createDirectory(
      atPath: folder.file("b.sqlite"), withIntermediateDirectories: false)
    let problem = #expect(throws: StorageError.self) {
      try BackupFolder(path: folder.path).removeAll()
    }
    #expect(problem?.description.contains(folder.file("b.sqlite")) == true)
    #expect(try names().sorted() == ["b.sqlite", "notes.txt"])
  }

  @Test("An empty file with a backup's name does not count as the day's backup")
  func reserved() throws {
    let library = try BackedUpLibrary()
    let backups = library.folder.file("backups")
    try PrivateFolder.create(backups)
    try Data().write(to: URL(filePath: "\(backups)/library-0001-2026-11-20.sqlite"))
    try library.backups.backUpDaily(on: .test)
    let made = library.backups.automaticBackups().map(\.path)
    #expect(made == ["\(backups)/library-0002-2026-11-20.sqlite"])
  }

  @Test("The oldest of the seven backups is kept if the day's one can't be made")
  func failed() throws {
    let library = try BackedUpLibrary()
    for date in 1...7 {
      try library.backups.backUpDaily(on: #require(CalendarDate("2026-11-0\(date)")))
    }
    let before = library.backups.automaticBackups()
    #expect(before.count == 7)
    try library.database.run("ALTER TABLE books ADD COLUMN more TEXT")
    #expect(throws: StorageError.self) {
      try library.backups.backUpDaily(on: #require(CalendarDate("2026-11-08")))
    }
    #expect(library.backups.automaticBackups() == before)
  }

  @Test("A number in the name of a user's file is not a backup's")
  func otherNames() throws {
    let library = try BackedUpLibrary()
    let backups = library.folder.file("backups")
    try PrivateFolder.create(backups)
    for name in ["999999999", "library-999999999-mine", "before-damage-999999999"] {
      try Data("mine".utf8).write(to: URL(filePath: "\(backups)/\(name).sqlite"))
    }
    try library.backups.backUpDaily(on: .test)
    let made = library.backups.automaticBackups().map(\.path)
    #expect(made == ["\(backups)/library-0001-2026-11-20.sqlite"])
    try library.restore(library.copy)
    #expect(try library.titles == ["Emma"])
  }

  @Test("An automatic backup after the largest number is refused, instead of made and not listed")
  func lastNumber() throws {
    let library = try BackedUpLibrary()
    let backups = library.folder.file("backups")
    try PrivateFolder.create(backups)
    let last = "library-999999999-2026-11-19.sqlite"
    try Data("a copy".utf8).write(to: URL(filePath: "\(backups)/\(last)"))
    let problem = #expect(throws: StorageError.self) {
      try library.backups.backUpDaily(on: .test)
    }
    #expect(problem?.description.contains("no free name") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: backups) == [last])
  }

  @Test("The app writes nothing behind a link in place of the folder, and says to replace the link")
  func behindLink() throws {
    let library = try BackedUpLibrary()
    let (backups, other) = (library.folder.file("backups"), library.folder.file("other"))
    let day = CalendarDate.test
    try library.backups.backUpDaily(on: day)
    library.database.close()
    let manager = FileManager.default
    try manager.moveItem(atPath: backups, toPath: other)
    try manager.createSymbolicLink(atPath: backups, withDestinationPath: other)
    let path = library.database.path
    try Data("damaged".utf8).write(to: URL(filePath: path))
    let (database, report) = try SQLiteRecovery.open(
      path, migrations: BackedUpLibrary.steps, backups: backups)
    let backup = try #require(report?.backup)
    #expect(backup.path == "\(backups)/library-0001-2026-11-20.sqlite")
    let keeper = SQLiteBackups(of: database, in: backups, migrations: BackedUpLibrary.steps)
    try database.run("INSERT INTO shelves VALUES ('read')")
    let remedy = "is a symbolic link; replace it with the folder itself"
    let restoring = #expect(throws: StorageError.self) {
      try keeper.restore(from: backup.path, on: day) { _, _ in }
    }
    #expect(restoring?.description.contains(remedy) == true)
    let daily = #expect(throws: StorageError.self) {
      try keeper.backUpDaily(on: #require(CalendarDate("2026-11-21")))
    }
    #expect(daily?.description.contains(remedy) == true)
    #expect(try manager.contentsOfDirectory(atPath: other) == ["library-0001-2026-11-20.sqlite"])
    try manager.removeItem(atPath: backups)
    try manager.moveItem(atPath: other, toPath: backups)
    _ = try keeper.restore(from: backup.path, on: day) { _, _ in }
    let titles = try database.texts("SELECT title FROM books")
    #expect(titles == ["Emma", "Dune"])
  }

  @Test("A restore deletes what killed processes have left in the folder, and nothing newer")
  func leftovers() throws {
    let library = try BackedUpLibrary()
    let backups = library.folder.file("backups")
    try PrivateFolder.create(backups)
    let names = ["aBcDeF", "GhIjKl"].map { "library-0002-2026-11-21.sqlite.draft-\($0)" }
    for name in names {
      try Data("a part".utf8).write(to: URL(filePath: "\(backups)/\(name)"))
    }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3700)],
      ofItemAtPath: "\(backups)/\(names[0])")
    try library.restore(library.copy)
    let left = try FileManager.default.contentsOfDirectory(atPath: backups)
    #expect(!left.contains(names[0]) && left.contains(names[1]), "\(left)")
  }
}
