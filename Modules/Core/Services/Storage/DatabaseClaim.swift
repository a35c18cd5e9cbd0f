/// An exclusive right to do something with a database, among all processes.
///
/// It ends when it is released, when it is let go, and with the process, however that ends.
public final class DatabaseClaim: Sendable {
  private let end: @Sendable () -> Void

  /// Creates a claim that is held already.
  ///
  /// - Parameter end: ends it; called once or more.
  public init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }

  /// Lets others have it.
  public func release() { end() }
}
