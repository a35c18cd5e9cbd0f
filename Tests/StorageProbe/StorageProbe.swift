import Services
import Foundation
import SQLiteStorage

/// Uses a database until a fault, and prints the confirmed changes.
///
/// Usage: `StorageProbe COMMAND NUMBER DATABASE`. A command is a ``Fault``, at the call of that
/// number, or the work of another window: `write` from a number on, `move`, `hold`, `make` with a
/// umask, `nobody`, `restore` killed at a call, `restore-broken` and `backup` on a disk that breaks at a
/// call, `restore-large` with a log that can't grow, `restore-unsynced` and `unsynced-kill` after a failed sync,
/// `recover`, `trace`.
/// Each transfer moves an amount between two accounts and records it, so a partial transfer shows.
@main enum Entry {
  static let transfers = 12

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let number = Int(arguments[2]) else {
      say("usage: StorageProbe COMMAND NUMBER DATABASE")
      exit(2)
    }
    let path = arguments[3]
    SystemCalls.install()
    Syncs.install()
    do throws(StorageError) {
      switch arguments[1] {
      case "write": try Windows.write(to: path, from: number)
      case "move": try Windows.move(in: path)
      case "restore": try Windows.restore(in: path, at: number, .kill)
      case "restore-broken": try Windows.restore(in: path, at: number, .broken)
      case "restore-large": try Windows.restoreLarge(in: path)
      case "restore-unsynced": try Windows.restoreUnsynced(in: path)
      case "unsynced-kill": try Windows.transferUnsynced(in: path)
      case "backup": try Windows.backUp(path, at: number)
      case "hold": try Windows.hold(path)
      case "make":
        umask(mode_t(number))
        try Windows.make(path)
      case "nobody":
        Windows.becomeNobody()
        try Windows.make(path)
      case "recover": try Windows.recover(path)
      case "trace": try Windows.trace(path)
      case let word: try fail(Fault(rawValue: word) ?? .count, at: number, path)
      }
    } catch {
      say("refused \(error)")
    }
    say("calls \(SystemCalls.count)")
  }

  private static func fail(_ fault: Fault, at call: Int, _ path: String) throws(StorageError) {
    SystemCalls.fault = fault
    SystemCalls.target = call
    SystemCalls.isArmed = true
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    say("open")
    run(database, fault)
  }

  private static func run(_ database: SQLiteDatabase, _ fault: Fault) {
    var (number, last) = (1, transfers)
    while number <= last {
      do throws(StorageError) {
        try Bank.transfer(number, in: database)
        say("done \(number)")
        // Copies the log into the file, which makes other system calls.
        if number % 5 == 0 { try database.purge() }
      } catch {
        say("failed \(number) \(error)")
        // The disk works again, and the app continues: only its next change surely undoes
        // one that could not be synced.
        SystemCalls.isArmed = false
        last = max(last, number + 1)
      }
      number += 1
    }
  }

  /// Prints a line without buffering, because a killed process flushes nothing.
  static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(1, $0.baseAddress, $0.count) }
  }
}

/// Accounts whose sum never changes.
enum Bank {
  static let migrations = [
    Migration(
      "bank", "accounts",
      [
        "CREATE TABLE accounts (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL) STRICT",
        "INSERT INTO accounts VALUES (1, 1000), (2, 1000)",
      ]),
    Migration(
      "bank", "transfers",
      ["CREATE TABLE transfers (id INTEGER PRIMARY KEY, note BLOB NOT NULL) STRICT"]),
  ]

  static func transfer(_ number: Int, in database: any Database) throws(StorageError) {
    try database.write("transferring") { transaction throws(StorageError) in
      try transaction.execute(
        "UPDATE accounts SET amount = amount - ? WHERE id = 1", [DatabaseValue(number)])
      // Larger than a page, so that a transfer makes many writes.
      try transaction.execute(
        "INSERT OR REPLACE INTO transfers VALUES (?, ?)",
        [
          DatabaseValue(number),
          .blob(Data(repeating: UInt8(truncatingIfNeeded: number), count: 9000)),
        ])
      try transaction.execute(
        "UPDATE accounts SET amount = amount + ? WHERE id = 2", [DatabaseValue(number)])
    }
  }
}
