import Foundation

/// A body with a wrong length or wrong chunks (RFC 9112, sections 6 and 7).
public enum FramingFault: String, Hashable, Sendable, CaseIterable {
  /// A body shorter than its `Content-Length`.
  case shortBody
  /// A body longer than its `Content-Length`.
  case longBody
  /// A body without a length that never ends.
  case endlessBody
  /// Two `Content-Length` fields that differ.
  case differingLengths
  /// One `Content-Length` field with two values that differ.
  case differingLengthsInOneField
  /// Two equal `Content-Length` fields.
  case equalLengths
  /// A `Content-Length` with a plus.
  case signedLength
  /// A `Content-Length` below 0.
  case negativeLength
  /// A `Content-Length` of 40 digits.
  case overflowingLength
  /// A `Content-Length` of 2^63 - 1, and a short body.
  case hugeLength
  /// A hexadecimal `Content-Length`.
  case hexadecimalLength
  /// A word as `Content-Length`.
  case textAsLength
  /// An empty `Content-Length`.
  case emptyLength
  /// A `Content-Length` and chunks.
  case lengthAndChunks
  /// A `Transfer-Encoding` that is not known.
  case unknownTransferCoding
  /// Chunked twice.
  case chunkedTwice
  /// A `Transfer-Encoding` whose last is not `chunked`.
  case chunkedNotLast
  /// A chunk size that is not a number.
  case textAsChunkSize
  /// An empty chunk size.
  case emptyChunkSize
  /// A chunk size below 0.
  case negativeChunkSize
  /// A chunk size that begins with `0x`.
  case prefixedChunkSize
  /// A chunk size of 2^64 - 1.
  case hugeChunkSize
  /// A chunk size of 40 digits.
  case overflowingChunkSize
  /// A chunk longer than its size.
  case longChunk
  /// The connection is closed in a chunk.
  case shortChunk
  /// The connection is closed where the next chunk would begin.
  case missingLastChunk
  /// The connection is closed after the last chunk, without the empty line.
  case missingLastLine
  /// A chunk extension that never ends.
  case endlessChunkExtension
  /// Chunks that never end.
  case endlessChunks
  /// Fields after the last chunk that never end.
  case endlessTrailers
  /// A complete body in chunks of one byte with extensions.
  case tinyChunks

  /// The outcome for a client.
  public var outcome: Misbehaviour.Outcome {
    switch self {
    case .longBody, .tinyChunks: .response
    case .equalLengths, .lengthAndChunks, .chunkedNotLast, .missingLastLine: .either
    case .endlessBody, .endlessChunkExtension, .endlessChunks, .endlessTrailers: .limit
    case .unknownTransferCoding, .chunkedTwice: .either
    // An invalid length is an unrecoverable error (RFC 9112, section 6.3), also where the body could be
    // read up to the end of the connection.
    default: .error
    }
  }

  var reply: ServerReply {
    let body = ServerReply.sample
    let size = body.utf8.count
    let hex = String(size, radix: 16)
    let whole = "\(hex)\r\n\(body)\r\n"
    return switch self {
    case .shortBody: Self.length("\(size + 100)")
    case .longBody:
      .raw(ServerReply.sampleHeadWithLength() + body + "more than announced", then: .silence)
    case .endlessBody:
      .wire([.send(ServerReply.sampleHead()), .sendForever(Data(repeating: 32, count: 1 << 16))])
    case .differingLengths: Self.length("\(size)\r\nContent-Length: 7")
    case .differingLengthsInOneField: Self.length("\(size), 7")
    case .equalLengths: Self.length("\(size)\r\nContent-Length: \(size)")
    case .signedLength: Self.length("+\(size)")
    case .negativeLength: Self.length("-\(size)")
    case .overflowingLength: Self.length(String(repeating: "9", count: 40))
    case .hugeLength: Self.length("\(Int.max)")
    case .hexadecimalLength: Self.length("0x\(hex)")
    case .textAsLength: Self.length("many")
    case .emptyLength: Self.length("")
    case .lengthAndChunks: Self.chunked(whole + "0\r\n\r\n", field: "Content-Length: 7\r\n")
    case .unknownTransferCoding: Self.coded("secret", body)
    case .chunkedTwice: Self.coded("chunked, chunked", whole + "0\r\n\r\n")
    case .chunkedNotLast: Self.coded("chunked, identity", whole + "0\r\n\r\n")
    case .textAsChunkSize: Self.chunked("many\r\n\(body)\r\n0\r\n\r\n")
    case .emptyChunkSize: Self.chunked("\r\n\(body)\r\n0\r\n\r\n")
    case .negativeChunkSize: Self.chunked("-\(whole)0\r\n\r\n")
    case .prefixedChunkSize: Self.chunked("0x\(whole)0\r\n\r\n")
    case .hugeChunkSize: Self.chunked("FFFFFFFFFFFFFFFF\r\n\(body)")
    case .overflowingChunkSize: Self.chunked(String(repeating: "F", count: 40) + "\r\n\(body)")
    case .longChunk: Self.chunked("5\r\n\(body)\r\n0\r\n\r\n")
    case .shortChunk: Self.chunked("\(hex)\r\n\(body.prefix(20))")
    case .missingLastChunk: Self.chunked(whole)
    case .missingLastLine: Self.chunked(whole + "0\r\n")
    case .endlessChunkExtension: Self.endless("1;", "extension=1;")
    case .endlessChunks: Self.endless("", "5\r\n     \r\n")
    case .endlessTrailers: Self.endless(whole + "0\r\n", "X-Trailer: 1\r\n")
    case .tinyChunks:
      Self.chunked(body.map { "1;why=not\r\n\($0)\r\n" }.joined() + "0\r\n\r\n")
    }
  }

  private static func length(_ length: String) -> ServerReply {
    .raw(ServerReply.sampleHead("Content-Length: \(length)\r\n") + ServerReply.sample)
  }

  private static func coded(_ coding: String, _ body: String) -> ServerReply {
    .raw(ServerReply.sampleHead("Transfer-Encoding: \(coding)\r\n") + body)
  }

  private static func chunked(_ body: String, field: String = "") -> ServerReply {
    .raw(ServerReply.sampleHead("\(field)Transfer-Encoding: chunked\r\n") + body)
  }

  private static func endless(_ beginning: String, _ unit: String) -> ServerReply {
    .wire([
      .send(ServerReply.sampleHead("Transfer-Encoding: chunked\r\n") + beginning),
      .sendForever(Data(String(repeating: unit, count: 4096).utf8)),
    ])
  }
}
