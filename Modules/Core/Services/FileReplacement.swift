public import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes a file that a person named: another one beside it first, which takes its name when it is
/// complete and on the disk. What was there before is replaced by the whole or not at all.
///
/// Only its owner can read it, whatever the process's usual permissions. One that is let go before
/// ``keep()`` leaves nothing behind. Calls block.
public final class FileReplacement {
  private let path: String
  private let target: String
  private let temporary: String
  private var descriptor: Int32

  /// Creates the file beside its place.
  public init(path: String) throws(FileProblem) {
    self.path = path
    target = try Self.target(of: path)
    var template = Array("\(target).XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    // Its mode is 0600 without what the umask takes away, which may be all of it.
    guard descriptor >= 0, fchmod(descriptor, 0o600) == 0 else {
      temporary = ""
      throw FileProblem(errno, path: path, isWriting: true)
    }
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(temporary)
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
  public func keep() throws(FileProblem) {
    guard descriptor >= 0 else { return }
    guard fsync(descriptor) == 0, rename(temporary, target) == 0 else {
      throw FileProblem(errno, path: path, isWriting: true)
    }
    close(descriptor)
    descriptor = -1
    // The folder knows the new name only when it is on the disk, too. Some systems can't be asked.
    let folder = open(target.folderOfPath, O_RDONLY)
    if folder >= 0 {
      _ = fsync(folder)
      close(folder)
    }
  }

  /// The file that is replaced: where there is a link, the one it names.
  private static func target(of path: String) throws(FileProblem) -> String {
    if path.isEmpty || path.hasSuffix("/") { throw .isFolder(path) }
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return path }
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

extension String {
  fileprivate var ifNotEmpty: String? { isEmpty ? nil : self }
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
