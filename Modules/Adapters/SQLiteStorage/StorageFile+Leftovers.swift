import Foundation
import Services

extension StorageFile {
  /// The first bytes of a journal, of a log in either byte order, of its index, and of one that SQLite has emptied.
  private static let beginnings: [[UInt8]] = [
    [0xD9, 0xD5, 0x05, 0xF9], [0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83],
    [0x18, 0xE2, 0x2D, 0x00], [0x00, 0x2D, 0xE2, 0x18], [0x00, 0x00, 0x00, 0x00],
  ]

  /// Throws if a backup would delete a file beside it that isn't a leftover of the file that it replaces.
  ///
  /// - Parameter replaces: whether it replaces a file; otherwise one in its place is reported as that.
  static func checkLeftovers(of path: String, replaces: Bool) throws(StorageError) {
    let target = resolvingLinks(in: path)
    let isThere = access(target, F_OK) == 0
    if isThere, !replaces { return }
    for file in companions.map({ target + $0 }) {
      var status = stat()
      guard lstat(file, &status) == 0, !isThere || !isLeftover(file, status) else { continue }
      throw .unavailable(
        "“\(path)” can't be written: SQLite would take “\(file)” for a part of it."
          + " Move that file, or choose another name.")
    }
  }

  /// Returns whether a file is empty or begins as SQLite's files beside a database do. One with a second name may be
  /// open in this process, so it is not opened, and not a leftover.
  private static func isLeftover(_ file: String, _ status: stat) -> Bool {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else { return false }
    if status.st_size == 0 { return true }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes: [UInt8] = [0, 0, 0, 0]
    return read(descriptor, &bytes, bytes.count) == bytes.count && beginnings.contains(bytes)
  }
}
