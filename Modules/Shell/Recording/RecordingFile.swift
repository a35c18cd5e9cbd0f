import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written beside its place and moved there at the end, so that a recording that
/// was there before is replaced by a whole one or not at all.
///
/// Each write reaches the file at once: a crash leaves `FILE.XXXXXX`, which can be replayed.
final class RecordingFile: ByteSink {
  /// Why the file can't be written.
  struct Problem: Error, CustomStringConvertible {
    let path: String
    let number: Int32

    /// What is wrong, in one line.
    var description: String {
      "\(path.quoted) can't be written: \(String(cString: strerror(number)))."
    }
  }

  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private let isOpen = Mutex(true)

  /// Creates the file beside its place, readable by its owner alone.
  init(path: String) throws(Problem) {
    self.path = path
    var template = "\(path).XXXXXX".utf8CString.map { $0 }
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Problem(path: path, number: errno) }
    temporary = template.withUnsafeBufferPointer { bytes in
      String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  func write(_ text: String) throws(OutputError) {
    try DescriptorSink(descriptor: descriptor).write(text)
  }

  /// Moves the file to its place.
  func keep() throws(Problem) {
    guard
      isOpen.withLock({ isOpen in
        defer { isOpen = false }
        return isOpen
      })
    else { return }
    let isSafe = fsync(descriptor) == 0
    let isClosed = close(descriptor) == 0
    guard isSafe, isClosed, rename(temporary, path) == 0 else {
      throw Problem(path: path, number: errno)
    }
  }

  deinit {
    if isOpen.withLock({ $0 }) { close(descriptor) }
  }
}
