import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written under a temporary name and renamed at the end, so that it replaces an
/// earlier recording as a whole or not at all. If the path is a link, its target is replaced.
///
/// Writes are not buffered: a crash leaves `FILE.XXXXXX`, which can be replayed; so does a ``keep()``
/// that fails. Without ``keep()`` the file is deleted at the end.
final class RecordingFile: Sendable {
  /// Why the file can't be written.
  enum Problem: Error, CustomStringConvertible {
    /// A system call failed with this error number.
    case refused(String, number: Int32)
    /// The path has a file that isn't a recording.
    case taken(String)
    /// The app uses this name for its own files.
    case own(String)
    /// The recording is still under its temporary name; after a failed write it may lack its end.
    indirect case notRenamed(Problem, from: String, isWhole: Bool)

    /// The error, in one line.
    var description: String {
      switch self {
      case .refused: "\(reason) Choose another place."
      case .taken, .own: "\(reason) Choose another name."
      case .notRenamed(_, let draft, true): "\(reason) The recording is in “\(draft.plain)”."
      case .notRenamed(_, let draft, false):
        "\(reason) A part of the recording may be in “\(draft.plain)”."
      }
    }

    private var reason: String {
      switch self {
      case .refused(let path, let number):
        "\(path.quoted) can't be written: \(String(cString: strerror(number)))."
      case .taken(let path): "\(path.quoted) isn't a recording and is not replaced."
      case .own(let path): "\(path.quoted) is one of the app's own files."
      case .notRenamed(let problem, _, _): problem.reason
      }
    }
  }

  /// The temporary file.
  private struct Draft {
    var descriptor: Int32
    let path: String

    /// Creates the file, readable by its owner alone.
    init(beside path: String) throws(Problem) {
      var template = Array("\(path).XXXXXX".utf8CString)
      descriptor = mkstemp(&template)
      guard descriptor >= 0 else { throw .refused(path, number: errno) }
      // The umask may have removed the owner's permissions.
      _ = fchmod(descriptor, 0o600)
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
  /// The path, or its target if it is a link.
  private let target: String
  private let draft: Mutex<Draft?>

  /// Creates the temporary file, readable by its owner alone.
  ///
  /// An existing file has to be a recording or empty. It is opened, so no database of the app may
  /// be open yet.
  ///
  /// - Parameter isOwn: whether a path is one of the app's own files.
  init(path: String, isOwn: (String) -> Bool = { _ in false }) throws(Problem) {
    self.path = path
    target = try Self.target(of: path)
    for path in [path, target] where isOwn(path) { throw .own(path) }
    try Self.check(target)
    draft = Mutex(try Draft(beside: target))
  }

  deinit { discard() }

  /// Returns the target of a link, or the path.
  private static func target(of path: String) throws(Problem) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
    guard let resolved = realpath(path, nil) else { throw .refused(path, number: errno) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Throws if the path has a file that a recording must not replace.
  private static func check(_ path: String) throws(Problem) {
    var status = stat()
    // Problems of an unused path appear when the file is created.
    guard lstat(path, &status) == 0 else { return }
    // Opening anything but a regular file might block forever.
    guard status.st_mode & S_IFMT == S_IFREG else { throw .taken(path) }
    if status.st_size == 0 { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .refused(path, number: errno) }
    defer { close(descriptor) }
    // A script of another program begins with #!, too.
    let beginning = Array(RecordingHeader.beginning.utf8)
    var start = [UInt8](repeating: 0, count: beginning.count)
    guard read(descriptor, &start, start.count) == start.count, start == beginning else {
      throw .taken(path)
    }
  }

  func write(_ text: String) throws(OutputError) {
    guard let draft = draft.withLock(\.self) else { return }
    try DescriptorSink(descriptor: draft.descriptor).write(text)
  }

  /// Replaces the whole output by a text; after a failure the output is empty.
  func rewrite(_ text: String) throws(OutputError) {
    guard let old = draft.withLock(\.self) else { return }
    let new = try? Draft(beside: target)
    let failure: OutputError?
    do throws(OutputError) {
      guard let new else { throw .failed(errno) }
      try DescriptorSink(descriptor: new.descriptor).write(text)
      failure = nil
    } catch { failure = error }
    // The old file contains the secret: it is emptied even if it was moved or there is no new one.
    ftruncate(old.descriptor, 0)
    old.discard()
    if failure != nil { new?.discard() }
    draft.withLock { $0 = failure == nil ? new : nil }
    if let failure { throw failure }
  }

  /// Deletes the file, so that an earlier one stays.
  func discard() {
    draft.withLock { draft in
      draft?.discard()
      draft = nil
    }
  }

  /// Renames the file to its path, unless another file is there meanwhile.
  func keep() throws(Problem) {
    let draft = draft.withLock { draft in
      defer { draft = nil }
      return draft
    }
    guard let draft else { return }
    var number: Int32 = 0
    if fsync(draft.descriptor) != 0 { number = errno }
    if close(draft.descriptor) != 0, number == 0 { number = errno }
    guard number == 0 else {
      throw .notRenamed(.refused(path, number: number), from: draft.path, isWhole: false)
    }
    do throws(Problem) {
      try Self.check(target)
      guard rename(draft.path, target) == 0 else { throw .refused(path, number: errno) }
    } catch {
      throw .notRenamed(error, from: draft.path, isWhole: true)
    }
  }
}
