import Files
import Services
package import Foundation
package import Synchronization

/// A process that a test starts, with a pipe for each of its standard streams.
///
/// Foundation's `Process` crashes in a process with some 1,300 open files or more, as one that runs
/// tests in parallel has: it copies more of each entry of `/proc/self/fd` than the system has written.
package final class ChildProcess: Sendable {
  /// The system refused to start the process.
  package struct Problem: Error {
    /// The system's number for the reason, see errno(3).
    package let code: Int32
  }

  /// The process's number.
  package let identifier: pid_t
  /// What the process reads; it finds its end when this is closed.
  package let input: FileHandle
  /// What the process prints.
  package let output: FileHandle
  /// What the process reports as errors.
  package let errors: FileHandle
  private let status = Mutex<Int32?>(nil)

  /// Starts a process, with default signals.
  ///
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - environment: its variables; nil for those of this process.
  /// - Throws: ``Problem`` where the system refuses it.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil
  ) throws {
    // One after another: a process that starts meanwhile would keep the ends of these pipes open.
    let (child, pipes) = try Self.starting.withLock { _ in
      let pipes = [Pipe(), Pipe(), Pipe()]
      for pipe in pipes {
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
          _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
      }
      let ends = [pipes[0].fileHandleForReading] + pipes[1...].map(\.fileHandleForWriting)
      // The ends of the process are its own: only so is there an end of what it prints.
      defer { for end in ends { try? end.close() } }
      let child = try Self.spawn(
        [program] + arguments, environment ?? ProcessInfo.processInfo.environment,
        streams: ends.map(\.fileDescriptor))
      return (child, pipes)
    }
    identifier = child
    input = pipes[0].fileHandleForWriting
    output = pipes[1].fileHandleForReading
    errors = pipes[2].fileHandleForReading
  }

  /// Held while a process starts, so that none inherits the pipes of another.
  package static let starting = Mutex(())

  private static func spawn(
    _ words: [String], _ environment: [String: String], streams: [Int32]
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, end) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(stream))
    }
    var arguments = words.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + settings { free(text) } }
    var child: pid_t = 0
    let code = ChildAttributes().use { attributes in
      posix_spawn(&child, words[0], &actions, attributes, &arguments, &settings)
    }
    guard code == 0 else { throw Problem(code: code) }
    return child
  }

  deinit {
    if status.withLock(\.self) == nil {
      send(SIGKILL)
      waitForEnd()
    }
    for handle in [input, output, errors] { try? handle.close() }
  }

  /// Sends a signal.
  package func send(_ signal: Int32) {
    kill(identifier, signal)
  }

  /// Waits for the end of the process on the calling thread.
  ///
  /// - Returns: the exit status, or 128 and the number of the signal that ended the process.
  @discardableResult package func waitForEnd() -> Int32 {
    status.withLock { status in
      if let status { return status }
      var result: Int32 = 0
      while waitpid(identifier, &result, 0) == -1, errno == EINTR {}
      let end = result & 0x7F == 0 ? (result >> 8) & 0xFF : 128 + result & 0x7F
      status = end
      return end
    }
  }

  /// Waits for the end of the process, on a thread that may wait.
  ///
  /// - Returns: the exit status, or 128 and the number of the signal that ended the process.
  @discardableResult package func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      // A queue of its own: the threads of the global one are few, and tasks need them.
      DispatchQueue(label: "blocked").async { [self] in
        continuation.resume(returning: waitForEnd())
      }
    }
  }
}
