import Files
import Services
import Observation

/// What a transfer came to; of what could not be taken or stays as it is, as much as was asked for.
@MainActor @Observable final class TransferReportViewModel {
  /// How many of each list come at once.
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

  /// Where the file says something else than the app, as far as it is shown.
  var differences: ArraySlice<TransferReport.Difference> { report.differences.prefix(shownCount) }

  /// Whether more of them can be shown.
  var hasMore: Bool { shownCount < max(report.rejections.count, report.differences.count) }

  /// How many rejections are not shown.
  var hiddenRejectionCount: Int { max(0, report.rejectionCount - rejections.count) }

  /// How many differences are not shown.
  var hiddenDifferenceCount: Int { max(0, report.differenceCount - differences.count) }

  /// Shows more of them.
  func showMore() { shownCount += Self.pageSize }
}
