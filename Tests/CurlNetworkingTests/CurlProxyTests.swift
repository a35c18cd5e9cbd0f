import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("libcurl with a proxy")
struct CurlProxyTests {
  /// Returns the error of a request to a host behind a proxy.
  private func error(
    of proxy: String, to url: String = "https://books.example/",
    trust: CurlConfiguration.Trust = .environment
  ) async throws -> HTTPError? {
    var configuration = CurlConfiguration()
    (configuration.proxy, configuration.trust) = (.url(proxy), trust)
    let request = HTTPRequest(url: try #require(URL(string: url)))
    do throws(HTTPError) {
      _ = try await PatientClient(configuration).send(request, options: HTTPOptions())
      return nil
    } catch { return error }
  }

  @Test("A proxy gets the requests to all hosts but those of its exceptions")
  func exceptions() async throws {
    let other = try #require(URL(string: "http://books.invalid/a"))
    try await withServer { _ in
      ServerReply(body: "proxy")
    } run: { proxy in
      try await withServer { _ in
        ServerReply(body: "host")
      } run: { server in
        for (exceptions, answer) in [("", "proxy"), ("a.example,127.0.0.1", "host")] {
          var configuration = CurlConfiguration()
          configuration.proxy = .url(proxy.url().absoluteString, except: exceptions)
          let client = PatientClient(configuration)
          for (url, text) in [(other, "proxy"), (server.url("/b"), answer)] {
            let body = try await client.send(HTTPRequest(url: url)).body
            #expect(try await body.collect(upTo: 10) == Data(text.utf8))
          }
        }
        let (first, second) = (other.absoluteString, server.url("/b").absoluteString)
        #expect(proxy.requests.map(\.target) == [first, second, first])
        #expect(server.requests.map(\.target) == ["/b"])
      }
    }
  }

  @Test("RFC 9112, 6.3: what a proxy sends unasked is not the response of another host")
  func unasked() async throws {
    let gate = try ServerGate()
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"
    try await withServer { request in
      request.target.contains("first")
        ? .wire([.send(head + "x"), .wait(.gate(gate)), .send(head + "z")])
        : ServerReply(body: "y")
    } run: { proxy in
      var configuration = CurlConfiguration()
      configuration.proxy = .url(proxy.url().absoluteString)
      let client = PatientClient(configuration)
      for (host, text) in [("first", "x"), ("second", "y")] {
        let url = try #require(URL(string: "http://\(host).invalid/"))
        let body = try await client.send(HTTPRequest(url: url)).body
        #expect(try await body.collect(upTo: 1) == Data(text.utf8))
        gate.open()
        try await proxy.first { $0.replies > 0 ? () : nil }
      }
      #expect(proxy.requests.map(\.connection) == [1, 2])
    }
  }

  @Test(
    "A proxy that is invalid or can't be found is an error without its password",
    arguments: [
      "http://user:secret@proxy.example:99999", "http://user:secret@[::1",
      "http://user:sec ret@proxy.example", "http://user:secret@proxy.invalid",
      "books://user:secret@proxy.example",
    ])
  func password(_ proxy: String) async throws {
    let error = try #require(try await error(of: proxy))
    guard case .proxy = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!error.description.contains("sec") && !error.description.contains("user"))
  }

  @Test(
    "A proxy that is down is an error of the proxy, not of the host",
    arguments: [
      "https://books.example/", "http://books.example/", "https://127.0.0.1/", "http://127.0.0.1/",
    ])
  func isDown(_ url: String) async throws {
    let port = try RefusedPort()
    let error = try #require(try await error(of: port.url.absoluteString, to: url))
    guard case .proxy = error else {
      Issue.record("\(error)")
      return
    }
    withExtendedLifetime(port) {}
  }

  @Test(
    "An https proxy without TLS is an error of the proxy, not of the host",
    arguments: ["https://books.example/", "http://books.example/"])
  func isPlain(_ url: String) async throws {
    try await withServer { _ in
      ServerReply(body: "x")
    } run: { proxy in
      let error = try #require(try await error(of: "https://127.0.0.1:\(proxy.port)", to: url))
      guard case .proxy = error else {
        Issue.record("\(error)")
        return
      }
      #expect(proxy.requests.isEmpty)
    }
  }

  @Test("An https proxy is checked by the certificates that the configuration names")
  func trust() async throws {
    try await withServer { _ in
      ServerReply(body: "x")
    } run: { proxy in
      let error = try await error(
        of: "https://127.0.0.1:\(proxy.port)", trust: .file("/missing.pem"))
      guard case .proxy(let why)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(why.contains("/missing.pem"))
    }
  }

  @Test(
    "A proxy that refuses a connection is an error of the proxy, not of the host",
    arguments: [403, 407])
  func refuses(_ status: Int) async throws {
    try await withServer { _ in
      ServerReply(
        status: .init(code: status), fields: [.proxyAuthenticate: "Basic realm=\"books\""])
    } run: { proxy in
      let error = try await error(of: proxy.url().absoluteString)
      #expect(error == .proxy("status \(status)"))
      #expect(proxy.requests.map(\.target) == ["books.example:443"])
    }
  }

  @Test("A change was not sent if the proxy refuses the connection to its host")
  func refusesChange() async throws {
    try await withServer { _ in
      ServerReply(status: .forbidden)
    } run: { proxy in
      var configuration = CurlConfiguration()
      configuration.proxy = .url(proxy.url().absoluteString)
      let client = PatientClient(configuration)
      let url = try #require(URL(string: "https://books.example/"))
      for method in [HTTPRequest.Method.post, .put, .delete] {
        await #expect(throws: HTTPError.proxy("status 403")) {
          try await client.send(HTTPRequest(method: method, url: url))
        }
      }
    }
  }

  @Test("A configured proxy gets all requests, whatever the variable no_proxy says")
  func ignoredExceptions() async {
    await #expect(processExitsWith: .success) {
      for name in ["no_proxy", "NO_PROXY"] { setenv(name, "*", 1) }
      try await withServer { _ in
        ServerReply(body: "proxy")
      } run: { proxy in
        var configuration = CurlConfiguration()
        configuration.proxy = .url(proxy.url().absoluteString)
        let url = try #require(URL(string: "http://books.invalid/"))
        let body = try await PatientClient(configuration).send(HTTPRequest(url: url)).body
        #expect(try await body.collect(upTo: 10) == Data("proxy".utf8))
      }
    }
  }

  @Test("A client without a proxy uses none, whatever the variables say")
  func none() async {
    await #expect(processExitsWith: .success) {
      let port = try RefusedPort()
      for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
      for name in ["http_proxy", "all_proxy"] { setenv(name, port.url.absoluteString, 1) }
      try await withServer { _ in
        ServerReply(body: "host")
      } run: { server in
        let (direct, other) = (PatientClient(.direct), PatientClient(CurlConfiguration()))
        let request = HTTPRequest(url: server.url())
        let body = try await direct.send(request).body
        #expect(try await body.collect(upTo: 10) == Data("host".utf8))
        await #expect(throws: HTTPError.self) { try await other.send(request) }
        withExtendedLifetime(direct) {}
      }
      withExtendedLifetime(port) {}
    }
  }
}
