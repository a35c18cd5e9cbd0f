import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

extension RealServers {
  @Suite("A proxy in front of TLS servers", .timeLimit(.minutes(60)))
  struct ProxyTests {
    private static let servers = """
      server {
        listen 127.0.0.1:@tls@ ssl http2;
        ssl_certificate @certificates@good.pem; ssl_certificate_key @certificates@good.key;
        location / { return 200 "$server_protocol $connection"; }
      }
      server {
        listen 127.0.0.1:@tls_expired@ ssl;
        ssl_certificate @certificates@expired.pem; ssl_certificate_key @certificates@expired.key;
        location / { return 200 "safe"; }
      }
      """

    /// Runs a body with nginx, a proxy that knows its ports, and a client of the proxy.
    private func withProxy(
      _ body: (Nginx, LoopbackServer, PatientClient) async throws -> Void
    ) async throws {
      try await withNginx(Self.servers) { nginx in
        try await withServer { request in
          .tunnel(to: request.target.split(separator: ":").last.flatMap { Int($0) } ?? 0)
        } run: { proxy in
          var configuration = CurlConfiguration.live
          configuration.proxy = .url("http://reader:secret@127.0.0.1:\(proxy.port)")
          try await body(nginx, proxy, PatientClient(configuration))
        }
      }
    }

    @Test("A proxy gets one CONNECT for many requests, and its password goes no further")
    func tunnel() async throws {
      try await withProxy { nginx, proxy, client in
        var answers: Set<String> = []
        for _ in 0..<3 { answers.insert(try await client.text(nginx.url("/a", at: "tls"))) }
        #expect(answers.count == 1 && answers.first?.hasPrefix("HTTP/2.0 ") == true)
        let request = try #require(proxy.requests.first)
        #expect(proxy.requests.count == 1)
        #expect("\(request.method) \(request.target)" == "CONNECT localhost:\(nginx.port("tls"))")
        // "reader:secret" in Base64.
        #expect(request.fields[.proxyAuthorization] == "Basic cmVhZGVyOnNlY3JldA==")
        let log = try await nginx.log("/a")
        #expect(log.count == 3 && log.allSatisfy { $0.authorization.isEmpty })
      }
    }

    @Test("A server's expired certificate is refused behind a proxy, too")
    func certificate() async throws {
      try await withProxy { nginx, _, client in
        await #expect(throws: HTTPError.certificate(.expired, host: "localhost")) {
          try await client.send(HTTPRequest(url: nginx.url("/secret", at: "tls_expired")))
        }
        let log = try await nginx.log("/secret")
        #expect(log.isEmpty)
        let answer = try await client.text(nginx.url("/", at: "tls"))
        #expect(answer.hasPrefix("HTTP/2.0 "))
      }
    }
  }
}
