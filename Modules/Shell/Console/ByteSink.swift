import Synchronization

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
    var text = text
    if let failure = text.withUTF8({ write(UnsafeRawBufferPointer($0)) }) { throw failure }
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    if let failure = bytes.withUnsafeBytes(write) { throw failure }
  }

  var isOpen: Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) <= 0 || state.revents & Int16(POLLERR | POLLHUP) == 0
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> OutputError? {
    var rest = bytes
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      #else
        let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
      #endif
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wanted, 1, -1)
      } else if errno != EINTR {
        return errno == EPIPE ? .closed : .failed(errno)
      }
    }
    return nil
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
