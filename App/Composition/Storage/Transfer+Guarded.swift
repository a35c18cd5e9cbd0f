import Files
import Services
import SQLiteStorage

extension Transfer {
  /// Adds a guard that refuses the app's own files, and exports that would replace any database.
  ///
  /// - Parameter own: the files of this app; nil for an app in memory.
  func guarded(by own: OwnFiles?) -> Transfer {
    var transfer = self
    transfer.run = { [run, direction, usesBackups] request, progress throws(TransferError) in
      do throws(FileProblem) {
        for file in request.files {
          try own?.refuse(file, allowingBackups: usesBackups && direction == .reads)
          // A backup may replace a backup; the backup keeper checks that.
          if direction == .writes, !usesBackups, SQLiteHeader(path: file) != nil {
            throw .database(file)
          }
        }
      } catch { throw TransferError(error) }
      return try await run(request, progress)
    }
    return transfer
  }
}
