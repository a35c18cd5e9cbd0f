import Files
import Services
import SQLiteStorage

extension SQLiteBackups {
  /// Writes a copy, which may replace a file.
  func backUp(to path: String) throws(StorageError) {
    try backUp(to: path, replacing: true) { _, _ in }
  }
}
