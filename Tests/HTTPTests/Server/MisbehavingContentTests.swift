import Foundation
import HTTP
import Synchronization
@testable import TestKit
import Testing

@Suite("Misbehaving bodies", .timeLimit(.minutes(60)))
struct MisbehavingContentTests {
  /// Deep ones are for the tests of each decoder: this one may use the stack. Whether control characters are allowed
  /// in a string is up to the decoder, too.
  private static let contents = ContentFault.allCases.filter {
    ![.deepArrays, .deepObjects, .openArrays, .rawControlSequences].contains($0)
  }

  @Test(
    "Of the faulty contents only those that are valid JSON of a search are decoded",
    arguments: contents)
  func content(_ fault: ContentFault) {
    struct Search: Decodable {
      struct Doc: Decodable {
        let key: String
        let title: String
      }
      let numFound: Int
      let docs: [Doc]
    }
    let decodable: Set<ContentFault> = [
      .duplicateKeys, .escapedNul, .controlSequences, .directions, .byteOrderMark, .utf16,
      .longString, .manyBooks, .manyNests, .hostileKeys,
    ]
    let found = try? JSONDecoder().decode(Search.self, from: fault.data)
    #expect((found != nil) == decodable.contains(fault))
  }

  @Test("Deep JSON has 200,000 levels, and is closed unless it is open")
  func depth() {
    for fault in [ContentFault.deepArrays, .deepObjects, .openArrays] {
      let data = fault.data
      let opened = data.count { "[{".utf8.contains($0) }
      let closed = data.count { "]}".utf8.contains($0) }
      #expect(opened >= 200_000)
      #expect(closed == (fault == .openArrays ? 0 : opened))
    }
    #expect(ContentFault.invalidUTF8.data.contains(0xFF))
    #expect(ContentFault.nul.data.contains(0))
    #expect(ContentFault.rawControlSequences.data.contains(0x1B))
    #expect(ContentFault.longString.data.count > 3 << 20)
  }

  @Test("Checksums are those of gzip, also of zeros that are not there")
  func checksum() {
    // The check value of this sum.
    #expect(CRC32.of(Data("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.of(Data()) == 0 && CRC32.ofZeros(0) == 0)
    for count in [1, 2, 255, 1032, 100_001] {
      #expect(CRC32.ofZeros(count) == CRC32.of(Data(count: count)))
    }
  }

  @Test("A gzip reader returns the data as written", arguments: [0, 1, 65_535, 65_536, 200_000])
  func stored(_ size: Int) async throws {
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let read = try await gunzip(Gzip.data(data), upTo: size + 1)
    #expect(read.data == data && read.isComplete)
  }

  @Test("Zeros become as many zeros, and the bomb more than 1 GB out of 1 MB")
  func zeros() async throws {
    for units in [0, 1, 1000] {
      let file = Gzip.zeros(units)
      let whole = file.head + Data(count: file.count) + file.tail
      let read = try await gunzip(whole, upTo: 2 << 20)
      #expect(read.isComplete && read.data.allSatisfy { $0 == 0 })
      #expect(read.data.count >= units * 1032 && read.data.count < units * 1032 + 2000)
    }
    let received = try await withServer { _ in
      .misbehaving(.coding(.bomb))
    } run: { server in
      let length = Mutex(Int.max)
      let client = try RawClient(to: server.port)
      client.get()
      return await client.read { data in
        let text = String(decoding: data.prefix(200), as: UTF8.self)
        if let match = text.firstMatch(of: /Content-Length: (\d+)/),
          let end = text.range(of: "\r\n\r\n")
        {
          length.withLock { $0 = (Int(match.output.1) ?? 0) + text[..<end.upperBound].utf8.count }
        }
        return data.count >= length.withLock(\.self)
      }
    }
    let file = received.body
    #expect(file.count > 1_000_000 && file.count < 1_100_000)
    // The last four bytes are the size, modulo 2^32 (RFC 1952, section 2.3.1).
    let size = file.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(size >= CodingFault.bombSize && size < CodingFault.bombSize + 4096)
    #expect(try await gunzip(file, upTo: 4 << 20).data.count > 1 << 20)
  }

  @Test(
    "A gzip reader refuses every faulty body of gzip",
    arguments: [
      .plainAsGzip, .truncatedGzip, .gzipWithoutTrailer, .wrongChecksum, .wrongSize, .damagedGzip,
      .reservedBlock, .closesInGzip,
    ] as [CodingFault])
  func bad(_ fault: CodingFault) async throws {
    let body = try await body(of: fault)
    #expect(try await !gunzip(body, upTo: 1 << 20).isComplete)
  }

  @Test("A gzip file in a gzip file is complete, and so is the inner one")
  func twice() async throws {
    let outer = try await gunzip(body(of: .gzipTwice), upTo: 1 << 20)
    let inner = try await gunzip(outer.data, upTo: 1 << 20)
    #expect(outer.isComplete && inner.isComplete)
    #expect(inner.data == Data(ServerReply.sample.utf8))
  }

  /// Returns the body of a reply with a fault.
  private func body(of fault: CodingFault) async throws -> Data {
    try await withServer { _ in
      .misbehaving(.coding(fault))
    } run: { server in
      try await server.receive().body
    }
  }

  /// Decompresses by the system's gzip.
  private func gunzip(_ file: Data, upTo limit: Int) async throws -> (data: Data, isComplete: Bool)
  {
    let folder = try TemporaryFolder()
    try file.write(to: URL(filePath: folder.file("a.gz")))
    let process = try ChildProcess("/bin/sh", ["-c", "gzip -dc '\(folder.file("a.gz"))'"])
    var data = Data()
    while data.count < limit, case let piece = process.output.nextBytes(), !piece.isEmpty {
      data += piece
    }
    if data.count >= limit { process.send(SIGKILL) }
    return (data, await process.end() == 0)
  }
}
