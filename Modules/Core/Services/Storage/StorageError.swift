/// Why something could not be kept or found.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no room left.
  case full
  /// The storage cannot be read or written now.
  case unavailable(String)
  /// What is stored cannot be understood.
  case damaged(String)
  /// The stored data comes from a newer version of the app, and was left as it is.
  case newer
  /// The task was cancelled, and nothing was changed.
  case cancelled

  /// What is wrong and what helps.
  public var description: String {
    switch self {
    case .full: "There is no space left to save this. Free some space and try again."
    case .unavailable(let why):
      "The storage can't be used now (\(why)). Try again later."
    case .damaged(let what): "Stored data can't be read (\(what))."
    case .newer: "This was saved by a newer version of the app. Update the app to open it."
    case .cancelled: "Cancelled. Nothing was changed."
    }
  }
}
