public import Services

/// Why a transfer failed. Nothing was changed, unless the text says so.
public enum TransferError: Error, Hashable, Sendable {
  /// A file can't be read or written; the text says which one, why, and what to do.
  case file(String)
  /// A file has the wrong content; the text says what was expected.
  case format(String)
  /// The file of an export exists, and the request doesn't replace it. This is its path.
  case exists(String)
  /// This account has no data to export.
  case nothingToExport(account: String)
  /// The app's storage failed.
  case storage(StorageError)
  /// The task was cancelled.
  case cancelled
}

extension TransferError {
  /// Creates the error for a problem with a file.
  public init(_ problem: FileProblem) {
    self =
      switch problem {
      case .cancelled: .cancelled
      case .exists(let path): .exists(path)
      default: .file(problem.description)
      }
  }

  /// Creates the error for a problem with the app's storage.
  public init(_ error: StorageError) {
    self = error == .cancelled ? .cancelled : .storage(error)
  }
}
