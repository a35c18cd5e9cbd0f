import Foundation

/// A connection that ends, breaks or goes silent. Of some answers there is a beginning.
public enum ConnectionFault: String, Hashable, Sendable, CaseIterable {
  /// Closed without a byte.
  case closesAtOnce
  /// Closed in the status line.
  case closesInStatusLine
  /// Closed in the header.
  case closesInHeader
  /// Reset without a byte.
  case resetsBeforeHeader
  /// Reset in the header.
  case resetsInHeader
  /// Reset after a header that announces a body.
  case resetsAfterHeader
  /// Reset in a body with a length.
  case resetsInBody
  /// Reset in a body in chunks.
  case resetsInChunks
  /// Reset where the end of the connection would end the body: it is incomplete.
  case resetsInBodyUntilClose
  /// No byte after the request.
  case silentFromTheStart
  /// Silent in the header.
  case silentInHeader
  /// Silent after a header that announces a body.
  case silentAfterHeader
  /// Silent in the body.
  case silentInBody
  /// A complete answer, each byte after a wait.
  case slow
  /// A complete answer, each byte of the body after a wait.
  case slowBody
  /// A complete answer; then the connection is closed, which no field announces.
  case closesAfterAnswer
  /// A complete answer; then the connection is reset.
  case resetsAfterAnswer
  /// A complete answer, and bytes of nothing after it.
  case sendsMoreAfterAnswer
  /// Two complete answers, of which the second belongs to no request.
  case answersTwice

  /// The outcome for a client.
  public var outcome: Misbehaviour.Outcome {
    switch self {
    case .silentFromTheStart, .silentInHeader, .silentAfterHeader, .silentInBody: .timeout
    case .slow, .slowBody, .closesAfterAnswer, .sendsMoreAfterAnswer, .answersTwice: .response
    // The reset may arrive before the answer was read.
    case .resetsAfterAnswer: .either
    default: .error
    }
  }

  func steps(_ pace: ServerPace) -> [WireStep] {
    let head = ServerReply.sampleHeadWithLength()
    let body = ServerReply.sample
    let answer = Data((head + body).utf8)
    let half = String(body.prefix(20))
    return switch self {
    case .closesAtOnce: [.close]
    case .closesInStatusLine: [.send("HTTP/1.1 20"), .close]
    case .closesInHeader: [.send(String(head.dropLast(12))), .close]
    case .resetsBeforeHeader: [.reset]
    case .resetsInHeader: [.send(String(head.dropLast(12))), .reset]
    case .resetsAfterHeader: [.send(head), .reset]
    case .resetsInBody: [.send(head + half), .reset]
    case .resetsInChunks:
      [
        .send(ServerReply.sampleHead("Transfer-Encoding: chunked\r\n")),
        .send(ServerReply.chunk(Data(half.utf8))), .reset,
      ]
    case .resetsInBodyUntilClose:
      [.send(ServerReply.sampleHead("Connection: close\r\n") + half), .reset]
    case .silentFromTheStart: [.silence]
    case .silentInHeader: [.send(String(head.dropLast(12))), .silence]
    case .silentAfterHeader: [.send(head), .silence]
    case .silentInBody: [.send(head + half), .silence]
    case .slow: [.sendSlowly(answer, pace)]
    case .slowBody: [.send(head), .sendSlowly(Data(body.utf8), pace)]
    case .closesAfterAnswer: [.send(answer), .close]
    case .resetsAfterAnswer: [.send(answer), .reset]
    case .sendsMoreAfterAnswer: [.send(answer + Data("\u{0}\u{1B}[2Jmore".utf8)), .silence]
    case .answersTwice: [.send(answer + answer)]
    }
  }
}
