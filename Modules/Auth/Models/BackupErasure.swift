public import Services

/// The deletion of the automatic backups, for a user who deletes an account with everything.
public struct BackupErasure: Sendable {
  let request: @Sendable ((any DatabaseTransaction)?) throws(StorageError) -> Void
  let run: @Sendable () async throws(StorageError) -> Void

  /// Creates it.
  ///
  /// - Parameters:
  ///   - request: saves in the transaction that deletes the account that `run` has to be done, at the next start if the
  ///     process is killed; the transaction is nil in memory.
  ///   - run: deletes the backups, and the request.
  public init(
    request: @escaping @Sendable ((any DatabaseTransaction)?) throws(StorageError) -> Void,
    run: @escaping @Sendable () async throws(StorageError) -> Void
  ) {
    (self.request, self.run) = (request, run)
  }
}
