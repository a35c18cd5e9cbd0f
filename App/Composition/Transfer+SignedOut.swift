// Needs: Auth

import Files
import Services

extension Transfer {
  /// Returns the transfer for a user who was signed in and no longer is. One of the owner's data is
  /// refused, because it would use the guest's. Another one runs, and its report says so.
  ///
  /// - Parameter problem: why the user is not signed in, and the remedy; nil changes nothing.
  func signedOut(because problem: String?) -> Transfer {
    guard let problem else { return self }
    if usesOwnerData { return refused(because: problem) }
    var transfer = self
    transfer.run = { [run] request, progress throws(TransferError) in
      var report = try await run(request, progress)
      report.summary += " \(problem)"
      return report
    }
    return transfer
  }
}
