package import Files
import Services

extension Transfer {
  /// The file name for which ``withoutFiles`` has a sample report; no such file can exist.
  package static let sampleFile = "/dev/null/library.csv"
  /// No file can be created in this folder, so a file in it is missing with and without files.
  private static let noFolder = "/dev/null/"

  /// The transfer as it is without files: it reads, writes and changes nothing.
  ///
  /// Used by crawls, random walks, replays and sessions with `--ephemeral`: a script or a
  /// stranger's recording accesses no file. The result is the same whether the file exists or not.
  var withoutFiles: Transfer {
    var transfer = self
    transfer.run = { request, _ throws(TransferError) in
      if request.files == [Self.sampleFile] { return Self.sampleReport }
      if let file = request.files.first, file.hasPrefix(Self.noFolder) {
        throw TransferError(.missing(file))
      }
      return TransferReport(summary: CompositionText.withoutFiles)
    }
    return transfer
  }

  /// A report of invented rejections, so that crawls and walks see one that is longer than one part.
  private static var sampleReport: TransferReport {
    let rejections = (2...31).map {
      TransferReport.Rejection(line: $0, reason: CompositionText.sampleReason)
    }
    return TransferReport(
      summary: CompositionText.sample,
      counts: [TransferReport.Count(CompositionText.sampleCount, 0)],
      rejections: rejections)
  }
}
