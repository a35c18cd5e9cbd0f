#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The costs of one run of a program.
struct ProcessRun {
  /// The time from before the start until the end.
  let milliseconds: Double
  /// The peak resident memory.
  let megabytes: Double
  /// The processor time.
  let processorSeconds: Double
}

/// The reason why a program could not be measured.
enum ProcessFailure: Error, CustomStringConvertible {
  /// It could not be started.
  case notStarted(String, code: Int32)
  /// It did not end by itself with status 0.
  case failed(String, status: Int32)
  /// It printed nothing, so it did not do the measured work.
  case silent(String)

  var description: String {
    switch self {
    case .notStarted(let path, let code): "\(path) was not started: \(text(code))"
    case .failed(let path, let status): "\(path) failed; its wait status is \(status)"
    case .silent(let path): "\(path) printed nothing"
    }
  }

  private func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// A program without input, in a home folder of its own.
struct MeasuredProgram {
  var path: String
  /// The folder for the program's files, so that measuring does not touch a reader's books.
  let home: String
  var arguments: [String] = []
  /// Whether it may refuse its input, with status 1.
  var mayRefuse = false

  private var output: String { "\(home)/output" }

  /// Copies the program, a page at a time.
  ///
  /// How much of a program the system maps beside what it uses depends on the pieces in which its file was
  /// written, and those of the linker differ from build to build.
  ///
  /// - Parameter name: the copy's file name in the home folder.
  func copiedByPages(to name: String) throws(ProcessFailure) -> MeasuredProgram {
    var copy = self
    copy.path = "\(home)/\(name)"
    let source = open(path, O_RDONLY | O_CLOEXEC)
    let target = open(copy.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
    defer {
      close(source)
      close(target)
    }
    guard source >= 0, target >= 0 else { throw .notStarted(copy.path, code: errno) }
    var page = [UInt8](repeating: 0, count: 4096)
    while case let count = read(source, &page, page.count), count > 0 {
      guard write(target, page, count) == count else { throw .notStarted(copy.path, code: errno) }
    }
    return copy
  }

  /// Runs the program to its end.
  func run() throws(ProcessFailure) -> ProcessRun {
    let start = ContinuousClock.now
    let child = try spawn()
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) == -1, errno == EINTR {}
    let time = ContinuousClock.now - start
    guard status == 0 || mayRefuse && status == 1 << 8 else { throw .failed(path, status: status) }
    var written = stat()
    let isSilent = stat(output, &written) != 0 || written.st_size == 0
    guard mayRefuse || !isSilent else { throw .silent(path) }
    #if canImport(Darwin)
      let bytes = Double(usage.ru_maxrss)
    #else
      let bytes = Double(usage.ru_maxrss) * 1024
    #endif
    let seconds = [usage.ru_utime, usage.ru_stime].reduce(0.0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    return ProcessRun(
      milliseconds: time / .milliseconds(1), megabytes: bytes / 1_048_576,
      processorSeconds: seconds)
  }

  private func spawn() throws(ProcessFailure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    if mayRefuse { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var arguments = [strdup(path)] + self.arguments.map { strdup($0) } + [nil]
    let variables = ["HOME=\(home)", "TMPDIR=\(home)", "LANG=C.UTF-8", "TZ=UTC"]
    var environment = variables.map { variable in strdup(variable) } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, path, &actions, nil, &arguments, &environment)
    guard code == 0 else { throw .notStarted(path, code: code) }
    return child
  }
}
