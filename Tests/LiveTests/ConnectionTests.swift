import CurlNetworking
import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

extension RealServers {
  @Suite("Connections that are used again", .timeLimit(.minutes(60)))
  struct ConnectionTests {
    private static func servers(_ more: String = "") -> String {
      """
      \(more)
      server {
        listen 127.0.0.1:@plain@;
        listen 127.0.0.1:@tls@ ssl http2;
        ssl_certificate @certificates@good.pem; ssl_certificate_key @certificates@good.key;
        root @files@;
        location /where { return 200 "$server_protocol $connection"; }
        location /slow/ { alias @files@/; limit_rate 200k; }
      }
      """
    }

    @Test("Requests at once share one connection of HTTP/2 over TLS, and plain ones use HTTP/1.1")
    func versions() async throws {
      try await withNginx(Self.servers()) { nginx in
        let client = PatientClient(.live)
        let safe = try await client.texts(nginx.url("/where", at: "tls"), count: 100)
        #expect(Set(safe).count == 1)
        #expect(safe.first?.hasPrefix("HTTP/2.0 ") == true)
        let plain = try await client.texts(nginx.url("/where", at: "plain"), count: 100)
        #expect(plain.allSatisfy { $0.hasPrefix("HTTP/1.1 ") })
        // As many as the configuration allows to a host.
        #expect(Set(plain).count <= 16)
        #expect(try await nginx.log().count == 200)
      }
    }

    @Test("A large body of HTTP/2 that is not read, and its end, hold up no other request")
    func unreadBody() async throws {
      try await withNginx(Self.servers()) { nginx in
        try nginx.write(Data(repeating: 65, count: 8 << 20), to: "large.bin")
        let client = PatientClient(.live)
        let (small, large) = (nginx.url("/where", at: "tls"), nginx.url("/large.bin", at: "tls"))
        let connection = try await client.text(small)
        #expect(connection.hasPrefix("HTTP/2.0 "))
        let (sizes, begin) = AsyncStream<Int>.makeStream()
        let reading = Task {
          defer { begin.finish() }
          var body = try await client.send(HTTPRequest(url: large)).body.makeAsyncIterator()
          let size = try await body.next()?.count
          begin.yield(size ?? 0)
          begin.finish()
          // Up to the cancellation.
          let (never, continuation) = AsyncStream<Never>.makeStream()
          for await _ in never {}
          continuation.finish()
          while try await body.next() != nil {}
        }
        var read = 0
        for await size in sizes { read += size }
        #expect((1..<(8 << 20)).contains(read))
        #expect(try await client.text(small) == connection)
        reading.cancel()
        await #expect(throws: HTTPError.cancelled) { try await reading.value }
        #expect(try await client.text(small) == connection)
        #expect(try await client.text(large).utf8.count == 8 << 20)
      }
    }

    @Test(
      "A connection that has become silent is not used again, also while another request waits on it",
      arguments: [true, false])
    func silent(_ isShared: Bool) async throws {
      try await withNginx(Self.servers()) { nginx in
        let client = PatientClient(.live)
        let url = nginx.url("/where", at: "tls")
        let first = try await client.text(url)
        let next = try await nginx.silent {
          // Another process answers new connections.
          try await nginx.beginReload()
          let other = Task { isShared ? try await client.text(url) : "" }
          var options = HTTPOptions()
          options.firstByteTimeout = .milliseconds(300)
          await #expect(throws: HTTPError.timedOut(.firstByte)) {
            try await client.send(HTTPRequest(url: url), options: options)
          }
          let next = try await client.text(url)
          other.cancel()
          _ = await other.result
          return next
        }
        #expect(next != first)
      }
    }

    @Test("A server that takes few requests of HTTP/2 at once gets the others later")
    func streams() async throws {
      try await withNginx(Self.servers("http2_max_concurrent_streams 3;")) { nginx in
        let client = PatientClient(.live)
        let answers = try await client.texts(nginx.url("/where", at: "tls"), count: 60)
        #expect(answers.count == 60)
        #expect(try await nginx.log().count == 60)
      }
    }

    @Test(
      "A server that closes connections after a number of requests, or at once, fails no request",
      arguments: [
        "keepalive_requests 1;", "keepalive_requests 7;", "keepalive_timeout 0;",
      ], ["plain", "tls"])
    func closing(_ rule: String, _ port: String) async throws {
      try await withNginx(Self.servers(rule)) { nginx in
        let client = PatientClient(.live)
        let url = nginx.url("/where", at: port)
        for _ in 0..<60 { _ = try await client.text(url) }
        // libcurl tries five times where other requests have used a connection up.
        for _ in 0..<12 { _ = try await client.texts(url, count: 5) }
        let log = try await nginx.log()
        #expect(log.allSatisfy { $0.status == "200" })
        #expect(log.count == 120)
      }
    }

    @Test(
      "A server that closes connections while requests are on their way fails none: each is repeated",
      arguments: ["plain", "tls"])
    func closingAtOnce(_ port: String) async throws {
      try await withNginx(Self.servers("keepalive_timeout 1ms;")) { nginx in
        var policy = HTTPRetryPolicy()
        policy.firstDelay = .milliseconds(1)
        let client = HTTPRetry(
          PatientClient(.live), clock: SystemClock(), randomness: SystemRandomness(),
          policy: policy)
        let url = nginx.url("/where", at: port)
        for _ in 0..<200 { _ = try await client.text(url) }
        let log = try await nginx.log()
        #expect(log.allSatisfy { $0.status == "200" })
      }
    }

    @Test(
      "An answer whose source breaks off behind the server is interrupted",
      arguments: ["plain", "tls"], [ConnectionFault.resetsInBody, .resetsInChunks])
    func upstream(_ port: String, _ fault: ConnectionFault) async throws {
      try await withServer { _ in
        .misbehaving(.connection(fault))
      } run: { source in
        let proxy =
          "location /source { proxy_http_version 1.1; proxy_pass http://127.0.0.1:\(source.port); }"
        let servers = Self.servers().replacing("location /where", with: "\(proxy) location /where")
        try await withNginx(servers) { nginx in
          let client = PatientClient(.live)
          await #expect(throws: HTTPError.interrupted(host: "localhost")) {
            let answer = try await client.send(HTTPRequest(url: nginx.url("/source", at: port)))
            _ = try await answer.body.collect(upTo: 1 << 20)
          }
          _ = try await client.text(nginx.url("/where", at: port))
        }
      }
    }

    @Test(
      "A connection that the server has closed meanwhile fails no request, also none with a body")
    func closedMeanwhile() async throws {
      try await withNginx(Self.servers("lingering_timeout 100ms;")) { nginx in
        let client = PatientClient(.live)
        for port in ["plain", "tls"] {
          let url = nginx.url("/where", at: port)
          let first = try await client.text(url)
          for method in [HTTPRequest.Method.get, .post] {
            try await nginx.reload()
            let answer = try await client.send(
              HTTPRequest(method: method, url: url),
              body: method == .post ? HTTPBody(Data("x".utf8)) : nil, options: HTTPOptions())
            #expect(answer.response.status == .ok)
          }
          #expect(try await client.text(url) != first)
        }
      }
    }

    @Test("A connection that was idle is used again within the time for it, and closed after it")
    func idle() async throws {
      try await withNginx(Self.servers()) { nginx in
        var short = CurlConfiguration.live
        short.connectionIdleTime = .seconds(1)
        let clients = [PatientClient(.live), PatientClient(short)]
        let url = nginx.url("/where", at: "plain")
        var before: [String] = []
        for client in clients { before.append(try await client.text(url)) }
        // libcurl counts whole seconds.
        try await Task.sleep(for: .milliseconds(2100))
        #expect(try await clients[0].text(url) == before[0])
        #expect(try await clients[1].text(url) != before[1])
      }
    }

    @Test("A server that is configured again in the middle of requests fails none of them")
    func reload() async throws {
      try await withNginx(Self.servers()) { nginx in
        try nginx.write(String(repeating: "page ", count: 40_000), to: "slow.txt")
        let client = PatientClient(.live)
        for port in ["plain", "tls"] {
          let answer = try await client.send(
            HTTPRequest(url: nginx.url("/slow/slow.txt", at: port)))
          #expect(answer.response.status == .ok)
          // The former worker goes on with what it has begun.
          try await nginx.beginReload()
          async let others = client.texts(nginx.url("/where", at: port), count: 40)
          #expect(try await answer.body.collect(upTo: 1 << 20).count == 200_000)
          #expect(try await others.count == 40)
        }
      }
    }

    @Test(
      "A server that is stopped in the middle of an answer interrupts it; the next one is whole")
    func stop() async throws {
      try await withNginx(Self.servers().replacing("200k", with: "1k")) { nginx in
        try nginx.write(String(repeating: "page ", count: 200_000), to: "slow.txt")
        let client = PatientClient(.live)
        for port in ["plain", "tls"] {
          let answer = try await client.send(
            HTTPRequest(url: nginx.url("/slow/slow.txt", at: port)))
          var body = answer.body.makeAsyncIterator()
          #expect(try await body.next() != nil)
          await nginx.stop()
          await #expect(throws: HTTPError.interrupted(host: "localhost")) {
            while try await body.next() != nil {}
          }
          try await nginx.start()
          #expect(try await client.text(nginx.url("/slow.txt", at: port)).count == 1_000_000)
        }
      }
    }
  }
}

extension HTTPClient {
  /// The bodies of a number of GETs, sent at once.
  func texts(_ url: URL, count: Int) async throws -> [String] {
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<count { group.addTask { try await text(url) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
