import CSQLite
import Core
import Services
import Foundation
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("Opening a database")
struct OpeningTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func problem(_ path: String) -> String {
    do throws(StorageError) {
      try PrivateFolder.create((path as NSString).deletingLastPathComponent)
      _ = try SQLiteDatabase(path: path)
      return ""
    } catch { return error.description }
  }

  @Test("Each migration runs once, in order, even one added later")
  func migrations() throws {
    try SQLiteDatabase(path: path).migrate([.first])
    let database = try SQLiteDatabase(path: path)
    try database.migrate([.first, .second])
    try database.migrate([.first, .second])
    let names = try database.texts("SELECT name FROM migrations ORDER BY number")
    #expect(names == ["one", "two"])
  }

  /// Another window, which creates the tables when this one begins a statement.
  private final class OtherWindow {
    let path: String
    /// A text in that statement.
    let part: String
    var hasCreated = false

    init(_ path: String, at part: String) { (self.path, self.part) = (path, part) }

    func note(_ sql: String) {
      guard sql.contains(part) else { return }
      hasCreated = (try? SQLiteDatabase(path: path).migrate([.first])) != nil
    }
  }

  @Test(
    "Tables that another window creates during the check are not another program's",
    arguments: ["sqlite_schema", "application_id"])
  func createdMeanwhile(part: String) throws {
    _ = try SQLiteConnection(path: path, mode: .write)
    let connection = try SQLiteConnection(path: path, mode: .read)
    let other = OtherWindow(path, at: part)
    try withExtendedLifetime(other) {
      sqlite3_trace_v2(
        connection.handle, UInt32(SQLITE_TRACE_STMT),
        { _, other, _, sql in
          guard let other, let sql else { return 0 }
          Unmanaged<OtherWindow>.fromOpaque(other).takeUnretainedValue()
            .note(String(cString: sql.assumingMemoryBound(to: CChar.self)))
          return 0
        }, Unmanaged.passUnretained(other).toOpaque())
      try SQLiteMigrator(
        connection: connection, applicationID: SQLiteDatabase.usualApplicationID
      ).check()
    }
    #expect(other.hasCreated)
  }

  @Test("A failed migration rolls back all migrations")
  func failingStep() throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate([.first])
    let broken = Migration.step("three", "INSERT INTO missing VALUES (1)")
    #expect(throws: StorageError.self) { try database.migrate([.first, .second, broken]) }
    let columns = try database.texts("SELECT name FROM pragma_table_info('one')")
    #expect(columns == ["a"])
    try database.migrate([.first, .second])
  }

  @Test("Another program's database stays unchanged, with its mode and its hot journal")
  func hotJournal() throws {
    let theirs = folder.file("theirs.sqlite")
    let connection = try SQLiteConnection(path: theirs, mode: .copy)
    try connection.run("CREATE TABLE theirs (a)")
    try copyUnfinished(connection, fillingWith: "INSERT INTO theirs", to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let before = try ["", "-journal"].map { try Data(contentsOf: URL(filePath: path + $0)) }
    #expect(before[0].count > 500_000 && !before[1].isEmpty)
    #expect(problem(path).contains("another program"))
    let after = try ["", "-journal"].map { try Data(contentsOf: URL(filePath: path + $0)) }
    #expect(after == before)
    #expect(try mode(path) == 0o644)
  }

  @Test("A hot journal of the app is rolled back, also beside a damage mark")
  func ownHotJournal() throws {
    let connection = try SQLiteConnection(path: folder.file("own.sqlite"), mode: .copy)
    try SQLiteMigrator(
      connection: connection, applicationID: SQLiteDatabase.usualApplicationID
    ).run([.first])
    try copyUnfinished(connection, fillingWith: "INSERT INTO one", to: path)
    DamageMark.put(path)
    let opened = try SQLiteRecovery.open(
      path, migrations: [.first], backups: folder.file("backups"))
    #expect(opened.report == nil)
    #expect(!SQLiteRecovery.hasDamage(path))
    let rows = try opened.database.number("SELECT count(*) FROM one")
    #expect(rows == 0)
  }

  @Test("A read-only database of another program keeps its mode, and one of the app gets the usual")
  func readOnlyFile() async throws {
    let folders = [folder.file("theirs"), folder.file("own")]
    for folder in folders { try PrivateFolder.create(folder) }
    let (theirs, own) = (folders[0] + "/library.sqlite", folders[1] + "/library.sqlite")
    try SQLiteConnection(path: theirs, mode: .copy).run("CREATE TABLE theirs (a)")
    try SQLiteDatabase(path: own).close()
    // Modes do not restrict the superuser, so the probe changes its user.
    if geteuid() == 0 {
      let nobody: uid_t = 65_534
      #expect(chmod(folder.path, 0o711) == 0)
      for file in folders + [theirs, own] { #expect(chown(file, nobody, nobody) == 0) }
    }
    for file in [theirs, own] { #expect(chmod(file, 0o444) == 0) }
    let refused = try await Probe.run("nobody", at: 0, on: theirs).lines
    #expect(refused.first?.contains("another program") == true, "\(refused)")
    #expect(try mode(theirs) == 0o444)
    #expect(try await Probe.run("nobody", at: 0, on: own).lines == ["made"])
    #expect(try mode(own) == 0o600)
  }

  @Test("A file that isn't a database is refused and stays unchanged")
  func notADatabase() throws {
    let text = Data(String(repeating: "not a database ", count: 100).utf8)
    try text.write(to: URL(filePath: path))
    #expect(problem(path).contains("not a database"))
    #expect(try Data(contentsOf: URL(filePath: path)) == text)
  }

  @Test(
    "New files and folders are accessible to their owner alone, whatever the umask",
    arguments: [0o000, 0o022, 0o777])
  func modes(_ umask: Int) async throws {
    let deep = folder.file("a/b/library.sqlite")
    // A umask belongs to the process that all tests share.
    let probe = try await Probe.run("make", at: umask, on: deep)
    #expect(probe.lines == ["made"])
    #expect(try mode(folder.file("a")) == 0o700)
    #expect(try mode(folder.file("a/b")) == 0o700)
    for suffix in ["", "-wal", "-shm", "-importing"] {
      let name = "library.sqlite\(suffix)"
      #expect(try mode(folder.file("a/b/\(name)")) == 0o600, "\(name)")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: deep)
    let log = deep + "-wal"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: log)
    let database = try SQLiteDatabase(path: deep)
    #expect(try mode(deep) == 0o600 && mode(log) == 0o600, "even if others could read them before")
    database.close()
  }

  @Test("An obstacle is reported: a folder, a link, or a file in place of the folder")
  func obstacles() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(problem(path).contains("is a folder"))
    let link = folder.file("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "elsewhere")
    #expect(problem(link).contains("symbolic link"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("elsewhere")))
    let file = folder.file("file")
    try Data().write(to: URL(filePath: file))
    #expect(problem("\(file)/library.sqlite").contains("isn't a folder"))
    let folderLink = folder.file("folder-link")
    try FileManager.default.createSymbolicLink(
      atPath: folderLink, withDestinationPath: folder.path)
    #expect(
      problem("\(folderLink)/library.sqlite").contains("choose the folder itself, \(folder.path)"))
  }

  @Test("A database file with a second name is refused, because it would have another log")
  func hardLink() throws {
    try SQLiteDatabase(path: path).close()
    let second = folder.file("second.sqlite")
    try FileManager.default.linkItem(atPath: path, toPath: second)
    for name in [path, second] {
      #expect(problem(name).contains("\(name) has a second name, a hard link"))
    }
    try FileManager.default.removeItem(atPath: second)
    #expect(problem(path) == "")
  }

  @Test("A folder below a symbolic link is accepted, as a home folder may be")
  func linkAbove() throws {
    let link = folder.file("home")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    let below = "\(link)/data/library.sqlite"
    #expect(problem(below) == "")
    try SQLiteDatabase(path: below).migrate([.first])
    try SQLiteDatabase(path: folder.file("data/library.sqlite")).migrate([.first])
  }

  @Test("The error says that a folder belongs to another user")
  func othersFolder() throws {
    // The tests' user does not own the root folder, or may change owners.
    if geteuid() != 0 { return #expect(problem("/library.sqlite").contains("another user")) }
    let theirs = folder.file("theirs")
    try PrivateFolder.create(theirs)
    #expect(chown(theirs, 65_534, 65_534) == 0)
    #expect(problem("\(theirs)/library.sqlite").contains("belongs to another user"))
  }

  @Test("The error names an unwritable folder, with or without a database in it")
  func readOnlyFolder() async throws {
    let closed = folder.file("closed")
    try PrivateFolder.create(closed)
    let nobody: uid_t = 65_534
    // Modes do not restrict the superuser, so the probe changes its user.
    if geteuid() == 0 {
      #expect(chmod(folder.path, 0o711) == 0 && chown(closed, nobody, nobody) == 0)
    }
    defer { chmod(closed, 0o700) }
    for isThere in [false, true] {
      let database = "\(closed)/library.sqlite"
      if isThere {
        try Data().write(to: URL(filePath: database))
        #expect(geteuid() != 0 || chown(database, nobody, nobody) == 0)
      }
      #expect(chmod(closed, 0o500) == 0)
      let probe = try await Probe.run("nobody", at: 0, on: database)
      #expect(probe.lines.first?.contains("\(closed) can't be written") == true, "\(probe.lines)")
      #expect(chmod(closed, 0o700) == 0)
    }
  }
}
