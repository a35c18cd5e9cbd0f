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
  enum Problem: Error, CustomStringConvertible {
    /// The system refuses, with this number.
    case refused(String, number: Int32)
    /// Something else than a recording is there already.
    case taken(String)

    /// What is wrong, in one line.
    var description: String {
      switch self {
      case .refused(let path, let number):
        "\(path.quoted) can't be written: \(String(cString: strerror(number))). Choose another place."
      case .taken(let path): "\(path.quoted) is not replaced: it is no recording."
      }
    }
  }

  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private let isOpen = Mutex(true)

  /// Creates the file beside its place, readable by its owner alone.
  ///
  /// What is there already has to be a recording, or empty.
  init(path: String) throws(Problem) {
    try Self.check(path)
    self.path = path
    var template = "\(path).XXXXXX".utf8CString.map { $0 }
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .refused(path, number: errno) }
    temporary = template.withUnsafeBufferPointer { bytes in
      String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Refuses a place where something is that a recording must not replace.
  private static func check(_ path: String) throws(Problem) {
    var status = stat()
    // What is wrong with a place where nothing is shows when the file is created.
    guard stat(path, &status) == 0 else {
      if errno == ELOOP { throw .refused(path, number: ELOOP) }
      return
    }
    // Opening anything but a file might wait for ever.
    guard status.st_mode & S_IFMT == S_IFREG else { throw .taken(path) }
    if status.st_size == 0 { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .refused(path, number: errno) }
    defer { close(descriptor) }
    var start: [UInt8] = [0, 0]
    guard read(descriptor, &start, 2) == 2, start == Array(RecordingHeader.mark.utf8) else {
      throw .taken(path)
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
      throw .refused(path, number: errno)
    }
  }

  deinit {
    if isOpen.withLock({ $0 }) { close(descriptor) }
  }
}
