#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a file that a person named, a piece at a time. Calls block.
public final class FileInput {
  /// How many bytes there are, or nil for what is not a file on a disk, such as a pipe.
  public let size: Int?
  /// How many bytes were read.
  public private(set) var position = 0

  private let path: String
  private let limit: Int
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Parameter limit: how many bytes are read at most.
  public init(path: String, limit: Int) throws(FileProblem) {
    self.path = path
    self.limit = limit
    try FilePlace.checkText(path)
    if path.isEmpty { throw .isFolder(path) }
    // Opening a pipe without a writer must not wait for one.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileProblem(errno, path: path, isWriting: false) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw FileProblem(number, path: path, isWriting: false)
    }
    let kind = status.st_mode & S_IFMT
    size = kind == S_IFREG ? Int(status.st_size) : nil
    self.descriptor = descriptor
    if kind == S_IFDIR { throw .isFolder(path) }
    if let size, size > limit { throw .tooLarge(path, limit: limit) }
  }

  deinit {
    close(descriptor)
  }

  /// The next bytes; none at the end.
  ///
  /// - Parameter count: how many at most.
  /// - Throws: ``FileProblem/cancelled`` in a cancelled task that waits for a pipe, and what else is wrong.
  public func read(_ count: Int = 1 << 18) throws(FileProblem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      if size == nil {
        if Task.isCancelled { throw .cancelled }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&wait, 1, 50) == 0 { continue }
      }
      let number = readBytes(descriptor, &bytes, count)
      if number < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw FileProblem(errno, path: path, isWriting: false)
      }
      position += number
      if position > limit { throw .tooLarge(path, limit: limit) }
      bytes.removeLast(count - number)
      return bytes
    }
  }
}

/// The system's call, which a method of the same name hides.
private func readBytes(_ descriptor: Int32, _ bytes: inout [UInt8], _ count: Int) -> Int {
  read(descriptor, &bytes, count)
}
