import Foundation

extension BackupFolder {
  /// Returns the number of seconds since a file was changed, by the machine's clock; 0 without the file.
  func age(of file: String) -> Int {
    var status = stat()
    return stat(file, &status) == 0 ? time(nil) - status.changed : 0
  }

  /// Returns the size of a file in bytes; 0 without the file.
  func size(_ file: String) -> Int {
    var status = stat()
    return stat(file, &status) == 0 ? Int(status.st_size) : 0
  }
}

extension stat {
  /// The time of the last change, in seconds.
  fileprivate var changed: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
