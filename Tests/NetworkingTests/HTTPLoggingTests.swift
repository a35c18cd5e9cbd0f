import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

@Suite("Logging")
struct HTTPLoggingTests {
  private let logger = MemoryLogger(level: .debug)
  private let clock = HastyClock()

  private func client(_ server: ScriptedServer) -> HTTPLogging {
    HTTPLogging(server.client, logger: logger, clock: clock)
  }

  @Test("One line says what was asked, and the status, size and time of the answer")
  func line() async throws {
    let server = ScriptedServer { [clock] request in
      clock.advance(by: .seconds(2))
      return ScriptedServer.answer(request, 404, [:], "0123456789")
    }
    _ = try await client(server).send(.to("b/c"))
    #expect(logger.lines == ["GET https://a.example/b/c 404, 10 bytes, 2000 ms"])
  }

  @Test("A line has no value of the query, no user, password or fragment, and no header field")
  func secrets() async throws {
    let url = testURL(
      "https://user:pass@a.example:8443/b%0A%1B?q=secret&token&%1B[=x&=y&page=2#secret")
    let server = ScriptedServer(200, [.setCookie: "secret"])
    _ = try await client(server).send(
      HTTPRequest(method: .post, url: url, headerFields: [.authorization: "secret"]),
      body: HTTPBody(Data("secret".utf8)), options: HTTPOptions())
    #expect(
      logger.lines == [
        "POST https://a.example:8443/b%0A%1B?q=…&…&…&=…&page=… 200, 0 bytes, 0 ms"
      ])
  }

  @Test("A line has no value of a path's parameter that may be a credential")
  func pathParameters() async throws {
    for path in ["a;jsessionid=secret;v=1/b", "a//u@b;v=1;c2VjcmV0c2VjcmV0"] {
      _ = try await client(ScriptedServer(200)).send(.to(path))
    }
    #expect(
      logger.lines == [
        "GET https://a.example/a;jsessionid=***;v=1/b 200, 0 bytes, 0 ms",
        "GET https://a.example/a//u@b;v=1;*** 200, 0 bytes, 0 ms",
      ])
  }

  @Test("A line has no long name of a query's item: a secret may end with an equals sign")
  func secretName() async throws {
    let name = String(repeating: "c2Vj", count: 11)
    _ = try await client(ScriptedServer(200)).send(
      HTTPRequest(url: testURL("https://a.example/b?\(name)=&\(name.prefix(40))=1")))
    #expect(
      logger.lines == ["GET https://a.example/b?…&\(name.prefix(40))=… 200, 0 bytes, 0 ms"])
  }

  @Test("A line has of a path what the app wants to be seen")
  func path() async throws {
    let server = ScriptedServer(200, [:])
    let client = HTTPLogging(server.client, logger: logger, clock: clock) { String($0.prefix(3)) }
    _ = try await client.send(.to("books/secret?q=1"))
    #expect(logger.lines == ["GET https://a.example/bo?q=… 200, 0 bytes, 0 ms"])
  }

  @Test("An error says why, on one line without control characters")
  func error() async throws {
    let why = HTTPError.tls(
      "bad\n\u{1B}[2J\u{202E}end" + String(repeating: "x", count: 5000), host: "a")
    let server = ScriptedServer(failing: why)
    await #expect(throws: why) { try await client(server).send(.to("1")) }
    let line = try #require(logger.lines.first)
    let begin = "GET https://a.example/1 failed (no secure connection to a: bad"
    #expect(line.hasPrefix("\(begin)\u{FFFD}\u{FFFD}[2J\u{FFFD}endx"))
    #expect(line.hasSuffix("x…), 0 ms") && line.count < 400 && logger.lines.count == 1)
  }

  @Test("A body in chunks is logged at its end, its failure, or its release, once")
  func bodies() async throws {
    let server = ScriptedServer(
      { ChunkSource(["ab", "c"]).answer($0) },
      { ChunkSource(["ab"], failure: .timedOut(.idle)).answer($0) },
      { ChunkSource(["ab"]).answer($0) })
    let client = client(server)
    let answer = try await client.send(.to("1"))
    #expect(logger.lines.isEmpty)
    #expect(try await answer.text() == "abc")
    #expect(logger.lines == ["GET https://a.example/1 200, 3 bytes, 0 ms"])
    let failing = try await client.send(.to("2"))
    await #expect(throws: HTTPError.timedOut(.idle)) { try await failing.text() }
    #expect(
      logger.lines.last
        == "GET https://a.example/2 200, failed (the connection went silent) after 2 bytes, 0 ms")
    try await { _ = try await client.send(.to("3")).response }()
    #expect(logger.lines.last == "GET https://a.example/3 200, not read after 0 bytes, 0 ms")
    #expect(logger.lines.count == 3)
  }

  @Test("What a recording lacks is logged without the values of a query")
  func notRecorded() async throws {
    let replay = HTTPReplay(HTTPCassette())
    let client = HTTPLogging(replay, logger: logger, clock: clock)
    _ = try? await client.send(HTTPRequest(url: testURL("https://a.example/s?q=private")))
    #expect(logger.lines == ["GET https://a.example/s?q=… failed (no recorded answer), 0 ms"])
  }

  @Test("Errors, 429 and 5xx are warnings; what was cancelled is not")
  func levels() async throws {
    let logger = MemoryLogger(level: .warning)
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 200) }, { ScriptedServer.answer($0, 404) },
      ScriptedServer.failing(.cancelled), { ScriptedServer.answer($0, 429) },
      { ScriptedServer.answer($0, 503) }, ScriptedServer.failing(.offline))
    let client = HTTPLogging(server.client, logger: logger, clock: clock)
    for number in 1...6 { _ = try? await client.send(.to("\(number)")) }
    let paths = logger.lines.map { line in String(line.split(separator: " ")[1].suffix(1)) }
    #expect(paths == ["4", "5", "6"])
  }

  @Test("A body that breaks off is a warning; one that was cancelled or not read is not")
  func bodyLevels() async throws {
    let logger = MemoryLogger(level: .warning)
    let server = ScriptedServer(
      { ChunkSource(["a"], failure: .timedOut(.idle)).answer($0) },
      { ChunkSource(["a"], failure: .cancelled).answer($0) },
      // A server's error is a warning in any case.
      { ChunkSource(["a"], failure: .cancelled).answer($0, 503) },
      { ChunkSource(["a"]).answer($0) })
    let client = HTTPLogging(server.client, logger: logger, clock: clock)
    for number in 1...3 { _ = try? await client.send(.to("\(number)")).text() }
    try await { _ = try await client.send(.to("4")).response }()
    let paths = logger.lines.map { line in String(line.split(separator: " ")[1].suffix(1)) }
    #expect(paths == ["1", "3"])
  }

  @Test("A server's error whose body is released unread is a warning")
  func releasedError() async throws {
    let logger = MemoryLogger(level: .warning)
    let server = ScriptedServer { ChunkSource(["a"]).answer($0, 503) }
    let client = HTTPLogging(server.client, logger: logger, clock: clock)
    try await { _ = try await client.send(.to("1")).response }()
    #expect(logger.lines == ["GET https://a.example/1 503, not read after 0 bytes, 0 ms"])
  }

  @Test("A URL without a host is not written, and a long one is cut")
  func oddURLs() async throws {
    let client = client(ScriptedServer(200))
    _ = try await client.send(HTTPRequest(url: testURL("data:text/plain,secret")))
    #expect(logger.lines == ["GET (no URL with a host) 200, 0 bytes, 0 ms"])
    _ = try await client.send(.to(String(repeating: "a", count: 100_000)))
    #expect(try #require(logger.lines.last).count < 1100)
  }
}
