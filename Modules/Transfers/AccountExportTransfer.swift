import Files
import Services

/// The export of all of an owner's data.
enum AccountExportTransfer {
  /// Creates the transfer of an export.
  static func make(_ export: AccountExport) -> Transfer {
    Transfer(
      "export-json", command: "export json", title: TransfersText.jsonTitle,
      explanation: TransfersText.jsonExplanation, direction: .writes
    ) { request, progress throws(TransferError) in
      let bytes = try await export.write(request) { progress(self.progress($0)) }
      return TransfersText.exported(bytes: bytes, account: request.account)
    }
  }

  private static func progress(_ progress: AccountExport.Progress) -> TransferProgress {
    let step =
      switch progress.step {
      case .collecting: TransfersText.collecting
      case .writing: TransfersText.writing
      }
    return TransferProgress(step: step, done: progress.done, total: progress.total)
  }
}
