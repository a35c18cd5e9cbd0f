import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("libcurl against a server that misbehaves")
struct CurlFaultTests {
  private let client = PatientClient()

  /// How many times slower than usual the machine may be: `.ci/sanitize` says so.
  private static let slowness =
    ProcessInfo.processInfo.environment["TEST_SLOWNESS"].flatMap { Int($0) } ?? 1

  /// Limits that a test can wait for.
  private static let options = limits(10)

  /// - Parameter seconds: how long the server may send nothing.
  private static func limits(_ seconds: Int) -> HTTPOptions {
    var options = HTTPOptions()
    options.maximumBodySize = 32 << 20
    options.firstByteTimeout = .seconds(seconds * slowness)
    options.idleTimeout = .seconds(seconds * slowness)
    options.wholeTimeout = .seconds(240 * slowness)
    return options
  }

  /// How an exchange ends: the status of a complete answer, or the error.
  private func end(
    of fault: Misbehaviour, _ options: HTTPOptions
  ) async throws -> Result<Int, HTTPError> {
    try await withServer { _ in
      .misbehaving(fault, pace: .interval(.milliseconds(1)))
    } run: { server in
      do throws(HTTPError) {
        let answer = try await client.send(HTTPRequest(url: server.url()), options: options)
        var size = 0
        for try await chunk in answer.body { size += chunk.count }
        #expect(size <= options.maximumBodySize)
        return .success(answer.response.status.code)
      } catch { return .failure(error) }
    }
  }

  @Test(
    "Every fault ends as it should, within its time", .timeLimit(.minutes(60)),
    arguments: Misbehaviour.allCases)
  func everyFault(_ fault: Misbehaviour) async throws {
    // A fault that sends nothing does so however fast the machine is. A complete answer needs its time.
    var options = Self.limits(fault.outcome == .timeout ? 3 : 10)
    if fault.outcome == .response { options = Self.limits(600) }
    // Less than the whole time: a body may end by that one, a head may not.
    if fault.outcome == .limit { options.firstByteTimeout = .seconds(200 * Self.slowness) }
    let end = try await end(of: fault, options)
    switch fault.outcome {
    case .response: #expect(throws: Never.self) { try end.get() }
    // libcurl does not see it, and only the reader of the text notices.
    case .error where fault == .coding(.truncatedGzip): break
    case .error: #expect(throws: HTTPError.self) { try end.get() }
    case .either: break
    case .timeout:
      // By the limit of a silence, and not by the whole time.
      guard case .failure(.timedOut(let time)) = end, time != .whole else {
        Issue.record("\(fault) ended with \(end)")
        return
      }
    case .limit:
      let limits: [HTTPError] = [
        .headerTooLarge, .tooLarge(limit: Self.options.maximumBodySize), .timedOut(.whole),
        .timedOut(.idle), .tooManyRedirects,
      ]
      guard case .failure(let error) = end, limits.contains(error) else {
        Issue.record("\(fault) ended with \(end)")
        return
      }
    }
  }

  @Test(
    "An error says what has happened",
    arguments: [
      (.connection(.closesAtOnce), .interrupted(host: "127.0.0.1")),
      (.connection(.resetsInHeader), .interrupted(host: "127.0.0.1")),
      (.connection(.resetsInBody), .interrupted(host: "127.0.0.1")),
      (.connection(.silentFromTheStart), .timedOut(.firstByte)),
      (.connection(.silentInBody), .timedOut(.idle)),
      (.framing(.shortBody), .interrupted(host: "127.0.0.1")),
      (.framing(.endlessBody), .tooLarge(limit: 2 << 20)),
      (.framing(.differingLengths), .malformed("length")),
      (.coding(.bomb), .tooLarge(limit: 2 << 20)),
      (.head(.longField), .headerTooLarge), (.head(.manyFields), .headerTooLarge),
      (.head(.endlessFields), .headerTooLarge),
      (.redirect(.loop), .tooManyRedirects), (.redirect(.file), .forbiddenRedirect),
    ] as [(Misbehaviour, HTTPError)])
  func errors(_ fault: Misbehaviour, _ error: HTTPError) async throws {
    var options = Self.limits(error == .timedOut(.firstByte) || error == .timedOut(.idle) ? 3 : 600)
    if error == .timedOut(.idle) { options.firstByteTimeout = .seconds(600) }
    options.maximumBodySize = 2 << 20
    let end = try await end(of: fault, options)
    #expect(end == .failure(error))
  }

  @Test(
    "A port without a listener refuses the connection, however the address is written",
    arguments: ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
  func refused(_ host: String) async throws {
    let port = try RefusedPort()
    let number = port.port
    let url = try #require(URL(string: "http://\(host):\(number)/"))
    await #expect(throws: HTTPError.refused(host: url.host() ?? "")) {
      try await client.send(HTTPRequest(url: url))
    }
  }

  @Test(
    "An address to which the system has no route is an error of the network, and not of the host",
    arguments: ["http://255.255.255.255/", "https://255.255.255.255/", "http://224.0.0.1/"])
  func noRoute(_ text: String) async throws {
    // TCP has no route to a broadcast or multicast address, whatever network there is.
    let url = try #require(URL(string: text))
    await #expect(throws: HTTPError.offline) {
      try await client.send(HTTPRequest(url: url))
    }
  }

  @Test("An unknown host name is not found")
  func unknownName() async throws {
    let url = try #require(URL(string: "http://unknown.invalid/"))
    await #expect(throws: HTTPError.nameNotFound(host: "unknown.invalid")) {
      try await client.send(HTTPRequest(url: url))
    }
  }

  @Test("A plain server that is asked for TLS gives no secure connection")
  func plainForTLS() async throws {
    try await withServer { _ in
      ServerReply(body: "x")
    } run: { server in
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      do throws(HTTPError) {
        _ = try await client.send(HTTPRequest(url: url), options: Self.options)
        Issue.record("It answered.")
      } catch {
        guard case .tls(_, host: "127.0.0.1") = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }

  @Test("An earlier reset of another connection does not change what is said of TLS")
  func plainAfterReset() async throws {
    try await withServer { _ in
      .misbehaving(.connection(.resetsInBody))
    } run: { server in
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      let client = PatientClient()
      await #expect(throws: HTTPError.interrupted(host: "127.0.0.1")) {
        for try await _ in try await client.send(HTTPRequest(url: server.url())).body {}
      }
      let error = await #expect(throws: HTTPError.self) {
        try await client.send(HTTPRequest(url: url))
      }
      guard case .tls(_, host: "127.0.0.1")? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test(
    "A connection that ends while TLS begins is refused, and says nothing of a certificate",
    arguments: [ConnectionFault.closesAtOnce, .resetsBeforeHeader])
  func cutOff(_ fault: ConnectionFault) async throws {
    var greeting = LoopbackServer.Options()
    greeting.greeting = { _ in .misbehaving(.connection(fault), pace: .interval(.zero)) }
    try await withServer(options: greeting) { _ in
      ServerReply()
    } run: { server in
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      await #expect(throws: HTTPError.refused(host: "127.0.0.1")) {
        try await client.send(HTTPRequest(url: url), options: Self.options)
      }
    }
  }

  @Test("Every status from 100 to 999 is read, and leaves the connection to the next request")
  func statuses() async throws {
    let client = PatientClient()
    let bare = [204, 205, 304]
    try await withServer { request in
      let code = Int(request.path.dropFirst()) ?? 0
      var reply = ServerReply(body: bare.contains(code) ? "" : "x")
      if code < 200 {
        // The final response follows.
        reply.interim = [HTTPResponse(status: .init(code: code))]
      } else {
        reply.status = .init(code: code)
      }
      return reply
    } run: { server in
      // After 101 the connection has another protocol (`StatusLineFault.switchingProtocols`).
      for code in 100...999 where code != 101 {
        let answer = try await client.send(HTTPRequest(url: server.url("/\(code)")))
        #expect(answer.response.status.code == (code < 200 ? 200 : code))
        let body = try await answer.body.collect(upTo: 1)
        #expect(body == Data((bare.contains(code) ? "" : "x").utf8), "\(code)")
      }
      #expect(Set(server.requests.map(\.connection)) == [1])
    }
  }

  @Test("After any fault the client goes on with the next request")
  func goesOn() async throws {
    let client = client
    try await withServer { request in
      guard let number = request.query["fault"].flatMap({ Int($0) }) else {
        return ServerReply(body: "x")
      }
      return .misbehaving(Misbehaviour.allCases[number], pace: .interval(.milliseconds(1)))
    } run: { server in
      for (number, fault) in Misbehaviour.allCases.enumerated() {
        var options = Self.options
        if [.timeout, .limit].contains(fault.outcome) { options.wholeTimeout = .milliseconds(50) }
        let request = HTTPRequest(url: server.url("/?fault=\(number)"))
        _ = try? await client.send(request, options: options).body.collect(upTo: 1 << 20)
        let answer = try await client.send(HTTPRequest(url: server.url("/")))
        #expect(try await answer.body.collect(upTo: 1) == Data("x".utf8), "\(fault)")
      }
    }
  }
}
