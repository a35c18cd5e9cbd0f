import CSQLite
import Foundation

// The app syncs and renames files with these functions of the C library. The definitions of the program
// take precedence over the library's.

@_cdecl("fsync") func fsyncOfProbe(_ file: Int32) -> Int32 {
  Syncs.trace("sync", file)
  if SystemCalls.isHit(), SystemCalls.fault == .broken { return Int32(SystemCalls.fail()) }
  typealias Call = @convention(c) (Int32) -> Int32
  return Syncs.original("fsync").map { unsafeBitCast($0, to: Call.self)(file) } ?? -1
}

@_cdecl("rename") func renameOfProbe(
  _ old: UnsafePointer<CChar>?, _ new: UnsafePointer<CChar>?
) -> Int32 {
  if let new { Syncs.trace("rename", String(cString: new)) }
  _ = SystemCalls.isHit()
  typealias Call = @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
  return Syncs.original("rename").map { unsafeBitCast($0, to: Call.self)(old, new) } ?? -1
}

/// Prints writes, syncs and renames. The process has one thread.
///
/// SQLite's table of system calls has no entry for a sync, so the methods of each file are replaced when
/// it is opened (sqlite.org/c3ref/io_methods.html).
enum Syncs {
  /// Whether each of these calls is printed.
  nonisolated(unsafe) static var isTraced = false

  private typealias Open =
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?,
      UnsafeMutablePointer<sqlite3_file>?,
      Int32, UnsafeMutablePointer<Int32>?
    ) -> Int32
  private typealias Sync = @convention(c) (UnsafeMutablePointer<sqlite3_file>?, Int32) -> Int32

  /// `SQLITE_IOERR_FSYNC`, a macro that Swift does not import.
  private static let failed = SQLITE_IOERR | 4 << 8

  nonisolated(unsafe) private static var openOfSQLite: Open?
  nonisolated(unsafe) private static var syncOfSQLite: Sync?
  /// SQLite's tables of methods, each with its replacement.
  nonisolated(unsafe) private static var wrapped:
    [UnsafePointer<sqlite3_io_methods>: UnsafeMutablePointer<sqlite3_io_methods>] = [:]
  nonisolated(unsafe) private static var names: [UnsafeMutablePointer<sqlite3_file>: String] = [:]

  /// Wraps the files that SQLite opens.
  static func install() {
    guard let vfs = sqlite3_vfs_find(nil) else { return }
    openOfSQLite = vfs.pointee.xOpen
    vfs.pointee.xOpen = { vfs, path, file, flags, flagsOut in
      guard let code = Syncs.openOfSQLite?(vfs, path, file, flags, flagsOut) else { return -1 }
      if code == SQLITE_OK, let file { Syncs.watch(file, path.map { String(cString: $0) } ?? "") }
      return code
    }
  }

  private static func watch(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
    guard let old = file.pointee.pMethods else { return }
    names[file] = path
    if let known = wrapped[old] {
      file.pointee.pMethods = UnsafePointer(known)
      return
    }
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: old.pointee)
    wrapped[old] = methods
    syncOfSQLite = old.pointee.xSync
    methods.pointee.xSync = { file, flags in
      if let file { Syncs.trace("sync", Syncs.names[file] ?? "") }
      let isUnsynced = SystemCalls.isArmed && SystemCalls.fault == .unsynced
      if isUnsynced { SystemCalls.isArmed = false }
      if isUnsynced || SystemCalls.isHit() && SystemCalls.fault == .broken {
        errno = EIO
        return Syncs.failed
      }
      return Syncs.syncOfSQLite?(file, flags) ?? Syncs.failed
    }
    file.pointee.pMethods = UnsafePointer(methods)
  }

  static func trace(_ word: String, _ path: String) {
    if isTraced { Entry.say("\(word) \((path as NSString).lastPathComponent)") }
  }

  static func trace(_ word: String, _ file: Int32) {
    guard isTraced else { return }
    trace(
      word,
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")) ?? "")
  }

  /// Returns the C library's function with a name: the next one after the program's own
  /// (RTLD_NEXT).
  static func original(_ name: String) -> UnsafeMutableRawPointer? {
    dlsym(UnsafeMutableRawPointer(bitPattern: -1), name)
  }
}
