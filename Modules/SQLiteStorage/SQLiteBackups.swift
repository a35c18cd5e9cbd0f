public import Core
import Foundation

/// Keeps the copies of a database in a folder: `library-0001-2026-11-20.sqlite` and so on, and
/// `before-restoring-0002-2026-11-21.sqlite` for what was replaced.
///
/// The numbers say which is the newest, so a clock that goes back changes nothing about that.
public struct SQLiteBackups: BackupKeeper {
  /// How many automatic copies are kept.
  public static let limit = 7
  /// How many of the copies of what was replaced are kept however old they are.
  public static let replacedLimit = 3
  /// For how many days each copy of what was replaced is kept.
  public static let replacedDays = 30
  private static let prefix = "library-"
  private static let replacedPrefix = "before-restoring-"
  private static let suffix = ".sqlite"
  /// After how many seconds without a change a file is no copy on its way any more.
  private static let leftoverAge = 3600

  private let database: SQLiteDatabase
  private let folder: String
  private let migrations: [Migration]
  private let module: String?
  private let preparing: @Sendable (any DatabaseTransaction) throws(StorageError) -> Void

  /// Creates a keeper.
  ///
  /// - Parameters:
  ///   - folder: where automatic copies go; created when it is needed.
  ///   - migrations: what an older copy goes through when it is restored.
  ///   - module: has had tables in the database from the beginning, and in no other one of the app's:
  ///     what is without them is no copy of it.
  ///   - preparing: takes out of a copy, before it is restored, what must not come back.
  public init(
    of database: SQLiteDatabase, in folder: String, migrations: [Migration],
    module: String? = nil,
    preparing: @escaping @Sendable (any DatabaseTransaction) throws(StorageError) -> Void = { _ in }
  ) {
    self.database = database
    self.folder = folder
    self.migrations = migrations
    self.module = module
    self.preparing = preparing
  }

  /// Writes a copy of the database as it is at one moment.
  public func backUp(
    to path: String, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    let copy = try StorageFile.replacement(of: path)
    let target = StorageFile.resolvingFolder(of: copy.target)
    // A database that is replaced while it is open is damaged.
    for suffix in ["", "-wal", "-shm"]
    where target == StorageFile.resolvingFolder(of: database.path) + suffix {
      throw .unavailable("\(path) is where the app keeps its things; name another file")
    }
    try database.copy(to: copy, progress: progress)
  }

  /// Refuses what can't be restored.
  public func check(_ path: String) throws(StorageError) {
    try Self.check(StorageFile.resolvingLinks(in: path), migrations, module: module)
  }

  /// Puts a copy in the place of all that the database has.
  ///
  /// A copy of the copy is brought up to date first, so that the database changes once: killed or
  /// failing in the middle, it has what it had.
  public func restore(
    from path: String, on day: CalendarDate, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) -> String {
    try check(path)
    let path = StorageFile.resolvingLinks(in: path)
    try PrivateFolder.create(folder)
    let before = "\(folder)/\(Self.replacedPrefix)\(try nextNumber())-\(day)\(Self.suffix)"
    let work = try StorageFile.replacement(of: before)
    defer { work.discard() }
    try SQLiteDatabase.copy(from: path, toNew: work.draft) { progress($0, 2 * $1) }
    try prepare(work.draft)
    try database.copy(to: StorageFile.replacement(of: before)) { _, _ in }
    do throws(StorageError) {
      try database.replaceContent(from: work.draft) { progress($0 + $1, 2 * $1) }
    } catch {
      unlink(before)
      throw error
    }
    removeReplaced(before: day, but: path)
    return before
  }

  /// Removes copies of what was replaced: those that are older than thirty days, but never one of the
  /// newest three or the one that somebody has just brought back.
  private func removeReplaced(before day: CalendarDate, but path: String) {
    for old in Self.backups(in: folder, prefix: Self.replacedPrefix).dropFirst(Self.replacedLimit)
    where day.daysSince1970 - old.day.daysSince1970 > Self.replacedDays
      && StorageFile.resolvingLinks(in: old.path) != path
    { unlink(old.path) }
  }

  private func prepare(_ path: String) throws(StorageError) {
    let copy = try SQLiteDatabase(path: path)
    try copy.migrate(migrations)
    try copy.write("restoring a backup", preparing)
  }

  /// Makes the day's automatic copy.
  public func backUpDaily(on day: CalendarDate) throws(StorageError) {
    let backups = try automaticBackups()
    guard !backups.contains(where: { $0.day == day }), try isUsed() else { return }
    try PrivateFolder.create(folder)
    removeLeftovers()
    let name = "\(Self.prefix)\(try nextNumber())-\(day)\(Self.suffix)"
    try database.copy(to: StorageFile.replacement(of: "\(folder)/\(name)")) { _, _ in }
    for old in backups.dropFirst(Self.limit - 1) { unlink(old.path) }
  }

  /// The automatic copies, the newest first.
  public func automaticBackups() throws(StorageError) -> [Backup] {
    Self.automaticBackups(in: folder)
  }

  /// Removes all automatic copies.
  public func removeAutomaticBackups() throws(StorageError) {
    // What a copy that was killed left over has as much in it as a whole one.
    for name in Self.files(in: folder) where name.contains(Self.suffix) {
      let path = "\(folder)/\(name)"
      guard unlink(path) == 0 || errno == ENOENT else { throw StorageFile.problem(path) }
    }
  }

  /// Removes what copies that were killed have left over; another window's may be on its way.
  private func removeLeftovers() {
    for name in Self.files(in: folder) where name.contains("\(Self.suffix).") {
      var status = stat()
      guard stat("\(folder)/\(name)", &status) == 0,
        time(nil) - status.changed > Self.leftoverAge
      else { continue }
      unlink("\(folder)/\(name)")
    }
  }

  /// The automatic copies in a folder, the newest first.
  static func automaticBackups(in folder: String) -> [Backup] {
    backups(in: folder, prefix: prefix)
  }

  /// The copies whose names say a number and a day, the newest first.
  private static func backups(in folder: String, prefix: String) -> [Backup] {
    let copies = names(in: folder).compactMap { name -> (number: Int, Backup)? in
      guard name.hasPrefix(prefix) else { return nil }
      let words = name.dropFirst(prefix.count).dropLast(suffix.count)
      guard let dash = words.firstIndex(of: "-"), let number = Int(words[..<dash]),
        let day = CalendarDate(String(words[words.index(after: dash)...]))
      else { return nil }
      return (number, Backup(path: "\(folder)/\(name)", day: day))
    }
    return copies.sorted { $0.number > $1.number }.map(\.1)
  }

  /// Refuses what is no copy of an app's database, is damaged, or comes from a newer app.
  static func check(
    _ path: String, _ migrations: [Migration], module: String? = nil
  ) throws(StorageError) {
    let connection: SQLiteConnection
    do throws(SQLiteError) {
      connection = try SQLiteConnection(readingCopy: path)
    } catch {
      if case .damaged = error.storageError { throw .damaged("\(path) is no backup of this app") }
      throw .unavailable("\(path): \(error.message)")
    }
    let migrator = SQLiteMigrator(connection: connection)
    try migrator.check()
    guard try migrator.isMarked else { throw .damaged("\(path) is no backup of this app") }
    try connection.check()
    if let module, try !migrator.knows(module) {
      throw .damaged("\(path) is another file of this app")
    }
    try migrator.check(migrations)
  }

  /// Whether anybody has entered anything: a row in any table but the list of what was migrated.
  private func isUsed() throws(StorageError) -> Bool {
    try database.read("looking for something to back up") { reader throws(StorageError) in
      let tables = try reader.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migrations'"
      ) { row throws(StorageError) in try row.string(0) }
      for table in tables where !table.contains("\"") {
        let sql = "SELECT 1 FROM \"\(table)\" LIMIT 1"
        if try reader.first(sql, [], { _ in true }) == true { return true }
      }
      return false
    }
  }

  /// Keeps a copy under a name of its own, beyond the seven: one that was offered in the place of a
  /// damaged database stays for as long as somebody may want it.
  static func keep(_ backup: Backup, in folder: String) -> Backup {
    guard let number = try? nextNumber(in: folder) else { return backup }
    let path = "\(folder)/before-damage-\(number).sqlite"
    // A second name of the same file, which takes no room.
    return link(backup.path, path) == 0 ? Backup(path: path, day: backup.day) : backup
  }

  private func nextNumber() throws(StorageError) -> String { try Self.nextNumber(in: folder) }

  private static func nextNumber(in folder: String) throws(StorageError) -> String {
    let numbers = Self.names(in: folder).compactMap { name in
      name.split { !$0.isASCII || !$0.isNumber }.first.flatMap { Int($0) }
    }
    let number = String((numbers.max() ?? 0) + 1)
    return String(repeating: "0", count: max(0, 4 - number.count)) + number
  }

  private static func names(in folder: String) -> [String] {
    files(in: folder).filter { $0.hasSuffix(suffix) }
  }

  private static func files(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}

extension stat {
  /// The second of the last change.
  fileprivate var changed: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
