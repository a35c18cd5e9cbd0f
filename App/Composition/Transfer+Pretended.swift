import Core

extension Transfer {
  /// A file of this name is read and written by ``pretended`` alone: nobody can make it.
  static let pretendedFile = "/dev/null/library.csv"

  /// The transfer as an app has it that is crawled or walked at random: nothing is read, written or
  /// changed.
  var pretended: Transfer {
    var transfer = self
    transfer.run = { request, _ throws(TransferError) in
      guard request.files == [Self.pretendedFile] else {
        throw TransferError(.missing(request.files.first ?? ""))
      }
      let rejections = (2...31).map {
        TransferReport.Rejection(line: $0, reason: "There is no title.")
      }
      return TransferReport(
        summary: "Nothing was done: this is a trial.", counts: [TransferReport.Count("Books", 0)],
        rejections: rejections)
    }
    return transfer
  }
}
