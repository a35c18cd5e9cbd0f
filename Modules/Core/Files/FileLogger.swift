public import Services
import Foundation

/// Appends warnings and errors to a file that only its owner can read.
///
/// The file is opened for each line and appended to in one piece, so that several processes can write
/// it. When it would grow beyond its limit it gets the ending `.1`, in place of the one before it. A
/// line is bounded, and control characters in it are escaped. A file that can't be written - the disk
/// is full, something else is in its place - is left alone; logging never fails.
public final class FileLogger: AppLogger {
  /// The size of a file in bytes.
  public static let maximumSize = 1 << 20
  /// The length of a message in characters.
  static let longestMessage = 1000
  /// The lines that are read at most.
  private static let mostLines = 500

  private let path: String
  private let level: LogLevel
  private let maximumSize: Int
  private let clock: any AppClock

  /// Creates a logger; the file is made with its first line.
  ///
  /// - Parameter path: the file, in a folder that is there.
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

  /// Appends a line, if it matters enough.
  public func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
    guard level >= self.level else { return }
    let time = clock.now.formatted(.iso8601)
    let line = Array("\(time) \(level) \(Self.escaped(message()))\n".utf8)
    // Another process may rename the file between two calls; that happens rarely, and not twice.
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

  /// The newest lines of both files, the oldest first.
  public var lines: [String] {
    let lines = [older, path].flatMap { text(of: $0).split(separator: "\n").map(String.init) }
    return Array(lines.suffix(Self.mostLines))
  }

  /// Gives the file its other name; false where that can't be done now.
  ///
  /// The writer that holds the lock moves the file, if the path still leads to it.
  private func moveAway(_ descriptor: Int32, _ status: stat) -> Bool {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    var current = stat()
    guard lstat(path, &current) == 0 else { return true }
    guard current.st_dev == status.st_dev, current.st_ino == status.st_ino else { return true }
    return rename(path, older) == 0
  }

  /// Opens a file of this user's and no other thing: a link, a pipe or a device has to be left alone.
  private func open(_ path: String? = nil, for flags: Int32) -> Int32? {
    let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = Foundation.open(path ?? self.path, flags, 0o600)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else {
      close(descriptor)
      return nil
    }
    // Its mode at first is 0600 without what the umask takes away.
    if status.st_mode & 0o777 != 0o600 { fchmod(descriptor, 0o600) }
    return descriptor
  }

  private func text(of path: String) -> String {
    guard let descriptor = open(path, for: O_RDONLY) else { return "" }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let data = try? file.read(upToCount: 2 * maximumSize)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// The message on one line, without what a terminal or an editor would act upon.
  private static func escaped(_ message: String) -> String {
    var text = ""
    for scalar in message.prefix(longestMessage).unicodeScalars.prefix(4 * longestMessage) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
