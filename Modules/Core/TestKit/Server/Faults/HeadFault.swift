import Foundation

/// Header fields that are malformed or too many (RFC 9112, section 5).
public enum HeadFault: String, Hashable, Sendable, CaseIterable {
  /// A field of 1 MB.
  case longField
  /// 1 MB in 16 fields.
  case longHeader
  /// 20,000 fields.
  case manyFields
  /// Fields that never end.
  case endlessFields
  /// A field that never ends.
  case endlessField
  /// A NUL in a value.
  case nulInValue
  /// A NUL in a name.
  case nulInName
  /// A CR without LF in a value.
  case bareCR
  /// Lines that end with LF alone.
  case bareLF
  /// A value that goes on in the next line, as formerly allowed.
  case foldedValue
  /// White space before the first field.
  case foldedFirstField
  /// Control sequences of terminals in a value.
  case controlSequence
  /// A DEL in a value.
  case delete
  /// ISO 8859-1 in a value.
  case latin1
  /// Bytes in a value that are not UTF-8.
  case invalidUTF8
  /// UTF-8 in a name.
  case nonASCIIName
  /// A space between name and colon.
  case spaceBeforeColon
  /// A line without a colon.
  case noColon
  /// A field without a name.
  case emptyName
  /// A name of 64 KB.
  case longName
  /// 1,000 cookies.
  case manyCookies
  /// Two fields of type HTML and JSON.
  case differingTypes

  /// The outcome for a client.
  public var outcome: Misbehaviour.Outcome {
    switch self {
    case .latin1, .invalidUTF8, .differingTypes: .response
    case .endlessFields, .endlessField: .limit
    case .longField, .longHeader, .manyFields: .limit
    default: .either
    }
  }

  var reply: ServerReply {
    switch self {
    case .longField: Self.field("X-Long: " + String(repeating: "a", count: 1 << 20))
    case .longHeader:
      Self.field(
        (0..<16).map { "X-Long-\($0): " + String(repeating: "a", count: 1 << 16) }
          .joined(separator: "\r\n"))
    case .manyFields: Self.field((0..<20_000).map { "X-\($0): a" }.joined(separator: "\r\n"))
    case .endlessFields: Self.endless("", String(repeating: "X-A: a\r\n", count: 8192))
    case .endlessField: Self.endless("X-A: ", String(repeating: "a", count: 1 << 16))
    case .nulInValue: Self.field("X-A: a\u{0}b")
    case .nulInName: Self.field("X-\u{0}A: a")
    case .bareCR: Self.field("X-A: a\rX-B: b")
    case .bareLF:
      .raw(
        ServerReply.sampleHeadWithLength("Connection: close\r\n")
          .replacing("\r\n", with: "\n") + ServerReply.sample)
    case .foldedValue: Self.field("X-A: a\r\n  b\r\n\tc")
    case .foldedFirstField:
      .raw("HTTP/1.1 200 OK\r\n folded\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
    case .controlSequence: Self.field("X-A: \u{1B}[2J\u{1B}]0;title\u{7}")
    case .delete: Self.field("X-A: a\u{7F}b")
    case .latin1: Self.field(Data("X-A: caf".utf8) + Data([0xE9]))
    case .invalidUTF8: Self.field(Data("X-A: ".utf8) + Data([0xC3, 0x28, 0xFF, 0xED, 0xA0, 0x80]))
    case .nonASCIIName: Self.field("X-Ä: a")
    case .spaceBeforeColon: Self.field("X-A : a")
    case .noColon: Self.field("What is this")
    case .emptyName: Self.field(": a")
    case .longName: Self.field("X-" + String(repeating: "a", count: 1 << 16) + ": a")
    case .manyCookies:
      Self.field((0..<1000).map { "Set-Cookie: a\($0)=b" }.joined(separator: "\r\n"))
    case .differingTypes: Self.field("Content-Type: text/html")
    }
  }

  private static func field(_ line: String) -> ServerReply { field(Data(line.utf8)) }

  /// A complete answer with one more line in its header.
  private static func field(_ line: Data) -> ServerReply {
    // Without the empty line: CR and LF are one character.
    let head = ServerReply.sampleHeadWithLength("Connection: close\r\n").dropLast()
    return .raw(Data(head.utf8) + line + Data("\r\n\r\n\(ServerReply.sample)".utf8))
  }

  private static func endless(_ beginning: String, _ unit: String) -> ServerReply {
    .wire([.send("HTTP/1.1 200 OK\r\n\(beginning)"), .sendForever(Data(unit.utf8))])
  }
}
