public import Services
import Foundation

/// Appends warnings and errors to a file that only its owner can read.
///
/// The file is opened for each line, which is appended in one write, so several processes can share
/// it. A file that reaches its limit is renamed to end in `.1`, replacing the previous one. Lines
/// are bounded, and control characters escaped. If the file can't be written - a full disk, another
/// kind of file - the line is lost; logging never fails.
public final class FileLogger: AppLogger {
  /// The maximum size of a file in bytes.
  public static let maximumSize = 1 << 20
  /// The maximum length of a message in characters.
  static let maximumMessageLength = 1000
  /// The maximum number of lines to read.
  private static let maximumLines = 500

  private let path: String
  private let level: LogLevel
  private let maximumSize: Int
  private let clock: any AppClock

  /// Creates a logger, which creates the file with the first line.
  ///
  /// - Parameters:
  ///   - path: the file, in an existing folder.
  ///   - level: the lowest level that is written.
  ///   - clock: the time of each line.
  ///   - maximumSize: the size in bytes at which the file is renamed.
  public init(
    path: String, level: LogLevel = .warning, clock: any AppClock,
    maximumSize: Int = FileLogger.maximumSize
  ) {
    self.path = path
    self.level = level
    self.clock = clock
    self.maximumSize = maximumSize
  }

  private var older: String { path + ".1" }

  /// Appends a line, if it is important enough.
  public func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
    guard level >= self.level else { return }
    let time = clock.now.formatted(.iso8601)
    let line = Array("\(time) \(level) \(Self.escaped(message()))\n".utf8)
    // Another process may rename the file between two calls, which is rare: two retries are enough.
    for _ in 0..<3 {
      guard let descriptor = open(for: O_WRONLY | O_APPEND | O_CREAT) else { return }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return }
      if Int(status.st_size) + line.count > maximumSize, status.st_size > 0 {
        if moveAway(descriptor, status) { continue }
        if Int(status.st_size) + line.count > 2 * maximumSize { return }
      }
      _ = line.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      return
    }
  }

  /// The newest lines of both files, oldest first.
  public var lines: [String] {
    let lines = [older, path].flatMap { text(of: $0).split(separator: "\n").map(String.init) }
    return Array(lines.suffix(Self.maximumLines))
  }

  /// Renames the file; returns `false` if that is impossible now.
  ///
  /// The writer that holds the lock renames the file, if the path still leads to it.
  private func moveAway(_ descriptor: Int32, _ status: stat) -> Bool {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    var current = stat()
    guard lstat(path, &current) == 0 else { return true }
    guard current.st_dev == status.st_dev, current.st_ino == status.st_ino else { return true }
    return rename(path, older) == 0
  }

  /// Opens only a regular file of this user: not a symbolic or hard link, a pipe or a device.
  ///
  /// A log that has a second name, as after a snapshot, is left to that name: a new one is begun.
  private func open(_ path: String? = nil, for flags: Int32) -> Int32? {
    let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = Foundation.open(path ?? self.path, flags, 0o600)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_nlink <= 1
    else {
      close(descriptor)
      guard flags & O_CREAT != 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1,
        unlink(self.path) == 0
      else { return nil }
      return open(for: flags | O_EXCL)
    }
    // The initial mode is 0600 without the umask.
    if status.st_mode & 0o777 != 0o600 { fchmod(descriptor, 0o600) }
    return descriptor
  }

  private func text(of path: String) -> String {
    guard let descriptor = open(path, for: O_RDONLY) else { return "" }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let data = try? file.read(upToCount: 2 * maximumSize)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// Returns the message on one line, without control characters.
  private static func escaped(_ message: String) -> String {
    var text = ""
    let most = message.prefix(maximumMessageLength).unicodeScalars
    for scalar in most.prefix(4 * maximumMessageLength) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
