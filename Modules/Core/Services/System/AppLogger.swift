import Synchronization

/// Receives log messages: failures of background work, never user input.
public protocol AppLogger: Sendable {
  /// Logs one line.
  func log(_ level: LogLevel, _ message: @autoclosure () -> String)
  /// The newest lines, oldest first, for the user to read.
  var lines: [String] { get }
}

/// The importance of a line.
public enum LogLevel: Int, Codable, Comparable, Hashable, Sendable {
  /// Only useful for finding a bug.
  case debug
  /// A normal event.
  case info
  /// A failure that does not affect the app.
  case warning
  /// Something failed.
  case error

  /// Orders levels by importance.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Stores the newest lines in memory.
public final class MemoryLogger: AppLogger {
  private let level: LogLevel
  private let capacity: Int
  private let storage = Mutex<[String]>([])

  /// Creates a logger of at most `capacity` lines with at least `level`.
  public init(level: LogLevel = .info, capacity: Int = 1000) {
    self.level = level
    self.capacity = max(1, capacity)
  }

  /// The lines, oldest first.
  public var lines: [String] { storage.withLock { $0 } }

  /// Stores the line if it is important enough.
  public func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
    guard level >= self.level else { return }
    let line = message()
    storage.withLock { lines in
      if lines.count >= capacity { lines.removeFirst() }
      lines.append(line)
    }
  }
}
