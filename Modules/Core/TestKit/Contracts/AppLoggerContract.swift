public import Services
import Synchronization
import Testing

/// The contract of `AppLogger`.
public struct AppLoggerContract: Contract {
  /// The expectations.
  public enum Check: String, CaseIterable, Sendable {
    /// Lines are kept in order.
    case keepsOrder
    /// Lines below the logger's level are left out, and no others, whatever the level is.
    case leavesOut
    /// The text of such a line is not even made.
    case isLazy
    /// Concurrent tasks lose nothing.
    case takesManyWriters
  }

  private let make: @Sendable (LogLevel) -> (any AppLogger, lines: @Sendable () -> [String])

  /// Creates the contract for an implementation.
  ///
  /// - Parameter make: creates a logger of a level, and a function that reads its lines.
  public init(
    _ make: @escaping @Sendable (LogLevel) -> (any AppLogger, lines: @Sendable () -> [String])
  ) {
    self.make = make
  }

  /// Runs one check.
  public func verify(_ check: Check) async throws {
    let (logger, lines) = make(.warning)
    switch check {
    case .keepsOrder:
      logger.log(.error, "first")
      logger.log(.warning, "second")
      let found = lines()
      #expect(found.count == 2)
      #expect(found.first?.contains("first") == true)
      #expect(found.last?.contains("second") == true)
    case .leavesOut:
      leavesOut()
    case .isLazy:
      let made = Atomic(0)
      let line = {
        made.add(1, ordering: .relaxed)
        return "made"
      }
      logger.log(.debug, line())
      #expect(made.load(ordering: .relaxed) == 0)
      logger.log(.error, line())
      #expect(made.load(ordering: .relaxed) == 1)
    case .takesManyWriters:
      await withDiscardingTaskGroup { group in
        for number in 0..<100 { group.addTask { logger.log(.error, "line \(number) of 100") } }
      }
      let found = lines()
      #expect(found.count == 100)
      for number in 0..<100 {
        #expect(found.count { $0.contains("line \(number) of") } == 1)
      }
    }
  }

  private func leavesOut() {
    let levels = [LogLevel.debug, .info, .warning, .error]
    for least in levels {
      let (logger, lines) = make(least)
      // Loggers of one file share its lines.
      let earlier = lines().count
      for level in levels { logger.log(level, "this is \(level)") }
      let found = lines().dropFirst(earlier)
      let expected = levels.filter { $0 >= least }
      #expect(found.count == expected.count, "of level \(least)")
      for (line, level) in zip(found, expected) { #expect(line.contains("this is \(level)")) }
    }
  }
}
