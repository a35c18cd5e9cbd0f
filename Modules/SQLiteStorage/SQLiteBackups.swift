public import Core
import Foundation

/// Keeps the copies of a database in a folder: `library-0001-2026-11-20.sqlite` and so on.
///
/// The numbers say which is the newest, so a clock that goes back changes nothing about that.
public struct SQLiteBackups: BackupKeeper {
  /// How many automatic copies are kept.
  public static let limit = 7
  private static let prefix = "library-"
  private static let suffix = ".sqlite"

  private let database: SQLiteDatabase
  private let folder: String
  private let migrations: [Migration]

  /// Creates a keeper.
  ///
  /// - Parameters:
  ///   - folder: where automatic copies go; created when it is needed.
  ///   - migrations: what an older copy goes through when it is restored.
  public init(of database: SQLiteDatabase, in folder: String, migrations: [Migration]) {
    self.database = database
    self.folder = folder
    self.migrations = migrations
  }

  /// Writes a copy of the database as it is at one moment.
  public func backUp(
    to path: String, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    try database.copy(to: path, progress: progress)
  }

  /// Puts a copy in the place of all that the database has.
  public func restore(
    from path: String, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) -> String {
    try Self.check(path)
    try PrivateFolder.create(folder)
    let before = "\(folder)/before-restoring-\(try nextNumber()).sqlite"
    try database.copy(to: before) { _, _ in }
    try database.replaceContent(from: path, progress: progress)
    try database.migrate(migrations)
    return before
  }

  /// Makes the day's automatic copy.
  public func backUpDaily(on day: CalendarDate) throws(StorageError) {
    let backups = try automaticBackups()
    guard backups.first?.day != day, try isUsed() else { return }
    try PrivateFolder.create(folder)
    let name = "\(Self.prefix)\(try nextNumber())-\(day)\(Self.suffix)"
    try database.copy(to: "\(folder)/\(name)") { _, _ in }
    for old in backups.dropFirst(Self.limit - 1) { unlink(old.path) }
  }

  /// The automatic copies, the newest first.
  public func automaticBackups() throws(StorageError) -> [Backup] {
    Self.automaticBackups(in: folder)
  }

  /// Removes all automatic copies.
  public func removeAutomaticBackups() throws(StorageError) {
    for name in Self.names(in: folder) where unlink("\(folder)/\(name)") != 0 && errno != ENOENT {
      throw StorageFile.problem("\(folder)/\(name)")
    }
  }

  /// The automatic copies in a folder, the newest first.
  static func automaticBackups(in folder: String) -> [Backup] {
    names(in: folder).filter { $0.hasPrefix(prefix) }.sorted(by: >).compactMap { name in
      let words = name.dropFirst(prefix.count).dropLast(suffix.count)
      guard let dash = words.firstIndex(of: "-"), Int(words[..<dash]) != nil,
        let day = CalendarDate(String(words[words.index(after: dash)...]))
      else { return nil }
      return Backup(path: "\(folder)/\(name)", day: day)
    }
  }

  /// Refuses what is no copy of an app's database, is damaged, or comes from a newer app.
  static func check(_ path: String) throws(StorageError) {
    let connection: SQLiteConnection
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path: path, mode: .read)
    } catch {
      if case .damaged = error.storageError { throw .damaged("\(path) is no backup of this app") }
      throw .unavailable("\(path): \(error.message)")
    }
    let migrator = SQLiteMigrator(connection: connection)
    try migrator.check()
    guard try migrator.isMarked else { throw .damaged("\(path) is no backup of this app") }
    try connection.check()
  }

  private func isUsed() throws(StorageError) -> Bool {
    try database.read("looking for something to back up") { reader throws(StorageError) in
      let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 'key_values'"
      let tables = try reader.first(sql) { row throws(StorageError) in try row.number(0) }
      guard tables == 1 else { return true }
      return try reader.first("SELECT 1 FROM key_values LIMIT 1") { _ in true } ?? false
    }
  }

  private func nextNumber() throws(StorageError) -> String {
    let numbers = Self.names(in: folder).compactMap { name in
      name.split { !$0.isASCII || !$0.isNumber }.first.flatMap { Int($0) }
    }
    let number = String((numbers.max() ?? 0) + 1)
    return String(repeating: "0", count: max(0, 4 - number.count)) + number
  }

  private static func names(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(suffix) }
  }
}
