public import Foundation

/// One thing that a ``LoopbackServer`` does on a connection to answer a request.
public enum WireStep: Sendable {
  /// Sends bytes.
  case send(Data)
  /// Sends bytes again and again.
  case sendRepeatedly(Data, times: Int)
  /// Sends bytes again and again until the client closes the connection.
  case sendForever(Data)
  /// Sends each byte after a wait.
  case sendSlowly(Data, ServerPace)
  /// Waits.
  case wait(ServerPace)
  /// Sends nothing more, and leaves the connection open until the client closes it.
  case silence
  /// Ends the connection in order: the client receives all bytes, then the end.
  case close
  /// Ends the connection by a reset.
  case reset

  /// Sends a text.
  public static func send(_ text: String) -> Self { .send(Data(text.utf8)) }
}

/// How long a ``LoopbackServer`` waits.
public enum ServerPace: Sendable {
  /// Until the gate lets it pass once.
  case gate(ServerGate)
  /// For a time.
  case interval(Duration)
}

extension ServerStream {
  /// Does one step.
  ///
  /// - Returns: `false` if the connection ends in order.
  func perform(_ step: WireStep) throws(End) -> Bool {
    switch step {
    case .send(let data): try write(data)
    case .sendRepeatedly(let data, let times): for _ in 0..<max(0, times) { try write(data) }
    case .sendForever(let data): while !data.isEmpty { try write(data) }
    case .sendSlowly(let data, let pace):
      for byte in data {
        try wait(pace)
        try write(Data([byte]))
      }
    case .wait(let pace): try wait(pace)
    case .silence: try waitForEnd()
    case .close: return false
    case .reset:
      LoopbackSocket.resetsAtClose(descriptor)
      throw .closed
    }
    return true
  }

  private func wait(_ pace: ServerPace) throws(End) {
    switch pace {
    case .gate(let gate): try pass(gate)
    case .interval(let duration): try pause(for: duration)
    }
  }
}
