import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

extension RealServers {
  @Suite("A connection", .timeLimit(.minutes(60)))
  struct HandshakeTests {
    private static let servers = """
      server { listen 127.0.0.1:@plain@; location / { return 200 "plain"; } }
      server {
        listen 127.0.0.1:@tls@ ssl;
        ssl_certificate @certificates@good.pem; ssl_certificate_key @certificates@good.key;
        location / { return 200 "safe"; }
      }
      """

    @Test("Plain HTTP to a TLS port gets the server's error, and TLS to it still works")
    func plainToTLS() async throws {
      try await withNginx(Self.servers) { nginx in
        let client = PatientClient(.live)
        let answer = try await client.send(
          HTTPRequest(url: nginx.url("/", at: "tls", scheme: "http")))
        #expect(answer.response.status == .badRequest)
        let text = try await client.text(nginx.url("/", at: "tls"))
        #expect(text == "safe")
      }
    }

    @Test("A TLS handshake without an answer times out and can be cancelled")
    func silence() async throws {
      let silent = try SilentPort()
      let url = silent.url("https")
      try await withNginx(Self.servers) { nginx in
        let client = PatientClient(.live)
        var options = HTTPOptions()
        options.connectTimeout = .milliseconds(200)
        let start = ContinuousClock.now
        await #expect(throws: HTTPError.timedOut(.connect)) {
          try await client.send(HTTPRequest(url: url), options: options)
        }
        // libcurl's own limit is five minutes.
        #expect(.now - start < .seconds(250))
        let task = Task { try await client.send(HTTPRequest(url: url)).response }
        let text = try await client.text(nginx.url("/", at: "tls"))
        #expect(text == "safe")
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
      }
    }

    @Test("Requests to a silent server all time out, and delay no other server's requests")
    func silenceForMany() async throws {
      let silent = try SilentPort()
      let url = silent.url("https")
      try await withNginx(Self.servers) { nginx in
        let client = PatientClient(.live)
        var options = HTTPOptions()
        options.connectTimeout = .seconds(1)
        let start = ContinuousClock.now
        await withTaskGroup { [options] group in
          for _ in 1...120 {
            group.addTask {
              await #expect(throws: HTTPError.timedOut(.connect)) {
                try await client.send(HTTPRequest(url: url), options: options)
              }
            }
          }
        }
        // One after another they would take 120.
        #expect(.now - start < .seconds(60))
        options.connectTimeout = .seconds(600)
        let tasks = (1...6).map { [options] _ in
          Task.immediate { try await client.send(HTTPRequest(url: url), options: options).response }
        }
        try await withThrowingTaskGroup { group in
          for _ in 1...4 {
            group.addTask {
              let text = try await client.text(nginx.url("/", at: "tls"))
              #expect(text == "safe")
            }
          }
          try await group.waitForAll()
        }
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: HTTPError.cancelled) { try await task.value } }
      }
    }

    @Test("A connection is refused while the server is stopped, and made again when it is back")
    func stopped() async throws {
      try await withNginx(Self.servers) { nginx in
        let client = PatientClient(.live)
        for name in ["plain", "tls"] {
          let url = nginx.url("/", at: name)
          _ = try await client.text(url)
          await nginx.stop()
          await #expect(throws: HTTPError.refused(host: "localhost")) {
            try await client.send(HTTPRequest(url: url))
          }
          try await nginx.start()
          _ = try await client.text(url)
        }
      }
    }
  }
}
