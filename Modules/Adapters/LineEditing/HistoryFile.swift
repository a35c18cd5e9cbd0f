import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lines of earlier runs, in a file that several windows share.
///
/// A file has the lines of guests or of one account, with which it is deleted. Each line is appended
/// under a lock. Only the user can read the file. What is in it counts as
/// input from a stranger: a file that is not a plain one is left alone, and lines that are not text
/// are skipped.
struct HistoryFile {
  /// The maximum number of lines.
  static let limit = 1000
  /// The maximum size of a line in bytes.
  static let maximumLineLength = 4096

  private static let maximumFileSize = (limit + slack) * (maximumLineLength + 1)
  /// The number of further lines from which the file is cut.
  private static let slack = 200

  let path: String
  /// How long the lock of another window is waited for, which usually has it for a moment: a stopped window
  /// may have it for hours, and the prompt waits meanwhile.
  var patience = Duration.seconds(1)

  /// Whether a line can be in a history.
  static func canKeep(_ line: String) -> Bool {
    line.utf8.count <= maximumLineLength
      && !line.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      && !line.unicodeScalars.contains { scalar in
        scalar.properties.generalCategory == .control || scalar == "\u{2028}"
          || scalar == "\u{2029}"
      }
  }

  /// Returns the lines, oldest first; none if the file can't be read.
  func lines() -> [String] {
    (try? withFile(O_RDONLY) { file in Self.lines(in: file).suffix(Self.limit) } ?? []) ?? []
  }

  /// Adds lines; a file that can't be written stays as it is.
  ///
  /// - Parameter creates: whether to create a missing file. The file of a deleted account must not
  ///   come back with the next line of another window.
  /// - Throws: ``Locked``; the lines are not in the file then.
  func append(_ lines: [String], creates: Bool = true) throws(Locked) {
    try withFile(O_RDWR | (creates ? O_CREAT : 0)) { file in
      // The last line of a damaged file may have no end.
      var last: UInt8 = 10
      let size = lseek(file, 0, SEEK_END)
      if size > 0 { _ = pread(file, &last, 1, size - 1) }
      guard Self.write((last == 10 ? "" : "\n") + Self.text(lines), to: file) else {
        // A full disk may have taken a part of a line.
        ftruncate(file, size)
        return
      }
      let all = Self.lines(in: file)
      if all.count > Self.limit + Self.slack || size > Self.maximumFileSize {
        Self.replace(all.suffix(Self.limit), in: file)
      }
    }
  }

  /// Removes lines.
  ///
  /// - Throws: ``Locked``; the lines are still in the file then.
  func remove(where isRemoved: (String) -> Bool) throws(Locked) {
    try withFile(O_RDWR) { file in
      let all = Self.lines(in: file)
      let kept = all.filter { !isRemoved($0) }
      if kept.count < all.count { Self.replace(kept, in: file) }
    }
  }

  /// Another window has the file's lock.
  struct Locked: Error {}

  @discardableResult
  private func withFile<Value>(
    _ flags: Int32, _ body: (Int32) -> Value
  ) throws(Locked) -> Value? {
    // A link could lead to another file, and a pipe would block.
    let file = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_nlink <= 1
    else { return nil }
    // The umask may have removed the owner's permissions.
    if status.st_mode & 0o777 != 0o600 { fchmod(file, 0o600) }
    let end = ContinuousClock.now + patience
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR || errno == EWOULDBLOCK else { return nil }
      guard ContinuousClock.now < end else { throw Locked() }
      usleep(1000)
    }
    // Closing is not enough: a child process has the descriptor, too, until it starts its program.
    defer { flock(file, LOCK_UN) }
    return body(file)
  }

  private static func text(_ lines: some Sequence<String>) -> String {
    lines.map { "\($0)\n" }.joined()
  }

  /// Writes fewer lines over those of the file, and then cuts it: a process that is killed meanwhile, or a
  /// full disk, leaves no empty file.
  private static func replace(_ lines: some Sequence<String>, in file: Int32) {
    let text = text(lines)
    lseek(file, 0, SEEK_SET)
    if write(text, to: file) { ftruncate(file, off_t(text.utf8.count)) }
  }

  /// Writes at the file's position; returns whether all of the text is written.
  private static func write(_ text: String, to file: Int32) -> Bool {
    DescriptorWriting.write(text, to: file) == nil
  }

  /// Returns the lines at the end of the file.
  private static func lines(in file: Int32) -> [String] {
    let size = lseek(file, 0, SEEK_END)
    guard size > 0 else { return [] }
    let count = min(Int(size), maximumFileSize)
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { room in
        pread(
          file, room.baseAddress?.advanced(by: filled), count - filled,
          size - off_t(count - filled))
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      filled += got
    }
    return bytes[..<filled].split(separator: 10).suffix(limit + slack + 1).compactMap { line in
      guard line.count <= maximumLineLength else { return nil }
      return String(validating: line, as: UTF8.self).flatMap { canKeep($0) ? $0 : nil }
    }
  }
}
