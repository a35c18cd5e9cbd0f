import Core
import Files
import Services

extension BackupsServices {
  /// Writes a backup to a file.
  var backUp: Transfer {
    var transfer = Transfer(
      "backup", command: "backup", title: BackupsText.backUpTitle,
      explanation: BackupsText.backUpExplanation,
      direction: .writes
    ) { request, progress throws(TransferError) in
      let path = try request.onlyFile
      do throws(FileProblem) { try FilePlace.checkWriting(path) } catch {
        throw TransferError(error)
      }
      do throws(StorageError) {
        try await backUp(to: path, replacing: request.replaces) { done, total in
          progress(TransferProgress(step: BackupsText.copying, done: done, total: total))
        }
      } catch {
        // Another program may have created it during the work.
        if case .exists = error { throw .exists(path) }
        throw error.refusal(ofWriting: path)
      }
      return TransferReport(summary: BackupsText.made(path))
    }
    transfer.usesBackups = true
    transfer.usesOwnerData = false
    return transfer
  }

  /// Restores a backup from a file.
  var restore: Transfer {
    var transfer = Transfer(
      "restore", command: "restore", title: BackupsText.restoreTitle,
      explanation: BackupsText.restoreExplanation(folder), direction: .reads
    ) { request, progress throws(TransferError) in
      let path = try request.onlyFile
      do throws(FileProblem) {
        // SQLite needs random access, which only a file has.
        try FilePlace.checkReading(path, onlyFiles: true)
      } catch { throw TransferError(error) }
      do throws(StorageError) { try await check(path) } catch {
        throw error.refusal(of: path)
      }
      // The command line prepares no feature, and the restore replaces the request with everything else.
      await resumeRemoval()
      // The file may have been one of the deleted backups.
      do throws(FileProblem) { try FilePlace.checkReading(path, onlyFiles: true) } catch {
        throw TransferError(error)
      }
      let before: String
      do throws(StorageError) {
        before = try await restore(from: path) { done, total in
          progress(TransferProgress(step: BackupsText.restoring, done: done, total: total))
        }
      } catch {
        // What is wrong in the file may be found only in the copy of it.
        if case .damaged = error { throw error.refusal(of: path) }
        throw error.transferError
      }
      await signOut()
      return TransferReport(summary: BackupsText.restored(before: before))
    }
    transfer.usesBackups = true
    transfer.usesOwnerData = false
    transfer.warning = BackupsText.warning
    transfer.example = "~/backup.sqlite"
    return transfer
  }
}

extension Transfer.Request {
  fileprivate var onlyFile: String {
    get throws(TransferError) {
      guard let file = files.first, files.count == 1 else {
        throw .file(BackupsText.oneFile)
      }
      return file
    }
  }
}

extension StorageError {
  /// Why a file is not restored, and the remedy.
  fileprivate func refusal(of path: String) -> TransferError {
    switch self {
    case .damaged: .format(BackupsText.noBackup(path))
    case .newer: .format(BackupsText.newer(path))
    case .unavailable(let why): .file(BackupsText.unreadable(path, why))
    default: transferError
    }
  }

  /// Why no backup was written, and the remedy.
  fileprivate func refusal(ofWriting path: String) -> TransferError {
    switch self {
    case .unavailable(let why): .file(BackupsText.unwritable(path, why))
    default: transferError
    }
  }

  fileprivate var transferError: TransferError {
    if case .cancelled = self { return .cancelled }
    return .storage(self)
  }
}
