#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Looks at where a file is, or is to be, before anything is done with it.
public enum FilePlace {
  /// What a file's name may have in bytes, and what a file beside it has more until it is complete.
  private static let (longestName, addition) = (255, 8)

  /// Refuses what can't be read as a file. Opens nothing.
  ///
  /// - Parameter onlyFiles: whether pipes and devices are refused, too.
  public static func checkReading(
    _ path: String, onlyFiles: Bool = false
  ) throws(FileProblem) {
    try checkText(path)
    if path.isEmpty { throw .isFolder(path) }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw FileProblem(errno, path: path, isWriting: false)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder(path) }
    if onlyFiles, status.st_mode & S_IFMT != S_IFREG { throw .notAFile(path) }
    guard access(path, R_OK) == 0 else { throw FileProblem(errno, path: path, isWriting: false) }
  }

  /// Refuses where no file can be made or replaced by another one.
  public static func checkWriting(_ path: String) throws(FileProblem) {
    try checkText(path)
    if path.isEmpty { throw .isFolder(path) }
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    if name.utf8.count + addition > longestName { throw .nameTooLong(path) }
    var status = stat()
    if stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw .isFolder(path)
      default: throw .notAFile(path)
      }
    } else if errno != ENOENT {
      throw FileProblem(errno, path: path, isWriting: true)
    } else if path.hasSuffix("/") {
      throw .isFolder(path)
    } else if lstat(path, &status) == 0 {
      // A link that leads to nothing would be replaced itself.
      throw .deadLink(path)
    }
    let folder = path.folderOfPath
    guard stat(folder, &status) == 0 else { throw FileProblem(errno, path: path, isWriting: true) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path) }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw FileProblem(errno, path: path, isWriting: true)
    }
  }

  /// The system would end a path at a byte of zero, and take another file.
  static func checkText(_ path: String) throws(FileProblem) {
    if path.utf8.contains(0) { throw .missing(path) }
  }
}
