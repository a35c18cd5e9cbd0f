import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("Content codings of libcurl")
struct CurlCodingTests {
  private static let text = String(repeating: "book ", count: 20) + "and a library"

  /// The text in each coding that not every libcurl has: by Node's zlib (RFC 7932), and by zstd (RFC 8878).
  private static let samples: [(coding: String, part: String, bytes: [UInt8])] = [
    (
      "br", "brotli/",
      [
        0x1B, 0x70, 0x00, 0xF8, 0xA5, 0x41, 0xC4, 0xD6, 0xDE, 0xE4, 0x21, 0x8D, 0xA0, 0x96, 0x05,
        0x74, 0xC2, 0xD2, 0xD9, 0x0F, 0xEE, 0x6A, 0x14,
      ]
    ),
    (
      "zstd", "zstd/",
      [
        0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x71, 0xCD, 0x00, 0x00, 0x90, 0x62, 0x6F, 0x6F, 0x6B, 0x20,
        0x61, 0x6E, 0x64, 0x20, 0x61, 0x20, 0x6C, 0x69, 0x62, 0x72, 0x61, 0x72, 0x79, 0x01, 0x00,
        0x8C, 0xA9, 0x68, 0x01,
      ]
    ),
  ]

  /// The parts of the machine's libcurl, such as `libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13 brotli/1.0.9`.
  private static let parts: String = {
    #if canImport(Darwin)
      let name = "libcurl.4.dylib"
    #else
      let name = "libcurl.so.4"
    #endif
    typealias Version = @convention(c) () -> UnsafePointer<CChar>?
    guard let library = dlopen(name, RTLD_NOW), let symbol = dlsym(library, "curl_version"),
      let version = unsafeBitCast(symbol, to: Version.self)()
    else { return "" }
    return String(cString: version)
  }()

  /// The codings that this libcurl lacks.
  private static let missing = samples.filter { !parts.contains($0.part) }.map(\.coding)

  private let client = PatientClient()

  @Test("A request asks for gzip, and for each other coding that this libcurl decodes")
  func asked() async throws {
    try #require(Self.parts.hasPrefix("libcurl/"))
    try await withServer { _ in
      ServerReply(body: "x")
    } run: { server in
      _ = try await client.send(HTTPRequest(url: server.url()))
      let value = try await server.request(1).fields[.acceptEncoding] ?? ""
      let codings = Set(value.replacing(" ", with: "").split(separator: ",").map(String.init))
      let others = Self.samples.filter { Self.parts.contains($0.part) }.map { $0.coding }
      #expect(codings.isSuperset(of: ["gzip"] + others), "\(value)")
      #expect(codings.isSubset(of: ["deflate", "gzip"] + others), "\(value)")
    }
  }

  @Test("A body in brotli or Zstandard is decoded, up to the limit for what is decoded")
  func decoded() async throws {
    for sample in Self.samples where Self.parts.contains(sample.part) {
      try await withServer { _ in
        ServerReply(fields: [.contentEncoding: sample.coding], body: .data(Data(sample.bytes)))
      } run: { server in
        var options = HTTPOptions()
        options.maximumBodySize = Self.text.utf8.count
        let answer = try await client.send(HTTPRequest(url: server.url()), options: options)
        #expect(answer.response.headerFields[.contentEncoding] == nil, "\(sample.coding)")
        let body = try await answer.body.collect(upTo: 1000)
        #expect(body == Data(Self.text.utf8), "\(sample.coding)")
        options.maximumBodySize -= 1
        await #expect(throws: HTTPError.tooLarge(limit: options.maximumBodySize)) {
          try await client.send(HTTPRequest(url: server.url()), options: options).body
            .collect(upTo: 1000)
        }
      }
    }
  }

  @Test(
    "A body in a coding that libcurl does not know is asked for again, and passed on as it is",
    arguments: ["x-secret", "GZIP, x-secret", "aes128gcm"] + missing)
  func unknown(_ coding: String) async throws {
    try await withServer { _ in
      ServerReply(fields: [.contentEncoding: coding], body: "secret")
    } run: { server in
      let answer = try await client.send(HTTPRequest(url: server.url()))
      #expect(answer.response.headerFields[.contentEncoding] == coding)
      #expect(answer.response.headerFields[.contentLength] == "6" && !answer.response.isDecoded)
      #expect(try await answer.body.collect(upTo: 10) == Data("secret".utf8))
      #expect(!(try await server.request(2).fields.contains(.acceptEncoding)))
      // A change is not sent again, and its answer has no readable body.
      let changed = try await client.send(HTTPRequest(method: .delete, url: server.url()))
      await #expect(throws: HTTPError.self) { try await changed.body.collect(upTo: 10) }
      #expect(server.requests.count == 3)
    }
  }

  @Test(
    "Names of known codings are read in any case, and without one there is nothing to decode",
    arguments: [("GZip", true), ("x-gzip , Identity", true), ("identity", false), ("", false)])
  func known(_ coding: String, _ isGzip: Bool) async throws {
    let text = Data("book".utf8)
    var reply = isGzip ? ServerReply(gzipped: text) : ServerReply(body: "book")
    reply.fields[.contentEncoding] = coding
    try await withServer { [reply] _ in
      reply
    } run: { server in
      let answer = try await client.send(HTTPRequest(url: server.url()))
      #expect(try await answer.body.collect(upTo: 10) == text && server.requests.count == 1)
      #expect(answer.response.isDecoded)
    }
  }

  @Test("RFC 9110, 14.1: a request with a range asks for no coding, and gets the bytes as they are")
  func range() async throws {
    let part = Data([0x1F, 0x8B])
    try await withServer { _ in
      ServerReply(
        status: .partialContent, fields: [.contentEncoding: "gzip", .contentRange: "bytes 0-1/40"],
        body: .data(part))
    } run: { server in
      let answer = try await client.send(
        HTTPRequest(url: server.url(), headerFields: [.range: "bytes=0-1"]))
      #expect(
        answer.response.headerFields[.contentEncoding] == "gzip" && !answer.response.isDecoded)
      #expect(try await answer.body.collect(upTo: 10) == part)
      #expect(!(try await server.request(1).fields.contains(.acceptEncoding)))
    }
  }

  @Test("An answer to HEAD and a 304 keep the fields of the body that they lack, whatever its size")
  func withoutBody() async throws {
    try await withServer { request in
      let status = request.method == .head ? "200 OK" : "304 Not Modified"
      let coding = "Content-Encoding: \(request.path.dropFirst())\r\n"
      return .raw(
        "HTTP/1.1 \(status)\r\n\(coding)Content-Length: 1001\r\nConnection: close\r\n\r\n")
    } run: { server in
      var options = HTTPOptions()
      options.maximumBodySize = 1000
      for (method, coding): (HTTPRequest.Method, String) in [
        (.head, "gzip"), (.head, "x-secret"), (.get, "x-secret"),
      ] {
        let answer = try await client.send(
          HTTPRequest(method: method, url: server.url("/\(coding)")), options: options)
        let fields = answer.response.headerFields
        #expect(fields[.contentEncoding] == coding && fields[.contentLength] == "1001")
        #expect(!answer.response.isDecoded)
        #expect(try await answer.body.collect(upTo: 2000).isEmpty)
      }
      #expect(server.requests.count == 3)
    }
  }

  @Test("A request that is sent again for the sake of its coding has no more time than any other")
  func wholeTime() async throws {
    try await withServer { _ in
      var reply = ServerReply(fields: [.contentEncoding: "x-secret"], body: "secret")
      reply.delay = .interval(.milliseconds(700))
      return reply
    } run: { server in
      var options = HTTPOptions()
      options.wholeTimeout = .milliseconds(800)
      var error: HTTPError?
      // The second answer may arrive before a thread that stalled looks at the time.
      for _ in 1...5 where error == nil {
        do throws(HTTPError) {
          let answer = try await client.send(HTTPRequest(url: server.url()), options: options)
          _ = try await answer.body.collect(upTo: 10)
        } catch let problem { error = problem }
      }
      #expect(error == .timedOut(.whole))
    }
  }

  @Test("A request whose whole time is over is not sent again for the sake of its coding")
  func timeIsOver() async throws {
    try await withServer { _ in
      ServerReply(fields: [.contentEncoding: "x-secret"], body: "secret")
    } run: { server in
      var options = HTTPOptions()
      options.wholeTimeout = .zero
      await #expect(throws: HTTPError.timedOut(.whole)) {
        try await client.send(HTTPRequest(url: server.url()), options: options)
      }
      #expect(server.requests.count < 2)
    }
  }
}
