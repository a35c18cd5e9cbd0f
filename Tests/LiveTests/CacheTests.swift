import CurlNetworking
import Foundation
import HTTP
import Networking
import SQLiteStorage
import Services
import TestKit
import Testing

extension RealServers {
  @Suite("A cache in a file, in front of nginx", .timeLimit(.minutes(60)))
  struct CacheTests {
    private static let servers = """
      server {
        listen 127.0.0.1:@tls@ ssl http2;
        ssl_certificate @certificates@good.pem; ssl_certificate_key @certificates@good.key;
        gzip_types text/plain; gzip_min_length 1; gzip_vary on;
        location /fresh/ { alias @files@/; expires 1h; }
        location /tagged/ { alias @files@/; add_header Cache-Control no-cache; }
        location /dated/ { alias @files@/; add_header Cache-Control no-cache; etag off; }
        location /zipped/ { alias @files@/; add_header Cache-Control no-cache; gzip on; }
        location /stale/ { alias @files@/; add_header Cache-Control max-age=0; }
        location /strict/ { alias @files@/; add_header Cache-Control "max-age=0, must-revalidate"; }
      }
      """

    private let folder: TemporaryFolder
    private let text = String(repeating: "A book of many pages. ", count: 2000)

    init() throws {
      folder = try TemporaryFolder()
    }

    /// A cache as a process that has just started opens it.
    private func open() throws -> HTTPCache {
      let database = try SQLiteDatabase(path: folder.file("cache.sqlite"), durability: .losable)
      try database.migrate(HTTPCache.migrations)
      return HTTPCache(PatientClient(.live), database: database)
    }

    private func with(_ body: (Nginx) async throws -> Void) async throws {
      try await withNginx(Self.servers) { nginx in
        try nginx.write(text, to: "book.txt")
        // nginx's dates and tags count seconds.
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -86_400)],
          ofItemAtPath: "\(nginx.folder)/files/book.txt")
        try await body(nginx)
      }
    }

    @Test("A cache in a file answers fresh content without a request, even after a restart")
    func fresh() async throws {
      try await with { nginx in
        for source in [HTTPCacheStatus.Source.network, .store, .store] {
          let answer = try await open().read(nginx.url("/fresh/book.txt", at: "tls"))
          #expect(answer.text == text)
          #expect(answer.status?.source == source)
        }
        let log = try await nginx.log()
        #expect(log.map(\.status) == ["200"])
      }
    }

    @Test(
      "A cache validates stored content by tag or date, and reads what has changed",
      arguments: ["/tagged/", "/dated/", "/zipped/"])
    func validation(_ path: String) async throws {
      try await with { nginx in
        let cache = try open()
        let url = nginx.url("\(path)book.txt", at: "tls")
        for source in [HTTPCacheStatus.Source.network, .validated, .validated] {
          let answer = try await cache.read(url)
          #expect(answer.text == text)
          #expect(answer.status?.source == source)
        }
        try nginx.write("new", to: "book.txt")
        for source in [HTTPCacheStatus.Source.network, .validated] {
          let answer = try await cache.read(url)
          #expect(answer.text == "new")
          #expect(answer.status?.source == source)
        }
        let log = try await nginx.log()
        #expect(log.map(\.status) == ["200", "304", "304", "200", "304"])
      }
    }

    @Test("A cached body answers a range request, and a cached part requests only the rest")
    func ranges() async throws {
      try await with { nginx in
        let cache = try open()
        let (one, other) = (
          nginx.url("/fresh/book.txt?1", at: "tls"), nginx.url("/fresh/book.txt?2", at: "tls")
        )
        let whole = try await cache.read(one)
        #expect(whole.text == text)
        let part = try await cache.read(one, [.range: "bytes=2-5"])
        #expect(part.code == 206 && part.text == "book")
        let beginning = try await cache.read(other, [.range: "bytes=0-9"])
        #expect(beginning.code == 206 && beginning.text == "A book of ")
        let completed = try await cache.read(other)
        #expect(completed.code == 200 && completed.text == text)
        let log = try await nginx.log()
        #expect(log.map(\.range) == ["", "bytes=0-9", "bytes=10-"])
        #expect(log.map(\.status) == ["200", "206", "206"])
      }
    }

    @Test("While the server is down, a cache marks its answers as stale or refuses to answer")
    func away() async throws {
      try await with { nginx in
        let cache = try open()
        let (stale, strict) = (
          nginx.url("/stale/book.txt", at: "tls"), nginx.url("/strict/book.txt", at: "tls")
        )
        for url in [stale, strict] { _ = try await cache.read(url) }
        await nginx.stop()
        let answer = try await open().read(stale)
        #expect(answer.text == text)
        #expect(answer.status?.source == .store && answer.status?.staleness == .unreachable)
        let refused = try await cache.read(strict)
        #expect(refused.code == 504 && refused.status?.source == .generated)
        try await nginx.start()
        for url in [stale, strict] {
          let answer = try await cache.read(url)
          #expect(answer.status?.source == .validated && answer.text == text)
        }
      }
    }
  }
}

extension HTTPCache {
  /// An answer with its whole body, when it has been stored.
  fileprivate func read(
    _ url: URL, _ fields: HTTPFields = [:]
  ) async throws -> (code: Int, text: String, status: HTTPCacheStatus?) {
    let answer = try await send(HTTPRequest(url: url, headerFields: fields))
    let text = String(decoding: try await answer.body.collect(upTo: 1 << 20), as: UTF8.self)
    await settle()
    return (answer.response.status.code, text, answer.response.cacheStatus)
  }
}
