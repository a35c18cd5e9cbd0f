import Foundation
import Synchronization

/// Holds a ``LoopbackServer``'s replies until a test lets them go on.
///
/// ```swift
/// let gate = try ServerGate()
/// let held = ServerReply.misbehaving(.connection(.slowBody), pace: .gate(gate))
/// gate.pass(3)
/// gate.open()
/// ```
public final class ServerGate: Sendable {
  /// Readable when a reply may go on.
  let descriptor: Int32
  private let writer: Mutex<Int32?>

  /// Creates a closed gate.
  ///
  /// - Throws: ``SocketProblem`` if the system has no descriptors left.
  public init() throws(SocketProblem) {
    let ends = try LoopbackSocket.makePipe()
    descriptor = ends.read
    writer = Mutex(ends.write)
  }

  deinit {
    open()
    close(descriptor)
  }

  /// Lets replies pass a number of times, 4,096 at most.
  public func pass(_ times: Int = 1) {
    writer.withLock { writer in
      guard let writer, times > 0 else { return }
      let bytes = [UInt8](repeating: 0, count: min(times, 4096))
      _ = write(writer, bytes, bytes.count)
    }
  }

  /// Opens the gate for good.
  public func open() {
    writer.withLock { writer in
      if let end = writer.take() { close(end) }
    }
  }

  /// Uses up one pass.
  ///
  /// - Returns: `false` if there is none yet.
  func isPassed() -> Bool {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) >= 0
  }
}
