#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file that the user named can't be read or written.
public enum FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not exist.
  case missing(String)
  /// The folder of the new file does not exist.
  case folderMissing(String)
  /// A part of the path is not a folder.
  case notAFolder(String)
  /// The name or the path is too long for the system.
  case nameTooLong(String)
  /// A dangling link, or a cycle of links.
  case deadLink(String)
  /// The user has no permission.
  case notAllowed(String)
  /// The file exists and must not be replaced.
  case exists(String)
  /// The path is a folder.
  case isFolder(String)
  /// The path is not a regular file, such as a device.
  case notAFile(String)
  /// The file system is read-only.
  case readOnly(String)
  /// The disk failed.
  case brokenDisk(String)
  /// The disk is full.
  case full(String)
  /// The file is larger than the app reads.
  case tooLarge(String, limit: Int)
  /// The file is one of the app's own data files.
  case own(String)
  /// The file is a database, which only a backup may replace, and only if it is a backup.
  case database(String)
  /// The task was cancelled during a wait.
  case cancelled
  /// Another error number of the system.
  case refused(String, number: Int32)

  /// Returns the problem for an error number of the system.
  ///
  /// - Parameter isWriting: whether the file was opened for writing.
  package init(_ number: Int32, path: String, isWriting: Bool) {
    switch number {
    case ENOENT: self = isWriting ? .folderMissing(path) : .missing(path)
    case ENOTDIR: self = .notAFolder(path)
    case ENAMETOOLONG: self = .nameTooLong(path)
    case ELOOP: self = .deadLink(path)
    case EACCES, EPERM: self = .notAllowed(path)
    case EROFS: self = .readOnly(path)
    case EISDIR: self = .isFolder(path)
    case ENXIO, ENODEV: self = .notAFile(path)
    case EIO: self = .brokenDisk(path)
    case ENOSPC, EDQUOT, EFBIG: self = .full(path)
    default: self = .refused(path, number: number)
    }
  }

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .missing(let path): "\(quoted(path)) doesn't exist. Check the name and the folder."
    case .folderMissing(let path):
      "\(quoted(path)) can't be written: the folder doesn't exist. Create it, or choose another one."
    case .notAFolder(let path):
      "\(quoted(path)) can't be reached: part of the path is a file, not a folder. Check it."
    case .nameTooLong(let path): "The name \(quoted(path)) is too long. Choose a shorter one."
    case .deadLink(let path):
      "\(quoted(path)) is a broken link. Choose the file itself."
    case .notAllowed(let path):
      "\(quoted(path)) can't be opened: you don't have permission. Choose another file or folder, or"
        + " change its permissions."
    case .exists(let path): "\(quoted(path)) already exists. Choose another name."
    case .isFolder(""): "Enter the name of a file."
    case .isFolder(let path): "\(quoted(path)) is a folder. Choose a file."
    case .notAFile(let path): "\(quoted(path)) isn't a regular file. Choose another one."
    case .readOnly(let path):
      "\(quoted(path)) can't be written: it is on a read-only disk. Choose another place."
    case .brokenDisk(let path):
      "\(quoted(path)) can't be used: the disk can't be read or written. Check the disk, or choose"
        + " another one."
    case .full(let path):
      "\(quoted(path)) can't be written: there is no space left. Free some space, or choose another"
        + " place."
    case .own(let path):
      "\(quoted(path)) is one of the app's own files. Choose another file."
    case .database(let path):
      "\(quoted(path)) is a database. An export never replaces a database, and a backup replaces"
        + " only an earlier backup of yours. Choose another file."
    case .cancelled: "Cancelled."
    case .tooLarge(let path, let limit):
      "\(quoted(path)) is too large: the limit is \(limit >> 20) MB."
    case .refused(let path, let number):
      "\(quoted(path)) can't be used: \(String(cString: strerror(number))). Choose another file."
    }
  }

  /// Shortens a long path to its beginning and its end.
  private func quoted(_ path: String) -> String {
    let (limit, part) = (300, 80)
    if path.utf8.count <= limit { return "“\(path)”" }
    return "“\(path.prefix(part))…\(path.suffix(part))”"
  }
}
