import Files

/// The report of a transfer, as lines of text.
struct TransferReportText {
  let report: TransferReport

  /// The text.
  var text: String {
    var lines = [report.summary.plain]
    lines += TwoColumns.lines(report.counts.map { ($0.label.plain, String($0.number)) })
    for list in report.lists() {
      lines += ["", "\(list.title):"] + list.lines.map { "  \($0.plain)" }
    }
    return lines.map { "\($0)\n" }.joined()
  }
}
