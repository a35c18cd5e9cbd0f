import Core
import Files
import Services

/// Making and restoring backups as transfers.
enum BackupTransfer {
  /// Creates the transfer that writes a backup to a file.
  static func backUp(_ services: BackupsServices) -> Transfer {
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
        try await services.backUp(to: path, replacing: request.replaces) { done, total in
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

  /// Creates the transfer that restores a backup from a file.
  static func restore(_ services: BackupsServices) -> Transfer {
    var transfer = Transfer(
      "restore", command: "restore", title: BackupsText.restoreTitle,
      explanation: BackupsText.restoreExplanation(services.keeper?.folderPath), direction: .reads
    ) { request, progress throws(TransferError) in
      let path = try request.onlyFile
      do throws(FileProblem) {
        // SQLite needs random access, which only a file has.
        try FilePlace.checkReading(path, onlyFiles: true)
      } catch { throw TransferError(error) }
      do throws(StorageError) { try await services.check(path) } catch {
        throw error.refusal(of: path)
      }
      // The command line prepares no feature, and the restore replaces the request with everything else.
      let left = await services.finishRemoval()
      // The file may have been one of the deleted backups.
      do throws(FileProblem) { try FilePlace.checkReading(path, onlyFiles: true) } catch {
        throw TransferError(error)
      }
      let before: String
      do throws(StorageError) {
        before = try await services.restore(from: path) { done, total in
          progress(TransferProgress(step: BackupsText.restoring, done: done, total: total))
        }
      } catch {
        // What is wrong in the file may be found only in the copy of it.
        if case .damaged = error { throw error.refusal(of: path) }
        throw TransferError(error)
      }
      await services.signOut()
      let sentences: [String?] = [BackupsText.restored(before: before), left]
      return TransferReport(summary: sentences.compactMap(\.self).joined(separator: " "))
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
    default: TransferError(self)
    }
  }

  /// Why no backup was written, and the remedy.
  fileprivate func refusal(ofWriting path: String) -> TransferError {
    switch self {
    case .unavailable(let why): .file(BackupsText.unwritable(path, why))
    default: TransferError(self)
    }
  }
}
