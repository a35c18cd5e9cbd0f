import Files
import Services
import Core

/// The export of a year of reading.
enum YearTransfer {
  /// Creates the transfer.
  static func make(_ export: YearExport) -> Transfer {
    var transfer = Transfer(
      "export-year", command: "export year", title: YearTransferText.title,
      explanation: YearTransferText.explanation, direction: .writes
    ) { request, progress throws(TransferError) in
      progress(TransferProgress(step: YearTransferText.collecting, done: 0))
      do throws(YearExport.Failure) {
        return report(
          try await export.write(request) { YearReviewText(review: $0).markdown },
          account: request.account)
      } catch { throw transferError(error) }
    }
    transfer.parameter = YearTransferText.year
    return transfer
  }

  private static func report(_ review: YearReview, account: String) -> TransferReport {
    TransferReport(summary: YearTransferText.exported(review.year, account: account))
  }

  private static func transferError(_ failure: YearExport.Failure) -> TransferError {
    switch failure {
    case .notAYear: .format(YearTransferText.notAYear)
    case .nothing(let year): .format(YearTransferText.nothing(in: year))
    case .file(let problem): TransferError(problem)
    case .storage(let error): .storage(error)
    case .cancelled: .cancelled
    }
  }
}
