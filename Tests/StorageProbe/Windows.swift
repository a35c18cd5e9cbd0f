import Services
import CSQLite
import Foundation
import SQLiteStorage

/// The work of another window of the app, in its own process.
enum Windows {
  /// The maximum number of writes, so that a window with an open input fills no disk.
  private static let limit = 20_000

  /// Adds rows until the input is closed, and prints each confirmed one.
  static func write(to path: String, from first: Int) throws(StorageError) {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    var number = first
    while !hasEnded(number - first) {
      let start = ContinuousClock.now
      _ = try database.write("adding") { [number] transaction throws(StorageError) in
        try transaction.execute(
          "INSERT INTO transfers VALUES (?, x'01')", [DatabaseValue(number)])
      }
      Entry.say("done \(number)")
      // The lock stays free for as long as the write took, so that another window gets it on a slow disk, too.
      usleep(UInt32(min(start.duration(to: .now), .milliseconds(500)) / .microseconds(1)))
      number += 1
    }
  }

  /// Moves amounts until the input is closed.
  static func move(in path: String) throws(StorageError) {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    var number = 1
    while !hasEnded(number) {
      try Bank.transfer(number, in: database)
      Entry.say("done \(number)")
      number += 1
    }
  }

  /// Makes a backup of three transfers and restores it over five, with a fault at a system call.
  static func restore(
    in path: String, at call: Int, _ fault: Fault
  ) throws(StorageError) {
    let (backups, copy) = try backedUp(path)
    guard let day = CalendarDate("2026-11-20") else { return }
    SystemCalls.fault = call == 0 ? .count : fault
    SystemCalls.target = call
    SystemCalls.isArmed = true
    _ = try backups.restore(from: copy, on: day) { _, _ in }
    Entry.say("restored")
  }

  /// Restores a backup of three transfers over five, fails to sync that, and ends as by a kill.
  static func restoreUnsynced(in path: String) throws(StorageError) {
    let (backups, copy) = try backedUp(path)
    guard let day = CalendarDate("2026-11-20") else { return }
    // The commit of the restore is the only change that SQLite syncs in it.
    SystemCalls.fault = .unsynced
    SystemCalls.isArmed = true
    do throws(StorageError) {
      _ = try backups.restore(from: copy, on: day) { _, _ in }
      Entry.say("restored")
    } catch { Entry.say("refused \(error)") }
    SystemCalls.end()
  }

  /// Makes a backup of three transfers in a database with five.
  private static func backedUp(
    _ path: String
  ) throws(StorageError) -> (backups: SQLiteBackups, copy: String) {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    let folder = (path as NSString).deletingLastPathComponent
    let backups = SQLiteBackups(
      of: database, in: "\(folder)/backups", migrations: Bank.migrations)
    for number in 1...3 { try Bank.transfer(number, in: database) }
    let copy = "\(folder)/copy.sqlite"
    try backups.backUp(to: copy, replacing: true) { _, _ in }
    for number in 4...5 { try Bank.transfer(number, in: database) }
    return (backups, copy)
  }

  /// Restores a backup that is so large that the index of the log has to grow for its last part, which fails, and ends
  /// as by a power failure.
  static func restoreLarge(in path: String) throws(StorageError) {
    let folder = (path as NSString).deletingLastPathComponent
    let large = try SQLiteDatabase(path: "\(folder)/large.sqlite")
    try large.migrate(Bank.migrations)
    for number in 1...3 { try Bank.transfer(number, in: large) }
    _ = try large.write("growing") { transaction throws(StorageError) in
      // 4,200 pages; the first part of the index is for 4,062.
      try transaction.execute("INSERT INTO transfers VALUES (100, zeroblob(17190000))")
    }
    try SQLiteBackups(of: large, in: "\(folder)/others", migrations: Bank.migrations)
      .backUp(to: "\(folder)/copy.sqlite", replacing: true) { _, _ in }
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    for number in 1...5 { try Bank.transfer(number, in: database) }
    guard let day = CalendarDate("2026-11-20") else { return }
    let backups = SQLiteBackups(
      of: database, in: "\(folder)/backups", migrations: Bank.migrations)
    SystemCalls.fault = .fullIndex
    SystemCalls.isArmed = true
    do throws(StorageError) {
      _ = try backups.restore(from: "\(folder)/copy.sqlite", on: day) { _, _ in }
      Entry.say("restored")
    } catch { Entry.say("refused \(error)") }
    SystemCalls.end()
  }

  /// Makes three transfers, the last of which is not synced, and ends as by a kill.
  static func transferUnsynced(in path: String) throws(StorageError) {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    for number in 1...2 { try Bank.transfer(number, in: database) }
    SystemCalls.fault = .unsynced
    SystemCalls.isArmed = true
    do throws(StorageError) {
      try Bank.transfer(3, in: database)
      Entry.say("done 3")
    } catch { Entry.say("failed 3 \(error)") }
    SystemCalls.end()
  }

  /// Makes a backup, with a disk that is broken from a system call on.
  static func backUp(_ path: String, at call: Int) throws(StorageError) {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    try Bank.transfer(1, in: database)
    let folder = (path as NSString).deletingLastPathComponent
    let backups = SQLiteBackups(
      of: database, in: "\(folder)/backups", migrations: Bank.migrations)
    SystemCalls.fault = call == 0 ? .count : .broken
    SystemCalls.target = call
    SystemCalls.isArmed = true
    try backups.backUp(to: "\(folder)/copy.sqlite", replacing: true) { _, _ in }
    SystemCalls.isArmed = false
    Entry.say("backed up")
  }

  /// Opens a database that may be damaged, and prints the renames.
  static func recover(_ path: String) throws(StorageError) {
    Syncs.isTraced = true
    let folder = (path as NSString).deletingLastPathComponent
    _ = try SQLiteRecovery.open(
      path, migrations: Bank.migrations, backups: "\(folder)/backups")
  }

  /// Holds the write lock until the input is closed.
  static func hold(_ path: String) throws(StorageError) {
    let database = try SQLiteDatabase(path: path)
    try database.write("holding") { _ in
      Entry.say("held")
      var byte: UInt8 = 0
      while read(0, &byte, 1) > 0 {}
    }
  }

  /// Creates folders, a database and a claim, and leaves all files as in use.
  static func make(_ path: String) throws(StorageError) {
    try PrivateFolder.create((path as NSString).deletingLastPathComponent)
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    try Bank.transfer(1, in: database)
    let claim = try database.claim("importing")
    withExtendedLifetime(claim) {
      Entry.say("made")
      // A normal end would delete the log and the file of the claim.
      _exit(0)
    }
  }

  /// Changes a superuser to an ordinary user.
  static func becomeNobody() {
    let nobody: uid_t = 65_534
    guard geteuid() == 0 else { return }
    guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0 else { exit(3) }
  }

  /// Prints the writes and syncs of transfers, a backup and a restore.
  static func trace(_ path: String) throws(StorageError) {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    let folder = (path as NSString).deletingLastPathComponent
    let backups = SQLiteBackups(
      of: database, in: "\(folder)/backups", migrations: Bank.migrations)
    Syncs.isTraced = true
    for number in 1...3 {
      try Bank.transfer(number, in: database)
      Entry.say("done \(number)")
    }
    try backups.backUp(to: "\(folder)/copy.sqlite", replacing: true) { _, _ in }
    Entry.say("backed up")
    guard let day = CalendarDate("2026-11-20") else { return }
    _ = try backups.restore(from: "\(folder)/copy.sqlite", on: day) { _, _ in }
    Entry.say("restored")
  }

  /// Returns whether the input is closed. After enough writes it waits for that.
  private static func hasEnded(_ written: Int) -> Bool {
    var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, written < limit ? 0 : -1) != 0
  }
}
