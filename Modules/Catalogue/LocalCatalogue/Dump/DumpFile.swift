import Files
import Services
import Foundation

/// A file of a dump, identified so that an interrupted import can resume.
package struct DumpFile: Codable, Hashable, Sendable {
  /// The name for standard input.
  package static let standardInput = "-"

  var path: String
  /// The size in bytes, bounded so that the sizes of several sparse files can be added.
  var size: Int
  /// The modification time, in seconds since 1970.
  var changed: Int

  /// Reads the attributes of a file.
  init(path: String) throws(DumpError) {
    guard path != Self.standardInput else {
      self.init(path: path, size: 0, changed: 0)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw DumpError(errno, path: path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .file(.isFolder(path))
    // A device such as /dev/zero has no end.
    case S_IFREG, S_IFIFO: break
    default: throw .file(.notAFile(path))
    }
    #if canImport(Darwin)
      let changed = status.st_mtimespec.tv_sec
    #else
      let changed = status.st_mtim.tv_sec
    #endif
    self.init(
      path: Self.absolute(path), size: min(Int(status.st_size), DumpImportState.most),
      changed: Int(changed))
  }

  /// Returns the absolute path without links, because an import may resume in another folder and by
  /// another name of the file. A pipe such as `/dev/fd/63` has no such path, and keeps its name.
  private static func absolute(_ path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    return path.hasPrefix("/") ? path : "\(FileManager().currentDirectoryPath)/\(path)"
  }

  private init(path: String, size: Int, changed: Int) {
    self.path = path
    self.size = size
    self.changed = changed
  }

  /// Whether it can be read twice, unlike a pipe and standard input, which have no size.
  var isRepeatable: Bool { size > 0 }
}

/// The bytes of a dump, unpacked by `gzip` if necessary.
///
/// The child process reads from this process's descriptor, so it gets no path, and its progress is
/// visible in the shared position.
struct DumpStream: ~Copyable {
  /// The first bytes of a file packed by `gzip` (RFC 1952).
  private static let magic: [UInt8] = [0x1F, 0x8B]

  private let path: String
  /// The size of the file; 0 for a pipe.
  private let size: Int
  /// The file or standard input.
  private let file: Int32
  /// The descriptor of the text: the file or the child's output.
  private let text: Int32
  private var child: pid_t?
  private var isAtStart = true

  /// Opens a file.
  init(_ dump: DumpFile) throws(DumpError) {
    (path, size) = (dump.path, dump.size)
    (file, text, child) = try Self.open(dump)
  }

  private static func open(_ dump: DumpFile) throws(DumpError) -> (Int32, Int32, pid_t?) {
    if dump.path == DumpFile.standardInput { return (0, 0, nil) }
    // Non-blocking: an empty pipe is waited for while reading.
    let file = Foundation.open(dump.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw DumpError(errno, path: dump.path) }
    var start: [UInt8] = [0, 0]
    guard pread(file, &start, 2, 0) == 2, start == magic else { return (file, file, nil) }
    do throws(DumpError) {
      let (text, child) = try spawn(reading: file)
      return (file, text, child)
    } catch {
      close(file)
      throw error
    }
  }

  deinit {
    if let child {
      kill(child, SIGKILL)
      var status: Int32 = 0
      while waitpid(child, &status, 0) == -1, errno == EINTR {}
    }
    if text != file { close(text) }
    if file > 0 { close(file) }
  }

  /// The number of bytes read from the file, still packed.
  var position: Int { max(0, Int(lseek(file, 0, SEEK_CUR))) }

  /// Skips to an offset of the text; packed text is read up to there.
  mutating func skip(to offset: Int) throws(DumpError) {
    if child == nil, lseek(file, off_t(offset), SEEK_SET) == off_t(offset) { return }
    var rest = offset
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)
    defer { buffer.deallocate() }
    while rest > 0 {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(rest, buffer.count)])
      let count = try read(into: room)
      guard count > 0 else { throw .becameShorter(path) }
      rest -= count
    }
  }

  /// Reads some bytes; none at the end, after the child has succeeded.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(DumpError) -> Int {
    while true {
      if Task.isCancelled { throw .cancelled }
      // Typed input or a slow pipe must not block a cancelled task.
      var wait = pollfd(fd: text, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 50) != 0 else { continue }
      let count = Foundation.read(text, buffer.baseAddress, buffer.count)
      if count > 0 {
        // A packed file is unpacked by the child.
        if isAtStart, child == nil, buffer[..<count].starts(with: Self.magic) {
          throw .packedPipe(path)
        }
        isAtStart = false
        return count
      }
      if count == 0 {
        try finish()
        return 0
      }
      guard errno == EINTR || errno == EAGAIN else {
        throw DumpError(errno, path: path)
      }
    }
  }

  private mutating func finish() throws(DumpError) {
    guard let child else {
      guard size == 0 || position >= size else { throw .becameShorter(path) }
      return
    }
    self.child = nil
    var (status, ended) = (Int32(0), pid_t(-1))
    repeat { ended = waitpid(child, &status, 0) } while ended == -1 && errno == EINTR
    guard ended == child, status == 0 || isWarning(status) else { throw .cutOff(path) }
  }

  /// Whether the child has only warned of bytes after the last packed part, and has read all of them. After
  /// a damaged part in the middle of a file it leaves the rest.
  private func isWarning(_ status: Int32) -> Bool {
    #if os(Linux)
      // GNU's gzip exits with 2. BSD's does so after an error.
      status == 2 << 8 && position == Int(lseek(file, 0, SEEK_END))
    #else
      false
    #endif
  }

  private static func spawn(reading file: Int32) throws(DumpError) -> (Int32, pid_t) {
    guard let pipe = ChildAttributes.makePipe() else { throw .noGzip(number: errno) }
    #if os(Linux)
      // The child unpacks a mebibyte ahead while lines are read. F_SETPIPE_SZ, see fcntl(2), allows
      // this size to every user; if it is refused, 64 KiB are enough, too.
      _ = fcntl(pipe.writing, 1031, 1 << 20)
    #endif
    // In its own process group it does not receive Ctrl-C: the cancelled import ends it.
    let (child, code) = ChildAttributes(ownGroup: true).start(
      ["gzip", "-dc"], streams: [file, pipe.writing, nil])
    close(pipe.writing)
    guard code == 0 else {
      close(pipe.reading)
      throw .noGzip(number: code)
    }
    return (pipe.reading, child)
  }
}
