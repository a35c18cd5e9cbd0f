import Files
import Services
import Observation

/// The report of a transfer, with long lists shown in parts.
@MainActor @Observable final class TransferReportViewModel {
  /// The number of items to show at a time.
  static let pageSize = 20

  let report: TransferReport
  let transfer: Transfer
  /// The file that was written; nil for a backup, whose summary names it.
  let file: String?
  private var shownCount = pageSize

  init(_ report: TransferReport, of transfer: Transfer, file: String?) {
    self.report = report
    self.transfer = transfer
    self.file = transfer.usesBackups ? nil : file
  }

  /// The visible parts of the report's lists.
  var lists: [TransferReport.List] { report.lists(upTo: shownCount) }

  /// Shows more items.
  func showMore() { shownCount += Self.pageSize }
}
