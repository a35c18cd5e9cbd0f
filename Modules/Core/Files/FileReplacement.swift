public import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes a file: another one beside it first, which takes its name when it is complete and on the
/// disk. What was there before is replaced by the whole or not at all.
///
/// Only its owner can read it, whatever the process's usual permissions. One that is let go before
/// ``keep()`` leaves nothing behind. Calls block.
public final class FileReplacement {
  /// The file beside its place until it is kept, for what writes by a file's name.
  package let draft: String
  /// The file that is replaced: where there is a link, the one it names.
  package let target: String

  private let path: String
  /// How the names end of what may stand beside the draft.
  private let companions: [String]
  private var descriptor: Int32

  /// Creates the file beside its place.
  public convenience init(path: String) throws(FileProblem) {
    try self.init(path: path, companions: [])
  }

  /// Creates the file beside its place.
  ///
  /// - Parameter companions: how the names end of what may be put beside it, and must not stay there.
  package init(path: String, companions: [String]) throws(FileProblem) {
    self.path = path
    self.companions = companions
    target = try Self.target(of: path)
    var template = Array("\(target).XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    let number = errno
    draft = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw FileProblem(number, path: path, isWriting: true) }
    // Its mode is 0600 without what the umask takes away, which may be all of it.
    guard fchmod(descriptor, 0o600) == 0 else {
      throw FileProblem(errno, path: path, isWriting: true)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { discard() }

  /// Removes what was written, unless it was kept.
  ///
  /// Called where it is the last use, it also says that the file is needed until then.
  package func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    for suffix in [""] + companions { unlink(draft + suffix) }
  }

  /// Adds bytes.
  public func write(_ data: Data) throws(FileProblem) {
    var rest = data[...]
    while !rest.isEmpty {
      let (count, number) = rest.withUnsafeBytes { bytes in
        // The number is read before anything else can change it.
        (writeBytes(descriptor, bytes.baseAddress, bytes.count), errno)
      }
      if count < 0 {
        if number == EINTR { continue }
        throw FileProblem(number, path: path, isWriting: true)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Puts the file in its place, and returns when it is there whatever happens to the machine.
  ///
  /// The companions of the replaced file are removed with it, because SQLite would read them as parts of
  /// the new one. A link is removed, not its target.
  public func keep() throws(FileProblem) {
    guard descriptor >= 0 else { return }
    guard fsync(descriptor) == 0 else { throw FileProblem(errno, path: path, isWriting: true) }
    for suffix in companions where unlink(target + suffix) != 0 && errno != ENOENT {
      throw FileProblem(errno, path: target + suffix, isWriting: true)
    }
    guard rename(draft, target) == 0 else {
      throw FileProblem(errno, path: path, isWriting: true)
    }
    close(descriptor)
    descriptor = -1
    for suffix in companions { unlink(draft + suffix) }
    // The folder knows the new name only when it is on the disk, too. Some systems can't be asked.
    let folder = open(target.folderOfPath, O_RDONLY)
    if folder >= 0 {
      _ = fsync(folder)
      close(folder)
    }
  }

  private static func target(of path: String) throws(FileProblem) -> String {
    if path.isEmpty { throw .isFolder(path) }
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT, path.hasSuffix("/") { throw .isFolder(path) }
      if errno == ENOENT {
        // A link that leads to nothing would be replaced itself.
        if lstat(path, &status) == 0 { throw .deadLink(path) }
        return path
      }
      throw FileProblem(errno, path: path, isWriting: true)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isFolder(path)
    default: throw .notAFile(path)
    }
    guard let resolved = realpath(path, nil) else {
      throw FileProblem(errno, path: path, isWriting: true)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// The system's call, which a method of the same name hides.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

extension String {
  /// The folder in which a path's file stands: `.` for a name alone.
  package var folderOfPath: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
