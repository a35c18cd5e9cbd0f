#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file that a person named can't be read or written, and what helps.
public enum FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case missing(String)
  /// The folder in which it should be written is not there.
  case folderMissing(String)
  /// A part of the path is no folder.
  case notAFolder(String)
  /// The name, or the whole path, is longer than the system takes.
  case nameTooLong(String)
  /// A link that leads to nothing, or links that lead to each other.
  case deadLink(String)
  /// The system does not let the app read or write it.
  case notAllowed(String)
  /// It is a folder.
  case isFolder(String)
  /// It is something else than a file, such as a device.
  case notAFile(String)
  /// It is on something that can only be read.
  case readOnly(String)
  /// The disk on which it is does not work.
  case brokenDisk(String)
  /// There is no room left where it should be written.
  case full(String)
  /// It has more bytes than the app reads.
  case tooLarge(String, limit: Int)
  /// It is one of the files in which the app keeps its data.
  case own(String)
  /// It is a database, which nothing may replace but another backup, and only where it is a backup.
  case database(String)
  /// The task was cancelled while it waited.
  case cancelled
  /// The system refused, with this number.
  case refused(String, number: Int32)

  /// Tells from the system's number what is wrong with a file.
  ///
  /// - Parameter isWriting: whether it was to be written.
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

  /// What is wrong and what helps.
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
      "\(quoted(path)) is a database, not a backup that you made. Choose another file."
    case .cancelled: "Cancelled."
    case .tooLarge(let path, let limit):
      "\(quoted(path)) is too large: the limit is \(limit >> 20) MB."
    case .refused(let path, let number):
      "\(quoted(path)) can't be used: \(String(cString: strerror(number))). Choose another file."
    }
  }

  /// A path of a usual length as it is; of a longer one its beginning and its end.
  private func quoted(_ path: String) -> String {
    let (limit, part) = (300, 80)
    if path.utf8.count <= limit { return "“\(path)”" }
    return "“\(path.prefix(part))…\(path.suffix(part))”"
  }
}
