import Synchronization

/// Logs what a row of a table has that can't be read, each finding once.
///
/// The reader of a table leaves out the value, or skips the row, and goes on with the others: one bad
/// row takes no other one with it.
public final class RowDamageLog: Sendable {
  /// How many findings are remembered; further ones are not logged.
  private static let limit = 1000

  private let logger: any AppLogger
  private let known = Mutex<Set<String>>([])

  /// Creates a log that writes to a logger.
  public init(_ logger: any AppLogger) {
    self.logger = logger
  }

  /// Logs one finding.
  ///
  /// - Parameters:
  ///   - finding: what is wrong and what was done about it, such as "the rating was left out".
  ///   - row: the row without anything that a person typed, such as "book 12".
  public func note(_ finding: String, in row: String) {
    let line = "damaged row: \(row): \(finding)"
    let isNew = known.withLock { $0.count < Self.limit && $0.insert(line).inserted }
    if isNew { logger.log(.warning, line) }
  }
}
