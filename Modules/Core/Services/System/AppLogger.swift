import Synchronization

/// Receives log messages: what failed in the background, never what a person typed.
public protocol AppLogger: Sendable {
  /// Takes one line.
  func log(_ level: LogLevel, _ message: @autoclosure () -> String)
  /// The newest lines, oldest first, for the person to read.
  var lines: [String] { get }
}

/// How much a line matters.
public enum LogLevel: Int, Codable, Comparable, Hashable, Sendable {
  /// Only of interest while looking for a fault.
  case debug
  /// Something usual happened.
  case info
  /// Something failed that the app can do without.
  case warning
  /// Something failed.
  case error

  /// Orders levels by how much they matter.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Keeps the newest lines in memory.
public final class MemoryLogger: AppLogger {
  private let level: LogLevel
  private let capacity: Int
  private let storage = Mutex<[String]>([])

  /// Creates a logger that keeps at most `capacity` lines of at least `level`.
  public init(level: LogLevel = .info, capacity: Int = 1000) {
    self.level = level
    self.capacity = max(1, capacity)
  }

  /// The lines, the oldest first.
  public var lines: [String] { storage.withLock { $0 } }

  /// Keeps the line if it matters enough.
  public func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
    guard level >= self.level else { return }
    let line = message()
    storage.withLock { lines in
      if lines.count >= capacity { lines.removeFirst() }
      lines.append(line)
    }
  }
}
