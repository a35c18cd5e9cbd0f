import Core
import Observation

/// What a transfer came to; of what could not be taken, as much as was asked for.
@MainActor @Observable final class TransferReportViewModel {
  /// How many of the rejections come at once.
  static let pageSize = 20

  let report: TransferReport
  let transfer: Transfer
  private var shownCount = pageSize

  init(_ report: TransferReport, of transfer: Transfer) {
    self.report = report
    self.transfer = transfer
  }

  /// What could not be taken, as far as it is shown.
  var rejections: ArraySlice<TransferReport.Rejection> { report.rejections.prefix(shownCount) }

  /// Whether more of them can be shown.
  var hasMore: Bool { shownCount < report.rejections.count }

  /// How many are not shown.
  var hiddenCount: Int { max(0, report.rejectionCount - rejections.count) }

  /// Shows more of them.
  func showMore() { shownCount += Self.pageSize }
}
