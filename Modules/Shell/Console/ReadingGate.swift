import Dispatch
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lets another program read from the terminal: while the gate is closed, the app reads nothing.
package final class ReadingGate: Sendable {
  private let turn = DispatchSemaphore(value: 1)

  package init() {}

  /// Closes the gate, after the line that is being read.
  func close() { turn.wait() }

  /// Opens the gate.
  func open() { turn.signal() }

  /// Waits until there is something to read and the gate is open, then reads without blocking.
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      guard isReadable(descriptor, timeout: -1) else { continue }
      if TerminalDevice.isAway(descriptor) {
        TerminalDevice.standAside(descriptor)
        continue
      }
      turn.wait()
      defer { turn.signal() }
      // Another program may have read it meanwhile.
      guard isReadable(descriptor, timeout: 0) else { continue }
      #if canImport(Glibc)
        return Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        return Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  private func isReadable(_ descriptor: Int32, timeout: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, timeout) > 0
  }
}
