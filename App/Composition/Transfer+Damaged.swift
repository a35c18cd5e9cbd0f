import Files

extension Transfer {
  /// Returns the transfer for the run that has set the damaged user data aside. One of the owner's data is refused: an
  /// export would be empty, and an import would hide the loss.
  ///
  /// - Parameter path: the damaged file; nil changes nothing.
  func refused(damaged path: String?) -> Transfer {
    guard let path, usesOwnerData else { return self }
    var transfer = self
    transfer.run = { _, _ throws(TransferError) in
      throw .file(CompositionText.refused(damaged: path))
    }
    return transfer
  }
}
