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

  /// The visible rejections.
  var rejections: ArraySlice<TransferReport.Rejection> { report.rejections.prefix(shownCount) }

  /// The visible differences.
  var differences: ArraySlice<TransferReport.Difference> { report.differences.prefix(shownCount) }

  /// The visible values that were not recognised.
  var unrecognized: ArraySlice<TransferReport.Unrecognized> {
    report.unrecognized.prefix(shownCount)
  }

  /// Whether more items can be shown.
  var hasMore: Bool {
    let counts = [report.rejections.count, report.differences.count, report.unrecognized.count]
    return counts.contains { shownCount < $0 }
  }

  /// The number of hidden rejections.
  var hiddenRejectionCount: Int { max(0, report.rejectionCount - rejections.count) }

  /// The number of hidden differences.
  var hiddenDifferenceCount: Int { max(0, report.differenceCount - differences.count) }

  /// The number of hidden values that were not recognised.
  var hiddenUnrecognizedCount: Int { max(0, report.unrecognizedCount - unrecognized.count) }

  /// Shows more items.
  func showMore() { shownCount += Self.pageSize }
}
