import CSQLite
import Foundation

/// The fault at a system call of SQLite (sqlite.org/vfs.html: `xSetSystemCall`).
enum Fault: String {
  /// No fault: the calls are counted.
  case count
  /// The process is killed before the call.
  case kill
  /// The process is killed after half of a write.
  case tear
  /// From this call on, the disk is full.
  case full
  /// From this call on, the disk neither reads nor writes.
  case broken
  /// The next sync fails, and no other one.
  case unsynced
  /// The index of the log, which connections share, can't grow beyond its first 32 KB.
  case fullIndex
}

/// Counts the system calls of this process's SQLite, and makes one of them fail. The process has
/// one thread.
enum SystemCalls {
  nonisolated(unsafe) static var count = 0
  /// Whether calls are counted and can fail.
  nonisolated(unsafe) static var isArmed = false
  /// The number of the failing call.
  nonisolated(unsafe) static var target = Int.max
  nonisolated(unsafe) static var fault = Fault.count

  /// Replaces the calls that read and change files.
  static func install() {
    guard let vfs = sqlite3_vfs_find(nil), let set = vfs.pointee.xSetSystemCall else { return }
    func replace<Call>(_ name: String, _ call: Call) {
      guard vfs.pointee.xGetSystemCall(vfs, name) != nil else { return }
      _ = set(vfs, name, unsafeBitCast(call, to: sqlite3_syscall_ptr.self))
    }
    replace("pwrite64", writeAt)
    replace("pwrite", writeAt)
    replace("write", write)
    replace("pread64", readAt)
    replace("pread", readAt)
    replace("read", read)
    replace("ftruncate", truncate)
    replace("unlink", remove)
    replace("fstat", status)
    replace("mmap", map)
  }

  /// Counts a call; returns whether it should fail.
  static func isHit() -> Bool {
    guard isArmed else { return false }
    count += 1
    guard fault != .count, fault != .fullIndex, count >= target else { return false }
    if fault == .kill { end() }
    return true
  }

  /// Kills the process.
  static func end() -> Never {
    Foundation.kill(getpid(), SIGKILL)
    while true { pause() }
  }

  static func fail() -> Int {
    errno = fault == .full || fault == .fullIndex ? ENOSPC : EIO
    return -1
  }
}

extension SystemCalls {
  private static let writeAt: @convention(c) (Int32, UnsafeRawPointer?, Int, Int64) -> Int = {
    file, bytes, count, offset in
    Syncs.trace("write", file)
    // SQLite lets the index grow by writes of one byte (sqlite.org/walformat.html#the_wal_index_file_format).
    if fault == .fullIndex, isArmed, count == 1, offset >= 32_768 { return fail() }
    guard isHit() else { return pwrite(file, bytes, count, Int(offset)) }
    if fault == .tear {
      _ = pwrite(file, bytes, count / 2, Int(offset))
      end()
    }
    return fail()
  }

  private static let write: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = {
    file, bytes, count in
    Syncs.trace("write", file)
    guard isHit() else { return Foundation.write(file, bytes, count) }
    if fault == .tear {
      _ = Foundation.write(file, bytes, count / 2)
      end()
    }
    return fail()
  }

  private static let readAt: @convention(c) (Int32, UnsafeMutableRawPointer?, Int, Int64) -> Int = {
    file, bytes, count, offset in
    guard isHit(), fault == .broken else { return pread(file, bytes, count, Int(offset)) }
    return fail()
  }

  private static let read: @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int = {
    file, bytes, count in
    guard isHit(), fault == .broken else { return Foundation.read(file, bytes, count) }
    return fail()
  }

  private static let truncate: @convention(c) (Int32, Int64) -> Int32 = { file, size in
    guard isHit(), fault == .full || fault == .broken else { return ftruncate(file, Int(size)) }
    return Int32(fail())
  }

  private static let remove: @convention(c) (UnsafePointer<CChar>?) -> Int32 = { path in
    guard isHit(), fault == .broken else { return path.map { unlink($0) } ?? -1 }
    return Int32(fail())
  }

  private static let status: @convention(c) (Int32, UnsafeMutablePointer<stat>?) -> Int32 = {
    file, result in
    _ = isHit()
    guard let result else { return -1 }
    return fstat(file, result)
  }

  private static let map:
    @convention(c) (UnsafeMutableRawPointer?, Int, Int32, Int32, Int32, Int64)
      -> UnsafeMutableRawPointer? = { start, size, protection, flags, file, offset in
        _ = isHit()
        return mmap(start, size, protection, flags, file, Int(offset))
      }
}
