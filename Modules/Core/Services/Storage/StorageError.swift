/// Why data could not be read or stored.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The disk is full.
  case full
  /// The storage can't be read or written now; with the reason and, if known, what to do.
  case unavailable(String)
  /// The request is refused; with the reason and what to do.
  case refused(String)
  /// The file that was to be written exists; with its path.
  case exists(String)
  /// The stored data is invalid.
  case damaged(String)
  /// The stored data comes from a newer version of the app, and is unchanged.
  case newer
  /// The task was cancelled, and nothing was changed.
  case cancelled

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .full: "There is no space left to save this. Free some space and try again."
    case .unavailable(let why): "The storage can't be used now (\(why))."
    case .refused(let why): "This can't be done: \(why)."
    case .exists(let path): "\(path) already exists. Choose another name."
    case .damaged(let what): "Data can't be read (\(what)). Restart the app, or restore a backup."
    case .newer: "This was saved by a newer version of the app. Update the app to open it."
    case .cancelled: "Cancelled. Nothing was changed."
    }
  }
}
