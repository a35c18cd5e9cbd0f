#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Checks the path of a file before it is used.
public enum FilePlace {
  /// The maximum length of a file name in bytes, and of what the names of its draft, of the draft of that one, and
  /// of SQLite's journal beside it add.
  private static let (maximumNameLength, addition) = (255, 34)

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
    let target = try target(of: path)
    if target.nameInPath.utf8.count + addition > maximumNameLength { throw .nameTooLong(path) }
    var status = stat()
    let folder = target.folderOfPath
    guard stat(folder, &status) == 0 else { throw FileProblem(errno, path: path, isWriting: true) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path) }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw FileProblem(errno, path: path, isWriting: true)
    }
  }

  /// Returns the path of the file to create or replace: the target of a link.
  static func target(of path: String) throws(FileProblem) -> String {
    try checkText(path)
    if path.isEmpty { throw .isFolder(path) }
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT, path.hasSuffix("/") { throw .isFolder(path) }
      if errno == ENOENT {
        // The rename would replace a dangling link itself.
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
