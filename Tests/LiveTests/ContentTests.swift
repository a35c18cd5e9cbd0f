// Needs: Books, Onboarding

import CurlNetworking
import Foundation
import HTTP
import Synchronization
import TestKit
import Testing

extension RealServers {
  @Suite("Content that nginx sends and takes", .timeLimit(.minutes(60)))
  struct ContentTests {
    private static let servers = """
      server {
        listen 127.0.0.1:@plain@;
        listen 127.0.0.1:@tls@ ssl http2;
        ssl_certificate @certificates@good.pem; ssl_certificate_key @certificates@good.key;
        root @files@;
        gzip on; gzip_types text/plain; gzip_min_length 1; gzip_vary on; gzip_http_version 1.0;
        location /bomb { gzip off; add_header Content-Encoding gzip; }
        location /twice { alias @files@/bomb; add_header Content-Encoding gzip; }
        location /upload {
          client_max_body_size 100k;
          client_body_buffer_size 8k;
          proxy_pass http://127.0.0.1:@sink@;
        }
      }
      server {
        listen 127.0.0.1:@sink@; access_log off; client_max_body_size 1m;
        location / { return 200 "taken"; }
      }
      """

    @Test(
      "The gzip of nginx is decoded, up to the limit of the decoded body",
      arguments: ["plain", "tls"])
    func gzip(_ port: String) async throws {
      try await withNginx(Self.servers) { nginx in
        let text = String(repeating: "A book of many pages. ", count: 5000)
        try nginx.write(text, to: "book.txt")
        let client = PatientClient(.live)
        let request = HTTPRequest(url: nginx.url("/book.txt", at: port))
        var options = HTTPOptions()
        options.maximumBodySize = text.utf8.count
        let answer = try await client.send(request, options: options)
        #expect(answer.response.headerFields[.contentEncoding] == nil)
        #expect(answer.response.headerFields[.vary] == "Accept-Encoding")
        #expect(try await answer.body.collect(upTo: 1 << 20) == Data(text.utf8))
        options.maximumBodySize -= 1
        await #expect(throws: HTTPError.tooLarge(limit: options.maximumBodySize)) {
          try await client.send(request, options: options).body.collect(upTo: 1 << 20)
        }
        let log = try await nginx.log()
        #expect(log.allSatisfy { $0.encoding == "gzip" })
        let raw = try await client.send(
          HTTPRequest(url: request.url, headerFields: [.acceptEncoding: "gzip"]))
        #expect(raw.response.headerFields[.contentEncoding] == "gzip")
        #expect(try await raw.body.collect(upTo: 1 << 20).count < text.utf8.count / 10)
      }
    }

    @Test(
      "A gzip bomb is given up at the limit, also one that nginx has compressed again",
      arguments: ["plain", "tls"], ["/bomb", "/twice"])
    func bomb(_ port: String, _ path: String) async throws {
      try await withNginx(Self.servers) { nginx in
        // A gigabyte of zeros in a megabyte.
        try nginx.write(Gzip.ofZeros(1 << 30), to: "bomb")
        let client = PatientClient(.live)
        var options = HTTPOptions()
        options.maximumBodySize = 2 << 20
        await #expect(throws: HTTPError.tooLarge(limit: 2 << 20)) {
          try await client.send(HTTPRequest(url: nginx.url(path, at: port)), options: options)
            .body.collect(upTo: .max)
        }
        try nginx.write("whole", to: "whole.txt")
        #expect(try await client.text(nginx.url("/whole.txt", at: port)) == "whole")
      }
    }

    @Test(
      "An upload that is too large gets 413, announced or in its middle, and its source is released",
      arguments: ["plain", "tls"], [nil, 1 << 30])
    func upload(_ port: String, _ length: Int?) async throws {
      try await withNginx(Self.servers) { nginx in
        let client = PatientClient(.live)
        let watch = BodyWatch()
        var options = HTTPOptions()
        options.wholeTimeout = .seconds(60)
        let url = nginx.url("/upload", at: port)
        do {
          let answer = try await client.send(
            HTTPRequest(method: .post, url: url),
            body: watch.body(length: length, chunk: Data(repeating: 65, count: 10_000)),
            options: options)
          #expect(answer.response.status.code == 413)
          _ = try await answer.body.collect(upTo: 1 << 20)
        }
        #expect(await watch.isReleased())
        // What the system's buffers take, and no gigabyte.
        #expect(watch.taken < 10_000)
        let small = try await client.send(
          HTTPRequest(method: .post, url: url), body: HTTPBody(Data(repeating: 65, count: 90_000)),
          options: options)
        #expect(small.response.status == .ok)
      }
    }

    @Test("An upload in chunks arrives whole", arguments: ["plain", "tls"])
    func chunks(_ port: String) async throws {
      let folder = "dav_methods PUT; client_max_body_size 100m;"
      let servers = Self.servers.replacing("location /bomb", with: "\(folder)\nlocation /bomb")
      try await withNginx(servers) { nginx in
        let count = Mutex(UInt8(0))
        let body = HTTPBody { () async throws(HTTPError) in
          let number = count.withLock { count in
            count += 1
            return count
          }
          return number <= 200 ? Data(repeating: number, count: 30_000) : nil
        }
        // nginx's workers may be another user's.
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o777], ofItemAtPath: "\(nginx.folder)/files")
        let answer = try await PatientClient(.live).send(
          HTTPRequest(method: .put, url: nginx.url("/large.bin", at: port)), body: body,
          options: HTTPOptions())
        #expect(answer.response.status == .created)
        let file = try Data(contentsOf: URL(filePath: "\(nginx.folder)/files/large.bin"))
        #expect(file.count == 6_000_000)
        #expect(file.first == 1 && file.last == 200)
      }
    }

    @Test(
      "A redirect from https to http carries nothing secret, and one to a file is not followed")
    func redirects() async throws {
      let servers = """
        server { listen 127.0.0.1:@plain@; location / { return 200 "there"; } }
        server {
          listen 127.0.0.1:@tls@ ssl http2;
          ssl_certificate @certificates@good.pem; ssl_certificate_key @certificates@good.key;
          location /down { return 307 http://localhost:@plain@/there; }
          location /file { return 302 file:///etc/hostname; }
          location /same { return 302 /end; }
          location /end { return 200 "end"; }
        }
        """
      let fields: HTTPFields = [
        .authorization: "Bearer secret", try #require(HTTPField.Name("X-Api-Key")): "secret",
        .userAgent: "BooksApp",
      ]
      try await withNginx(servers) { nginx in
        let client = PatientClient(.live)
        #expect(try await client.text(nginx.url("/down", at: "tls"), fields) == "there")
        let there = try #require(try await nginx.log("/there").first)
        #expect((there.authorization, there.key) == ("", ""))
        #expect(there.agent == "BooksApp")
        #expect(try await client.text(nginx.url("/same", at: "tls"), fields) == "end")
        #expect(try await nginx.log("/end").map(\.authorization) == ["Bearer secret"])
        await #expect(throws: HTTPError.forbiddenRedirect) {
          try await client.send(
            HTTPRequest(url: nginx.url("/file", at: "tls"), headerFields: fields))
        }
      }
    }
  }
}
