import Files
import Services
import SQLiteStorage

extension Transfer {
  /// Adds a guard that refuses the app's own files, exports that would replace any database, and
  /// exports that would replace a file without being asked to.
  ///
  /// - Parameters:
  ///   - own: the files of this app; nil for an app in memory.
  ///   - account: returns the name of an owner's account for messages.
  func guarded(
    by own: OwnFiles?, account: @escaping @Sendable (Owner) async -> String
  ) -> Transfer {
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
      if direction == .writes, !request.replaces, let file = request.files.first,
        FilePlace.hasFile(file)
      {
        throw .exists(file)
      }
      var request = request
      request.account = await account(request.owner)
      return try await run(request, progress)
    }
    return transfer
  }
}
