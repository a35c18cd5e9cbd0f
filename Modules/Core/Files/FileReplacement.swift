public import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes or replaces a file completely or not at all: writes a draft beside it, which is renamed
/// when it is complete and on the disk.
///
/// Only the owner can read the file, whatever the umask. A draft that is deallocated before
/// ``keep()`` is deleted. Calls block.
public final class FileReplacement {
  /// The end of a draft's name after that of its file, before the letters of `mkstemp`.
  package static let draftMark = ".draft-"
  /// The number of letters or digits that `mkstemp` adds.
  package static let draftLetters = 6

  /// The path of the draft, for writers that need a file name.
  package let draft: String
  /// The file to replace: the target of a link.
  package let target: String

  private let path: String
  private let replaces: Bool
  /// The suffixes of files that may appear beside the draft.
  private let companions: [String]
  private var descriptor: Int32

  /// Creates the draft.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - replaces: whether ``keep()`` may replace a file, also one that another program creates in
  ///     the meantime.
  public convenience init(path: String, replaces: Bool = true) throws(FileProblem) {
    try self.init(path: path, replaces: replaces, companions: [])
  }

  /// Creates the draft.
  ///
  /// - Parameter companions: the suffixes of files that may appear beside it, and are deleted with
  ///   it.
  package init(
    path: String, replaces: Bool = true, companions: [String]
  ) throws(FileProblem) {
    self.path = path
    self.replaces = replaces
    self.companions = companions
    target = try FilePlace.target(of: path)
    var template = Array("\(target)\(Self.draftMark)XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    let number = errno
    draft = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw FileProblem(number, path: path, isWriting: true) }
    // The initial mode is 0600 without the umask, which may remove everything.
    guard fchmod(descriptor, 0o600) == 0 else {
      throw FileProblem(errno, path: path, isWriting: true)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { discard() }

  /// Deletes the draft, unless it was kept.
  ///
  /// A final call also keeps the object alive until then.
  package func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    for suffix in [""] + companions { unlink(draft + suffix) }
  }

  /// Appends bytes.
  public func write(_ data: Data) throws(FileProblem) {
    var rest = data[...]
    while !rest.isEmpty {
      let (count, number) = rest.withUnsafeBytes { bytes in
        // errno is read before another call can change it.
        (writeBytes(descriptor, bytes.baseAddress, bytes.count), errno)
      }
      if count < 0 {
        if number == EINTR { continue }
        throw FileProblem(number, path: path, isWriting: true)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Renames the draft, and returns when that survives a crash of the machine.
  ///
  /// Deletes the companions of the replaced file, because SQLite would read them as parts of the
  /// new one; the caller has checked that they are the app's. A link is deleted, not its target.
  ///
  /// - Throws: `FileProblem.exists(_:)` for a file that must not be replaced. If only the folder could not be
  ///   written to the disk, the new file is in its place, and a crash of the machine may take it away.
  public func keep() throws(FileProblem) {
    guard descriptor >= 0 else { return }
    guard flush(descriptor) == 0 else { throw FileProblem(errno, path: path, isWriting: true) }
    // Its companions belong to it.
    if !replaces, !companions.isEmpty, access(target, F_OK) == 0 { throw .exists(path) }
    for suffix in companions where unlink(target + suffix) != 0 && errno != ENOENT {
      throw FileProblem(errno, path: target + suffix, isWriting: true)
    }
    guard (replaces ? rename(draft, target) : Self.renameOnly(draft, target)) == 0 else {
      if errno == EEXIST { throw .exists(path) }
      throw FileProblem(errno, path: path, isWriting: true)
    }
    close(descriptor)
    descriptor = -1
    for suffix in companions { unlink(draft + suffix) }
    // The rename is durable only after the folder is synced. Some systems do not support that.
    let folder = open(target.folderOfPath, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    let number = flush(folder) == 0 ? 0 : errno
    guard [0, EINVAL, ENOTSUP, EROFS].contains(number) else {
      throw FileProblem(number, path: path, isWriting: true)
    }
  }

  /// Renames a file to a name that no other file has; returns 0, or -1 with an error number, as system calls do.
  ///
  /// - Parameter ways: what is tried, in this order: not every file system has each, but the last one.
  package static func renameOnly(
    _ draft: String, _ target: String, by ways: [RenamingWay] = RenamingWay.allCases
  ) -> Int32 {
    var result: Int32 = -1
    for way in ways {
      switch way {
      case .linking:
        result = link(draft, target)
        if result == 0 { unlink(draft) }
      case .looking:
        // Another program may create the file between the two calls.
        if access(target, F_OK) == 0 {
          errno = EEXIST
          return -1
        }
        result = rename(draft, target)
      }
      if result == 0 || errno == EEXIST { break }
    }
    return result
  }
}

/// A way of renaming a file without replacing another one.
package enum RenamingWay: CaseIterable, Sendable {
  /// By a second name, which can't be that of another file, and the end of the first one.
  case linking
  /// By looking for the file before.
  case looking
}

/// The system call, which a method with the same name shadows.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Returns when a file is on the disk; 0, or -1 with an error number.
///
/// On Apple's systems `fsync` leaves it in the disk's cache, but not every file system there has more.
private func flush(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(descriptor)
}

extension String {
  /// The folder of a path: `.` for a name alone.
  package var folderOfPath: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
