#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Checks the path of a file before it is used.
public enum FilePlace {
  /// The maximum length of a file name in bytes, and of the suffix of its draft.
  private static let (longestName, addition) = (255, 8)

  /// Throws if the path can't be read as a file. Opens nothing.
  ///
  /// - Parameters:
  ///   - path: the path that the user named.
  ///   - onlyFiles: whether to refuse pipes and devices, too.
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

  /// Throws if no file can be created or replaced at the path.
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
      // The rename would replace a dangling link itself.
      throw .deadLink(path)
    }
    let folder = path.folderOfPath
    guard stat(folder, &status) == 0 else { throw FileProblem(errno, path: path, isWriting: true) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path) }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw FileProblem(errno, path: path, isWriting: true)
    }
  }

  /// Whether there is a regular file at the path, also through links. Opens nothing.
  package static func hasFile(_ path: String) -> Bool {
    var status = stat()
    return !path.utf8.contains(0) && stat(path, &status) == 0
      && status.st_mode & S_IFMT == S_IFREG
  }

  /// The system ends a path at a NUL, which would name another file.
  static func checkText(_ path: String) throws(FileProblem) {
    if path.utf8.contains(0) { throw .missing(path) }
  }
}
