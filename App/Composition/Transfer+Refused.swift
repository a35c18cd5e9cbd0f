import Files

extension Transfer {
  /// Returns the transfer with each run refused.
  ///
  /// - Parameter reason: why, and the remedy; nil changes nothing.
  func refused(because reason: String?) -> Transfer {
    guard let reason else { return self }
    var transfer = self
    transfer.run = { _, _ throws(TransferError) in throw .file(reason) }
    return transfer
  }
}
