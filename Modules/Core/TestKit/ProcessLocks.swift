import Foundation

/// The POSIX locks of processes, which Linux lists.
package enum ProcessLocks {
  private static let list = "/proc/locks"

  /// Whether the system lists them.
  package static let areListed = FileManager.default.fileExists(atPath: list)

  /// Returns the locks of a process on a file.
  package static func of(_ process: Int32, on path: String) -> Set<String> {
    // To open and close the file would release this process's locks.
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    var locks: Set<String> = []
    // While other processes lock and unlock, a single reading of the list may miss some.
    for _ in 1...20 {
      // A system file has no size, and is read in small chunks.
      let bytes = try? FileHandle(forReadingAtPath: list)?.read(upToCount: 1 << 24)
      for line in String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: "\n") {
        // The number in front is only a position in the list.
        let words = line.split(separator: " ").dropFirst()
        guard words.contains("POSIX"), words.contains("\(process)"),
          words.contains(where: { $0.hasSuffix(":\(status.st_ino)") })
        else { continue }
        locks.insert(words.joined(separator: " "))
      }
    }
    return locks
  }
}
