#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a file that the user named, in pieces. Calls block.
public final class FileInput {
  /// The number of bytes, or nil for something other than a file on a disk, such as a pipe.
  public let size: Int?
  /// The number of bytes read so far.
  public private(set) var position = 0

  private let path: String
  private let limit: Int
  private let descriptor: Int32
  private let isOwner: Bool

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the maximum number of bytes.
  public init(path: String, limit: Int) throws(FileProblem) {
    self.path = path
    self.limit = limit
    try FilePlace.checkText(path)
    if path.isEmpty { throw .isFolder(path) }
    // Opening a pipe must not wait for a writer.
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
    isOwner = true
    if kind == S_IFDIR { throw .isFolder(path) }
    if let size, size > limit { throw .tooLarge(path, limit: limit) }
  }

  /// Reads an open file, pipe or terminal, which stays open.
  ///
  /// - Parameters:
  ///   - name: the name for messages.
  ///   - limit: the maximum number of bytes.
  ///   - size: the number of bytes of a file on a disk.
  package init(descriptor: Int32, name: String, limit: Int, size: Int? = nil) {
    (path, self.limit, self.descriptor) = (name, limit, descriptor)
    (self.size, isOwner) = (size, false)
  }

  deinit {
    if isOwner { close(descriptor) }
  }

  /// Returns the next bytes; none at the end.
  ///
  /// - Parameter count: the maximum number of bytes.
  /// - Throws: ``FileProblem/cancelled`` in a cancelled task that reads something other than a file on a
  ///   disk, or waits for data, or another problem.
  public func read(_ count: Int = 1 << 18) throws(FileProblem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      if size == nil, Task.isCancelled { throw .cancelled }
      // Also a file may have its data later, such as one of a system's log.
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&wait, 1, 50) == 0 {
        if Task.isCancelled { throw .cancelled }
        continue
      }
      let number = readBytes(descriptor, &bytes, count)
      if number < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          if Task.isCancelled { throw .cancelled }
          // poll reports data where there is none: without a pause this loop would keep a processor busy.
          _ = poll(nil, 0, 50)
          continue
        }
        throw FileProblem(errno, path: path, isWriting: false)
      }
      position += number
      if position > limit { throw .tooLarge(path, limit: limit) }
      bytes.removeLast(count - number)
      return bytes
    }
  }
}

/// The system call, which a method with the same name shadows.
private func readBytes(_ descriptor: Int32, _ bytes: inout [UInt8], _ count: Int) -> Int {
  read(descriptor, &bytes, count)
}
