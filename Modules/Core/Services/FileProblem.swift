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
  /// The system does not let the app read or write it.
  case notAllowed(String)
  /// It is a folder.
  case isFolder(String)
  /// It is something else than a file, such as a device.
  case notAFile(String)
  /// There is no room left where it should be written.
  case full(String)
  /// It has more bytes than the app reads.
  case tooLarge(String, limit: Int)
  /// The system refused, with this number.
  case refused(String, number: Int32)

  /// Tells from the system's number what is wrong with a file.
  ///
  /// - Parameter isWriting: whether it was to be written.
  init(_ number: Int32, path: String, isWriting: Bool) {
    switch number {
    case ENOENT, ENOTDIR: self = isWriting ? .folderMissing(path) : .missing(path)
    case EACCES, EPERM, EROFS: self = .notAllowed(path)
    case EISDIR: self = .isFolder(path)
    case ENOSPC, EDQUOT, EFBIG: self = .full(path)
    default: self = .refused(path, number: number)
    }
  }

  /// What is wrong and what helps.
  public var description: String {
    switch self {
    case .missing(let path): "There is no file “\(path)”. Check the name and the folder."
    case .folderMissing(let path):
      "“\(path)” can't be written: there is no such folder. Make it, or choose another one."
    case .notAllowed(let path):
      "“\(path)” can't be opened: it does not belong to you. Choose another file or folder, or"
        + " change its permissions."
    case .isFolder(let path): "“\(path)” is a folder. Name a file."
    case .notAFile(let path): "“\(path)” is not a file that can be replaced. Name another one."
    case .full(let path):
      "“\(path)” can't be written: there is no room left. Free some space, or choose another place."
    case .tooLarge(let path, let limit):
      "“\(path)” is too large: at most \(limit >> 20) MB can be read."
    case .refused(let path, let number):
      "“\(path)” can't be used: \(String(cString: strerror(number)))."
    }
  }
}

extension TransferError {
  /// Says what is wrong with a file.
  public init(_ problem: FileProblem) {
    self = .file(problem.description)
  }
}
