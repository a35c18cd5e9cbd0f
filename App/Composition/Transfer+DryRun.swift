package import Files
import Services

extension Transfer {
  /// The file name for dry runs by ``dryRun``, which can't exist.
  package static let dryRunFile = "/dev/null/library.csv"
  /// No file can be created in this folder, so a dry run has none there, either.
  private static let noFolder = "/dev/null/"

  /// A dry run of the transfer, which reads, writes and changes nothing.
  ///
  /// Used by crawls, random walks, replays and sessions with `--ephemeral`: a script or a
  /// stranger's recording accesses no file. The result is the same whether the file exists or not.
  var dryRun: Transfer {
    var transfer = self
    transfer.run = { request, _ throws(TransferError) in
      if request.files == [Self.dryRunFile] { return Self.trial }
      if let file = request.files.first, file.hasPrefix(Self.noFolder) {
        throw TransferError(.missing(file))
      }
      return TransferReport(summary: CompositionText.dryRun)
    }
    return transfer
  }

  private static var trial: TransferReport {
    let rejections = (2...31).map {
      TransferReport.Rejection(line: $0, reason: CompositionText.trialReason)
    }
    return TransferReport(
      summary: CompositionText.trial,
      counts: [TransferReport.Count(CompositionText.trialCount, 0)],
      rejections: rejections)
  }
}
