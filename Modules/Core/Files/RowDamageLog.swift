public import Services
import Synchronization

/// Logs unreadable rows and values of a table, each finding once.
///
/// The reader skips the value or the row and continues: a damaged row affects no other row.
public final class RowDamageLog: Sendable {
  /// The maximum number of findings; further ones are not logged.
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
  ///   - finding: the problem and its effect, such as "the rating was left out".
  ///   - row: the row without user input, such as "book 12".
  public func note(_ finding: String, in row: String) {
    let line = "damaged row: \(row): \(finding)"
    let isNew = known.withLock { $0.count < Self.limit && $0.insert(line).inserted }
    if isNew { logger.log(.warning, line) }
  }
}
