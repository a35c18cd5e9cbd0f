import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written beside its place and moved there at the end, so that a recording that
/// was there before is replaced by a whole one or not at all. Where a link leads, the link stays.
///
/// Each write reaches the file at once: a crash leaves `FILE.XXXXXX`, which can be replayed. One that
/// is let go before ``keep()`` leaves nothing.
final class RecordingFile: RecordingSink {
  /// Why the file can't be written.
  enum Problem: Error, CustomStringConvertible {
    /// The system refuses, with this number.
    case refused(String, number: Int32)
    /// Something else than a recording is there already.
    case taken(String)
    /// The app calls its own files so.
    case own(String)

    /// What is wrong, in one line.
    var description: String {
      switch self {
      case .refused(let path, let number):
        "\(path.quoted) can't be written: \(String(cString: strerror(number))). Choose another place."
      case .taken(let path):
        "\(path.quoted) isn't a recording and is not replaced. Choose another name."
      case .own(let path):
        "\(path.quoted) is one of the app's own files. Choose another name."
      }
    }
  }

  /// The file beside its place, while there is one.
  private struct Draft {
    var descriptor: Int32
    let path: String

    /// Creates the file, readable by its owner alone.
    init(beside path: String) throws(Problem) {
      var template = Array("\(path).XXXXXX".utf8CString)
      descriptor = mkstemp(&template)
      guard descriptor >= 0 else { throw .refused(path, number: errno) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      self.path = String(
        decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func discard() {
      close(descriptor)
      unlink(path)
    }
  }

  private let path: String
  /// Where the file is put: where the path is a link, the file it leads to.
  private let target: String
  private let draft: Mutex<Draft?>

  /// Creates the file beside its place, readable by its owner alone.
  ///
  /// What is there already has to be a recording, or empty. It is opened, so no database of the app may
  /// be open yet.
  ///
  /// - Parameter isOwn: whether the app calls files of its own so.
  init(path: String, isOwn: (String) -> Bool = { _ in false }) throws(Problem) {
    self.path = path
    target = try Self.target(of: path)
    for path in [path, target] where isOwn(Self.name(of: path)) { throw .own(path) }
    try Self.check(target)
    draft = Mutex(try Draft(beside: target))
  }

  deinit {
    draft.withLock(\.self)?.discard()
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The file that a link leads to, or the path.
  private static func target(of path: String) throws(Problem) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
    guard let resolved = realpath(path, nil) else { throw .refused(path, number: errno) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Refuses a place where something is that a recording must not replace.
  private static func check(_ path: String) throws(Problem) {
    var status = stat()
    // What is wrong with a place where nothing is shows when the file is created.
    guard lstat(path, &status) == 0 else { return }
    // Opening anything but a file might wait for ever.
    guard status.st_mode & S_IFMT == S_IFREG else { throw .taken(path) }
    if status.st_size == 0 { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .refused(path, number: errno) }
    defer { close(descriptor) }
    var start: [UInt8] = [0, 0]
    guard read(descriptor, &start, 2) == 2, start == Array(RecordingHeader.mark.utf8) else {
      throw .taken(path)
    }
  }

  func write(_ text: String) throws(OutputError) {
    guard let draft = draft.withLock(\.self) else { return }
    try DescriptorSink(descriptor: draft.descriptor).write(text)
  }

  func rewrite(_ text: String) throws(OutputError) {
    guard let old = draft.withLock(\.self) else { return }
    let new = try? Draft(beside: target)
    let failure: OutputError?
    do throws(OutputError) {
      guard let new else { throw .failed(errno) }
      try DescriptorSink(descriptor: new.descriptor).write(text)
      failure = nil
    } catch { failure = error }
    // The old file holds the secret: it is emptied even if it was moved, or there is no new one.
    ftruncate(old.descriptor, 0)
    old.discard()
    if failure != nil { new?.discard() }
    draft.withLock { $0 = failure == nil ? new : nil }
    if let failure { throw failure }
  }

  /// Moves the file to its place.
  func keep() throws(Problem) {
    let draft = draft.withLock { draft in
      defer { draft = nil }
      return draft
    }
    guard let draft else { return }
    let isSafe = fsync(draft.descriptor) == 0
    let isClosed = close(draft.descriptor) == 0
    guard isSafe, isClosed, rename(draft.path, target) == 0 else {
      throw .refused(path, number: errno)
    }
  }
}
