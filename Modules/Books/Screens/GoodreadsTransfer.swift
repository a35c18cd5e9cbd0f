import Files
import Services
import Core
import Goodreads

/// The import and the export of Goodreads files.
enum GoodreadsTransfer {
  /// Creates the transfers of a library.
  static func make(_ library: GoodreadsLibrary) -> [Transfer] {
    var take = Transfer(
      "import-goodreads", command: "import goodreads", title: GoodreadsWords.importTitle,
      explanation: GoodreadsWords.importExplanation, direction: .reads
    ) { request, progress throws(TransferError) in
      do throws(GoodreadsLibrary.Failure) {
        return report(try await library.importFile(request) { progress(self.progress($0)) })
      } catch { throw transferError(error, request) }
    }
    take.offersDryRun = true
    take.example = GoodreadsWords.example
    let give = Transfer(
      "export-goodreads", command: "export goodreads", title: GoodreadsWords.exportTitle,
      explanation: GoodreadsWords.exportExplanation, direction: .writes
    ) { request, progress throws(TransferError) in
      do throws(GoodreadsLibrary.Failure) {
        let count = try await library.exportFile(request) { progress(self.progress($0)) }
        return GoodreadsWords.exported(count, account: request.account)
      } catch { throw transferError(error, request) }
    }
    return [take, give]
  }

  private static func progress(_ progress: GoodreadsLibrary.Progress) -> TransferProgress {
    let step =
      switch progress.step {
      case .reading: GoodreadsWords.reading
      case .comparing: GoodreadsWords.comparing
      case .saving: GoodreadsWords.saving
      case .writing: GoodreadsWords.writing
      }
    return TransferProgress(
      step: step, done: progress.done, total: progress.total, count: progress.count)
  }

  private static func report(_ imported: GoodreadsLibrary.Imported) -> TransferReport {
    var report = GoodreadsWords.report(
      imported.counts, shelves: imported.shelves, columns: imported.columns,
      rejectionCount: imported.rejections.count, isDryRun: imported.isDryRun)
    report.rejections = imported.rejections.listed.map { rejection in
      TransferReport.Rejection(line: rejection.line, reason: GoodreadsWords.reason(rejection.why))
    }
    report.differences = imported.differences
    report.unreadCount = imported.counts.unread
    report.unread = imported.unread.map(GoodreadsWords.unread)
    return report
  }

  private static func transferError(
    _ failure: GoodreadsLibrary.Failure, _ request: Transfer.Request
  ) -> TransferError {
    switch failure {
    case .format(.file(let problem)), .file(let problem): TransferError(problem)
    case .format(.empty): .format(GoodreadsWords.empty)
    case .format(.notGoodreads): .format(GoodreadsWords.notGoodreads)
    case .format(.tooManyRows): .format(GoodreadsWords.tooManyRows)
    case .nothingToExport: .nothingToExport(account: request.account)
    case .storage(let error): .storage(error)
    case .cancelled: .cancelled
    }
  }
}
