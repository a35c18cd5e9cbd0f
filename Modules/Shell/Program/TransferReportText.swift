import Files

/// The report of a transfer, as lines of text.
struct TransferReportText {
  let report: TransferReport

  /// The text.
  var text: String {
    var lines = [report.summary.plain]
    lines += TwoColumns.lines(report.counts.map { ($0.label.plain, String($0.number)) })
    if report.rejectionCount > 0 {
      lines += ["", "Skipped:"]
      lines += report.rejections.map { rejection in
        let file = rejection.file.map { "\($0.plain), " } ?? ""
        return "  \(file)line \(rejection.line): \(rejection.reason.plain)"
      }
      let hidden = report.rejectionCount - report.rejections.count
      if hidden > 0 { lines.append("  and \(hidden) more") }
    }
    if report.differenceCount > 0 {
      lines += ["", "Unchanged in your library:"]
      lines += report.differences.map { "  line \($0.line): \(Self.text($0).plain)" }
      let hidden = report.differenceCount - report.differences.count
      if hidden > 0 { lines.append("  and \(hidden) more") }
    }
    if report.unrecognizedCount > 0 {
      lines += ["", "Values not recognised:"]
      lines += report.unrecognized.map { "  line \($0.line): \(Self.text($0).plain)" }
      let hidden = report.unrecognizedCount - report.unrecognized.count
      if hidden > 0 { lines.append("  and \(hidden) more") }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  /// Both values, without the line.
  private static func text(_ difference: TransferReport.Difference) -> String {
    let mine = difference.libraryValue.isEmpty ? "nothing" : "“\(difference.libraryValue)”"
    return "\(difference.title), \(difference.column): the file says “\(difference.fileValue)”,"
      + " your library has \(mine)"
  }

  /// The value and what became of it, without the line.
  private static func text(_ value: TransferReport.Unrecognized) -> String {
    "\(value.title), \(value.column): “\(value.fileValue)” \(value.outcome)"
  }
}
