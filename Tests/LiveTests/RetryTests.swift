import CurlNetworking
import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

extension RealServers {
  @Suite("A server that is too busy", .timeLimit(.minutes(60)))
  struct RetryTests {
    private static let servers = """
      limit_req_zone $server_port zone=minute:1m rate=1r/m;
      limit_req_zone $server_port zone=second:1m rate=1r/s;
      limit_req_zone $server_port zone=fast:1m rate=20r/s;
      server {
        listen 127.0.0.1:@tls@ ssl http2;
        ssl_certificate @certificates@good.pem; ssl_certificate_key @certificates@good.key;
        location /429/ { alias @files@/; limit_req zone=minute; limit_req_status 429; error_page 429 @again; }
        location /503/ { alias @files@/; limit_req zone=minute; error_page 503 @away; }
        location /second/ { alias @files@/; limit_req zone=second; limit_req_status 429; error_page 429 @again; }
        location /fast/ { alias @files@/; limit_req zone=fast burst=3 nodelay; limit_req_status 429; }
        location @again { add_header Retry-After 1 always; return 429; }
        location @away { add_header Retry-After 2 always; return 503; }
      }
      """

    @Test(
      "A busy server gets at most four attempts, each after the time that it asks for",
      arguments: [429, 503])
    func tries(_ status: Int) async throws {
      try await withNginx(Self.servers) { nginx in
        try nginx.write("book", to: "book.txt")
        let url = nginx.url("/\(status)/book.txt", at: "tls")
        let clock = HastyClock()
        let client = HTTPRetry(
          PatientClient(.live), clock: clock, randomness: SystemRandomness())
        let first = try await client.text(url)
        #expect(first == "book")
        let answer = try await client.send(HTTPRequest(url: url))
        #expect(answer.response.status.code == status)
        let log = try await nginx.log()
        #expect(log.map(\.status) == ["200"] + Array(repeating: "\(status)", count: 4))
        let asked = Duration.seconds(status == 429 ? 1 : 2)
        #expect(clock.sleeps.count == 3 && clock.sleeps.allSatisfy { $0 >= asked })
      }
    }

    @Test("A busy server is asked again when its time has come, and then answers")
    func again() async throws {
      try await withNginx(Self.servers) { nginx in
        try nginx.write("book", to: "book.txt")
        let client = HTTPRetry(
          PatientClient(.live), clock: SystemClock(), randomness: SystemRandomness())
        var statuses: [String] = []
        // On a busy machine the second one may be late enough for an answer.
        for _ in 1...10 where !statuses.contains("429") {
          // By then the server has forgotten the earlier ones.
          if !statuses.isEmpty { try await Task.sleep(for: .milliseconds(1100)) }
          let texts = try await client.texts(nginx.url("/second/book.txt", at: "tls"), count: 2)
          #expect(texts == ["book", "book"])
          statuses = try await nginx.log().map(\.status)
        }
        // A third request of the same second would be refused, too.
        #expect(statuses.suffix(3) == ["200", "429", "200"], "\(statuses)")
      }
    }

    @Test("A client that keeps its rate never gets a busy answer, and one without a limit does")
    func rate() async throws {
      try await withNginx(Self.servers) { nginx in
        try nginx.write("book", to: "book.txt")
        let url = nginx.url("/fast/book.txt", at: "tls")
        let limited = HTTPRateLimit(PatientClient(.live), clock: SystemClock()) { host in
          host == "localhost" ? HTTPRate(12, per: .seconds(1)) : nil
        }
        // One after another: requests at once may wait together on a busy machine.
        for _ in 1...12 { #expect(try await limited.text(url) == "book") }
        let log = try await nginx.log()
        #expect(log.map(\.status) == Array(repeating: "200", count: 12))
        _ = try await PatientClient(.live).texts(url, count: 30)
        let storm = try await nginx.log().dropFirst(12)
        #expect(storm.contains { $0.status == "429" })
      }
    }
  }
}
