import Synchronization
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A destination for output.
package protocol ByteSink: Sendable {
  /// Writes the whole text, or throws.
  func write(_ text: String) throws(OutputError)
  /// Writes all bytes, which may not be text, or throws.
  func write(_ bytes: [UInt8]) throws(OutputError)
  /// Whether what is written can still be read; false once the other end of a pipe is closed.
  var isOpen: Bool { get }
}

extension ByteSink {
  /// Whether what is written can still be read, as memory and files can.
  package var isOpen: Bool { true }

  /// Writes bytes as text.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try write(String(decoding: bytes, as: UTF8.self))
  }
}

/// Why output could not be written.
package enum OutputError: Error, Hashable, Sendable {
  /// The other end of the pipe is closed.
  case closed
  /// The system call failed with this error number.
  case failed(Int32)

  /// The error number, see errno(3).
  var number: Int32 {
    switch self {
    case .closed: EPIPE
    case .failed(let number): number
    }
  }
}

/// Writes to a file descriptor without buffering, so that a crash loses nothing.
struct DescriptorSink: ByteSink {
  let descriptor: Int32

  func write(_ text: String) throws(OutputError) {
    try check(DescriptorWriting.write(text, to: descriptor))
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    try check(bytes.withUnsafeBytes { DescriptorWriting.write($0, to: descriptor) })
  }

  var isOpen: Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) <= 0 || state.revents & Int16(POLLERR | POLLHUP) == 0
  }

  private func check(_ problem: Int32?) throws(OutputError) {
    guard let problem else { return }
    throw problem == EPIPE ? OutputError.closed : OutputError.failed(problem)
  }
}

/// Collects output in memory.
package final class MemorySink: ByteSink {
  private let storage = Mutex("")

  package init() {}

  /// The whole output.
  package var text: String { storage.withLock { $0 } }

  package func write(_ text: String) throws(OutputError) {
    storage.withLock { $0 += text }
  }
}
