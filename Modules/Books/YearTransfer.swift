import Files
import Services
import Core

/// The export of a year of reading.
enum YearTransfer {
  /// Creates the transfer.
  static func make(_ export: YearExport) -> Transfer {
    var transfer = Transfer(
      "export-year", command: "export year", title: "Export a year of reading",
      explanation: """
        Writes what you read in a year to a text file in Markdown: the books by month with your \
        ratings and the first lines of your reviews, the pages and the totals. Without a year it is \
        the current one.
        """,
      direction: .writes
    ) { request, progress throws(TransferError) in
      progress(TransferProgress(step: "Collecting your books", done: 0))
      do throws(YearExport.Failure) {
        return report(
          try await export.write(request) { YearReviewText(review: $0).markdown },
          account: request.account)
      } catch { throw transferError(error) }
    }
    transfer.parameter = "Year"
    return transfer
  }

  private static func report(_ review: YearReview, account: String) -> TransferReport {
    TransferReport(
      summary: "Exported your reading in \(review.year.year): "
        + "\(StatisticsText.amount(review.year)). Account: \(account).")
  }

  private static func transferError(_ failure: YearExport.Failure) -> TransferError {
    switch failure {
    case .notAYear: .format("Enter a year such as 2026.")
    case .nothing(let year):
      .format("You read nothing in \(year), so no file was written. Choose another year.")
    case .file(let problem): TransferError(problem)
    case .storage(let error): .storage(error)
    case .cancelled: .cancelled
    }
  }
}
