import Foundation

/// An answer that does not begin with a status line of HTTP/1.1 (RFC 9112, section 4).
public enum StatusLineFault: String, Hashable, Sendable, CaseIterable {
  /// A body without any head, as HTTP/0.9 had it.
  case noHead
  /// An empty status line.
  case empty
  /// No status.
  case noStatus
  /// No version.
  case noVersion
  /// A status of two digits.
  case twoDigits
  /// A status of four digits.
  case fourDigits
  /// Letters as status.
  case letters
  /// A status below 0.
  case negative
  /// The status 000.
  case zero
  /// The version in lower case.
  case lowerCase
  /// Version 9.9.
  case unknownVersion
  /// Version 1.10.
  case longVersion
  /// Another protocol's name.
  case icy
  /// No reason and no space before it, which is common.
  case noReason
  /// Tabs instead of spaces.
  case tabs
  /// White space before the version.
  case indented
  /// A reason of 1 MB.
  case longReason
  /// Control characters in the reason.
  case controlCharacters
  /// A line that never ends.
  case endless
  /// The frames of an HTTP/2 server.
  case http2
  /// The preface of an HTTP/2 client.
  case http2Preface
  /// The alert of a TLS server.
  case tlsAlert
  /// The greeting of a mail server.
  case smtp
  /// Random bytes.
  case noise
  /// 101, although the client did not ask for another protocol.
  case switchingProtocols
  /// A response with status 100, and then the end.
  case onlyContinue
  /// 1,000 responses with status 103 before the final one.
  case manyInterim
  /// Responses with status 100 that never end.
  case endlessInterim

  /// The outcome for a client.
  public var outcome: Misbehaviour.Outcome {
    switch self {
    case .noReason: .response
    case .endless, .endlessInterim: .limit
    case .onlyContinue, .http2, .http2Preface, .tlsAlert, .smtp, .noise, .letters, .noStatus,
      .noVersion:
      .error
    default: .either
    }
  }

  var reply: ServerReply {
    switch self {
    case .noHead: .raw("<html><body>Hello</body></html>\n")
    case .empty: Self.line("")
    case .noStatus: Self.line("HTTP/1.1")
    case .noVersion: Self.line("200 OK")
    case .twoDigits: Self.line("HTTP/1.1 20 OK")
    case .fourDigits: Self.line("HTTP/1.1 2000 OK")
    case .letters: Self.line("HTTP/1.1 2xx OK")
    case .negative: Self.line("HTTP/1.1 -200 OK")
    case .zero: Self.line("HTTP/1.1 000 OK")
    case .lowerCase: Self.line("http/1.1 200 OK")
    case .unknownVersion: Self.line("HTTP/9.9 200 OK")
    case .longVersion: Self.line("HTTP/1.10 200 OK")
    case .icy: Self.line("ICY 200 OK")
    case .noReason: Self.line("HTTP/1.1 200")
    case .tabs: Self.line("HTTP/1.1\t200\tOK")
    case .indented: Self.line("  HTTP/1.1 200 OK")
    case .longReason: Self.line("HTTP/1.1 200 " + String(repeating: "O", count: 1 << 20))
    case .controlCharacters: Self.line("HTTP/1.1 200 \u{1B}[2J\u{8}OK")
    case .endless:
      .wire([.send("HTTP/1.1 200 "), .sendForever(Data(repeating: 79, count: 1 << 16))])
    // Empty SETTINGS and GOAWAY (RFC 9113, sections 6.5 and 6.8).
    case .http2:
      .raw(Data([0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 8, 7] + [UInt8](repeating: 0, count: 13)))
    case .http2Preface: .raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    // A fatal alert, unexpected_message (RFC 8446, section 6).
    case .tlsAlert: .raw(Data([0x15, 3, 3, 0, 2, 2, 10]))
    case .smtp: .raw("220 mail.example ESMTP\r\n500 5.5.1 Unknown command\r\n")
    case .noise: .raw(Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 7) }))
    case .switchingProtocols:
      .raw("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nhello")
    case .onlyContinue: .raw("HTTP/1.1 100 Continue\r\n\r\n")
    case .manyInterim:
      .wire([
        .send(String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 1000)),
        .send(ServerReply.sampleHeadWithLength() + ServerReply.sample),
      ])
    case .endlessInterim:
      .wire([
        .sendForever(Data(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 2000).utf8))
      ])
    }
  }

  private static func line(_ line: String) -> ServerReply {
    let head = ServerReply.sampleHeadWithLength("Connection: close\r\n")
    let fields = head.range(of: "\r\n").map { head[$0.upperBound...] } ?? ""
    return .raw("\(line)\r\n\(fields)\(ServerReply.sample)")
  }
}
