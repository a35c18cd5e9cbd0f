import Terminal
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads lines from a file descriptor on a thread of its own, so that a blocking read does not
/// block tasks.
enum DescriptorReader {
  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - isTerminal: whether reading continues after an end of input, as after Ctrl-D.
  ///   - gate: closed while another program reads.
  static func start(
    _ descriptor: Int32, isTerminal: Bool, gate: ReadingGate = ReadingGate(), into queue: LineQueue
  ) {
    let thread = Thread {
      JobSignals.letThrough { read(descriptor, isTerminal, gate, into: queue) }
    }
    thread.name = "line reader"
    thread.start()
  }

  private static func read(
    _ descriptor: Int32, _ isTerminal: Bool, _ gate: ReadingGate, into queue: LineQueue
  ) {
    var splitter = LineSplitter()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBytes { gate.read(descriptor, into: $0) }
      if count > 0 {
        queue.addWaiting(splitter.lines(of: chunk[..<count]))
        continue
      }
      let number = errno
      if count < 0, number == EINTR { continue }
      // The rest of the last line is missing.
      if count < 0 { return queue.finish(.failed(String(cString: strerror(number)))) }
      if let last = splitter.last() { queue.addWaiting([last]) }
      guard isTerminal else { return queue.finish() }
      queue.addWaiting([.end])
    }
  }
}
