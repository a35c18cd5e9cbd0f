import Foundation
import HTTP

/// A body that can't be decompressed (RFC 9110, section 8.4).
public enum CodingFault: String, Hashable, Sendable, CaseIterable {
  /// JSON that is called gzip.
  case plainAsGzip
  /// A gzip file that ends in the middle, in a complete body.
  case truncatedGzip
  /// A gzip file without its checksum.
  case gzipWithoutTrailer
  /// A gzip file with a wrong checksum.
  case wrongChecksum
  /// A gzip file with a wrong size.
  case wrongSize
  /// A gzip file whose data is damaged.
  case damagedGzip
  /// A gzip file with a block of the reserved type.
  case reservedBlock
  /// A gzip file and other bytes after it.
  case bytesAfterGzip
  /// An empty body that is called gzip.
  case emptyGzip
  /// A gzip file of 1 MB that expands to more than 1 GB.
  case bomb
  /// A gzip file that never ends, of zeros.
  case endlessGzip
  /// A gzip file in a gzip file, with both codings named.
  case gzipTwice
  /// 100 codings.
  case manyCodings
  /// A coding that is not known.
  case unknownCoding
  /// JSON that is called deflate.
  case plainAsDeflate
  /// JSON that is called br.
  case plainAsBrotli
  /// JSON that is called zstd.
  case plainAsZstandard
  /// The body is called gzip, and the connection is closed in the middle.
  case closesInGzip

  /// The outcome for a client.
  public var outcome: Misbehaviour.Outcome {
    switch self {
    case .gzipTwice, .bytesAfterGzip, .emptyGzip, .unknownCoding, .manyCodings, .wrongSize,
      .gzipWithoutTrailer, .plainAsBrotli, .plainAsZstandard:
      .either
    case .bomb, .endlessGzip: .limit
    default: .error
    }
  }

  /// How many bytes ``bomb`` expands to, at least.
  public static let bombSize = 1 << 30

  var reply: ServerReply {
    let plain = Data(ServerReply.sample.utf8)
    let file = Gzip.data(plain)
    return switch self {
    case .plainAsGzip: Self.coded("gzip", plain)
    case .truncatedGzip: Self.coded("gzip", file.prefix(file.count / 2))
    case .gzipWithoutTrailer: Self.coded("gzip", file.dropLast(8))
    case .wrongChecksum:
      Self.coded("gzip", file.dropLast(8) + Data(repeating: 7, count: 4) + file.suffix(4))
    case .wrongSize: Self.coded("gzip", file.dropLast(4) + Data(repeating: 7, count: 4))
    // The block's size and its complement differ (RFC 1951, section 3.2.4).
    case .damagedGzip:
      Self.coded("gzip", file.prefix(11) + Data([1, 2, 3, 4]) + file.dropFirst(15))
    case .reservedBlock: Self.coded("gzip", Gzip.header + Data([7, 0, 0, 0]) + file.dropFirst(14))
    case .bytesAfterGzip: Self.coded("gzip", file + Data("more".utf8))
    case .emptyGzip: Self.coded("gzip", Data())
    case .bomb: Self.zeros(Gzip.zeros(Self.bombSize / 1032 + 1))
    case .endlessGzip:
      .wire([
        .send(ServerReply.sampleHead("Content-Encoding: gzip\r\n")),
        .send(Gzip.zeros(0).head), .sendForever(Data(count: 1 << 16)),
      ])
    case .gzipTwice: Self.coded("gzip, gzip", Gzip.data(file))
    case .manyCodings:
      Self.coded([String](repeating: "gzip", count: 100).joined(separator: ", "), file)
    case .unknownCoding: Self.coded("x-secret", plain)
    case .plainAsDeflate: Self.coded("deflate", plain)
    case .plainAsBrotli: Self.coded("br", plain)
    case .plainAsZstandard: Self.coded("zstd", plain)
    case .closesInGzip:
      .raw(
        Data(
          ServerReply.sampleHead(
            "Content-Encoding: gzip\r\nContent-Length: \(file.count)\r\n"
          ).utf8) + file.prefix(file.count / 2))
    }
  }

  private static func coded(_ coding: String, _ data: Data) -> ServerReply {
    ServerReply(
      fields: [.contentType: "application/json", .contentEncoding: coding],
      body: .data(data))
  }

  private static func zeros(_ file: (head: Data, count: Int, tail: Data)) -> ServerReply {
    let size = file.head.count + file.count + file.tail.count
    let fields = "Content-Encoding: gzip\r\nContent-Length: \(size)\r\n"
    return .wire([
      .send(ServerReply.sampleHead(fields)), .send(file.head),
      .sendRepeatedly(Data(count: 1 << 12), times: file.count >> 12),
      .send(Data(count: file.count & 0xFFF)), .send(file.tail),
    ])
  }
}
