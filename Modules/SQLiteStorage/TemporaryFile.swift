import Core
import Foundation

/// A file beside the place where it is to be, readable by its owner alone, which takes its name when
/// it is complete. What was there before stays until then.
struct TemporaryFile {
  let path: String

  init(beside place: String) throws(StorageError) {
    var status = stat()
    if lstat(place, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw .unavailable("\(place) is no ordinary file, and is not replaced")
    }
    var template = "\(place).XXXXXX".utf8CString.map { $0 }
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw StorageFile.problem(place) }
    // The umask may have taken away what the owner needs.
    fchmod(descriptor, 0o600)
    close(descriptor)
    path = template.withUnsafeBufferPointer { bytes in
      String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Brings the file to the disk, and gives it its name.
  func keep(as place: String) throws(StorageError) {
    try Self.sync(path)
    guard rename(path, place) == 0 else { throw StorageFile.problem(place) }
    // The name, too, is on the disk then.
    let folder = place.folderOfPath
    try Self.sync(folder)
  }

  /// Removes the file, and what SQLite may have left beside it.
  func remove() {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }

  private static func sync(_ path: String) throws(StorageError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StorageFile.problem(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StorageFile.problem(path) }
  }
}
