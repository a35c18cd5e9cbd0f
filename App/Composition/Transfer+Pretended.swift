import Files
import Services

extension Transfer {
  /// The file name for dry runs by ``pretended``, which can't exist.
  static let pretendedFile = "/dev/null/library.csv"
  /// No file can be created in this folder, so a dry run has none there, either.
  private static let noFolder = "/dev/null/"

  /// A dry run of the transfer, which reads, writes and changes nothing.
  ///
  /// Used by crawls, random walks, replays and sessions with `--ephemeral`: a script or a
  /// stranger's recording accesses no file. The result is the same whether the file exists or not.
  var pretended: Transfer {
    var transfer = self
    transfer.run = { request, _ throws(TransferError) in
      if request.files == [Self.pretendedFile] { return Self.trial }
      if let file = request.files.first, file.hasPrefix(Self.noFolder) {
        throw TransferError(.missing(file))
      }
      return TransferReport(summary: Self.dryRun)
    }
    return transfer
  }

  private static let dryRun =
    "No file was read or written: with --ephemeral, and in a replay, this is a dry run. To use a file,"
    + " give it on the command line, or start without --ephemeral."

  private static var trial: TransferReport {
    let rejections = (2...31).map {
      TransferReport.Rejection(line: $0, reason: "The title is missing.")
    }
    return TransferReport(
      summary: "Dry run: nothing was changed.", counts: [TransferReport.Count("Books", 0)],
      rejections: rejections)
  }
}
