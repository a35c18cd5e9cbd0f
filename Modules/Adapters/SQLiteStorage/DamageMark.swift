import Files
import Foundation
import Services

/// A file beside a damaged database, so that the next start checks the whole database. It contains
/// the name that the database gets after that.
enum DamageMark {
  /// Returns whether there is a mark, which is a file: reading a pipe would wait for a writer.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(file(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the new name of a damaged database, or nil.
  static func aside(_ path: String) -> String? {
    // Foundation leaks the buffer of an empty file.
    guard isThere(path), let name = try? FileInput(path: file(path), limit: 4096).read(),
      !name.isEmpty
    else { return nil }
    let folder = path.folderOfPath
    return (folder as NSString).appendingPathComponent(
      (String(decoding: name, as: UTF8.self) as NSString).lastPathComponent)
  }

  static func put(_ path: String) {
    let flags = O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(file(path), flags, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  static func put(_ path: String, aside: String) throws(StorageError) {
    do throws(FileProblem) {
      let mark = try FileReplacement(path: file(path))
      try mark.write(Data((aside as NSString).lastPathComponent.utf8))
      try mark.keep()
    } catch { throw StorageError(error) }
  }

  static func remove(_ path: String) { unlink(file(path)) }

  private static func file(_ path: String) -> String { "\(path)-damaged" }
}
