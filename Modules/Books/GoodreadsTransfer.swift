import Files
import Services
import Core
import Goodreads

/// The import and the export of Goodreads files.
enum GoodreadsTransfer {
  /// Creates the transfers of an exchange.
  static func make(_ exchange: GoodreadsExchange) -> [Transfer] {
    var importing = Transfer(
      "import-goodreads", command: "import goodreads", title: GoodreadsTransferText.importTitle,
      explanation: GoodreadsTransferText.importExplanation, direction: .reads
    ) { request, progress throws(TransferError) in
      do throws(GoodreadsExchange.Failure) {
        return report(try await exchange.importFile(request) { progress(self.progress($0)) })
      } catch { throw transferError(error) }
    }
    importing.offersDryRun = true
    importing.example = GoodreadsTransferText.example
    let exporting = Transfer(
      "export-goodreads", command: "export goodreads", title: GoodreadsTransferText.exportTitle,
      explanation: GoodreadsTransferText.exportExplanation, direction: .writes
    ) { request, progress throws(TransferError) in
      let count = try await exchange.exportFile(request) { progress(self.progress($0)) }
      return GoodreadsTransferText.exported(count, account: request.account)
    }
    return [importing, exporting]
  }

  private static func progress(_ progress: GoodreadsExchange.Progress) -> TransferProgress {
    let step =
      switch progress.step {
      case .reading: GoodreadsTransferText.reading
      case .comparing: GoodreadsTransferText.comparing
      case .saving: GoodreadsTransferText.saving
      case .preparing: GoodreadsTransferText.preparing
      case .writing: GoodreadsTransferText.writing
      }
    return TransferProgress(
      step: step, done: progress.done, total: progress.total, count: progress.count)
  }

  private static func report(_ imported: GoodreadsExchange.Imported) -> TransferReport {
    var report = GoodreadsTransferText.report(
      imported.counts, shelves: imported.shelves, columns: imported.columns,
      rejectionCount: imported.rejections.count, isDryRun: imported.isDryRun)
    report.rejections = imported.rejections.listed.map { rejection in
      TransferReport.Rejection(
        line: rejection.line, reason: GoodreadsTransferText.reason(rejection.why))
    }
    report.differences = imported.differences
    report.unrecognizedCount = imported.counts.unshown
    report.unrecognized = imported.unshown.map { unrecognized($0) }
    return report
  }

  /// A value that is kept but not shown, shortened, and why.
  private static func unrecognized(
    _ value: GoodreadsPlan.UnshownValue
  ) -> TransferReport.Unrecognized {
    let (column, fileValue) = (value.value.column, value.value.fileValue)
    return TransferReport.Unrecognized(
      line: value.line, title: GoodreadsComparison.Difference.excerpt(value.title),
      column: column.rawValue, fileValue: GoodreadsComparison.Difference.excerpt(fileValue),
      outcome: GoodreadsTransferText.outcome(of: column))
  }

  private static func transferError(_ failure: GoodreadsExchange.Failure) -> TransferError {
    switch failure {
    case .format(.file(let problem)): TransferError(problem)
    case .format(.empty): .format(GoodreadsTransferText.empty)
    case .format(.unreadableHeader): .format(GoodreadsTransferText.unreadableHeader)
    case .format(.notGoodreads): .format(GoodreadsTransferText.notGoodreads)
    case .format(.columnsOfAnotherApp): .format(GoodreadsTransferText.columnsOfAnotherApp)
    case .format(.tooManyRows): .format(GoodreadsTransferText.tooManyRows)
    case .transfer(let error): error
    }
  }
}
