import Files
import Services
package import Foundation
import Synchronization

/// A process that a test starts, with a pipe for each of its standard streams.
///
/// Foundation's `Process` crashes in a process with some 1,300 open files or more, as in parallel
/// tests: it copies more of each entry of `/proc/self/fd` than the system has written.
package final class ChildProcess: Sendable {
  /// The system refused to start the process.
  package struct Problem: Error {
    /// The error number, see errno(3).
    package let code: Int32
  }

  /// The process identifier.
  package let identifier: pid_t
  /// Standard input; closing it ends the process's input.
  package let input: FileHandle
  /// Standard output.
  package let output: FileHandle
  /// Standard error.
  package let errors: FileHandle
  private let end: End

  /// Starts a process, with default signals. From then on a write to a process that has ended is an
  /// error in this process instead of a signal, which would end all tests.
  ///
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - environment: the variables; nil for those of this process.
  /// - Throws: ``Problem`` if the system refuses.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil
  ) throws {
    _ = Self.ignoreClosedPipes
    let (input, output, errors) = (try Self.pipe(), try Self.pipe(), try Self.pipe())
    let ends = [input.reading, output.writing, errors.writing]
    // The process's ends are closed here, or its output would never end.
    defer { for end in ends { try? end.close() } }
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
    let (child, code) = ChildAttributes().start(
      [program] + arguments, variables, streams: ends.map { $0.fileDescriptor })
    guard code == 0 else { throw Problem(code: code) }
    identifier = child
    end = End(of: identifier)
    (self.input, self.output, self.errors) = (input.writing, output.reading, errors.reading)
  }

  private static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
    guard let ends = ChildAttributes.makePipe() else { throw Problem(code: errno) }
    return (
      FileHandle(fileDescriptor: ends.reading, closeOnDealloc: true),
      FileHandle(fileDescriptor: ends.writing, closeOnDealloc: true)
    )
  }

  /// A test that writes to a program that has ended gets an error, and no signal.
  private static let ignoreClosedPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

  deinit {
    send(SIGKILL)
    waitForEnd()
    for handle in [input, output, errors] { try? handle.close() }
  }

  /// Sends a signal; one that has ended gets none.
  package func send(_ signal: Int32) {
    end.send(signal)
  }

  /// Waits for the process on the calling thread.
  ///
  /// - Returns: the exit status, or 128 plus the signal that ended the process.
  @discardableResult package func waitForEnd() -> Int32 {
    end.wait()
  }

  /// Waits for the process without a thread.
  ///
  /// - Returns: the exit status, or 128 plus the signal that ended the process.
  @discardableResult package func end() async -> Int32 {
    await end.status()
  }
}

extension ChildProcess {
  /// The end of a process, whose status a thread takes at once.
  ///
  /// Until the status of an ended process is taken, Swift Testing's thread for exit tests spins: it waits for any
  /// child process, and finds the same one again.
  private final class End: Sendable {
    private let child: pid_t
    private let taken = Mutex<Int32?>(nil)
    private let running = DispatchGroup()

    init(of child: pid_t) {
      self.child = child
      running.enter()
      // A separate queue: the global one has few threads, which tasks need.
      DispatchQueue(label: "end of a process").async { [self] in
        take()
        running.leave()
      }
    }

    private func take() {
      var information = siginfo_t()
      while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
      // From here on another process may have the identifier.
      taken.withLock { status in
        var result: Int32 = 0
        while waitpid(child, &result, 0) == -1, errno == EINTR {}
        status = result & 0x7F == 0 ? (result >> 8) & 0xFF : 128 + result & 0x7F
      }
    }

    func send(_ signal: Int32) {
      taken.withLock { status in
        if status == nil { kill(child, signal) }
      }
    }

    func wait() -> Int32 {
      running.wait()
      return taken.withLock(\.self) ?? 0
    }

    func status() async -> Int32 {
      await withCheckedContinuation { continuation in
        running.notify(queue: .global()) { continuation.resume() }
      }
      return taken.withLock(\.self) ?? 0
    }
  }
}
