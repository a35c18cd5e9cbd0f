/// An exclusive claim to an operation on a database, among all processes.
///
/// It ends when it is released or deallocated, and with the process.
public final class DatabaseClaim: Sendable {
  private let end: @Sendable () -> Void

  /// Creates a claim that is held.
  ///
  /// - Parameter end: releases the claim; called at least once.
  public init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }

  /// Releases the claim.
  public func release() { end() }
}
