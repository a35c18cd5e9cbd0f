import Foundation
import HTTP
import Networking
import Testing

@Suite("Single flight")
struct HTTPSingleFlightTests {
  private let gate = TransferGate()

  /// A server that answers when the gate is open.
  private func gated(_ text: String = "body") -> ScriptedServer {
    ScriptedServer(ScriptedServer.after(gate, 200, [:], text))
  }

  private func start(
    _ client: HTTPSingleFlight, _ request: HTTPRequest = .to("1"),
    options: HTTPOptions = HTTPOptions()
  ) -> Task<String, any Error> {
    Task.immediate { try await client.send(request, options: options).text() }
  }

  @Test("Equal requests at the same time are sent once, and all get the answer")
  func shared() async throws {
    let server = gated()
    let client = HTTPSingleFlight(server.client)
    let tasks = (0..<10).map { _ in start(client) }
    await server.reached(1)
    gate.open()
    for task in tasks { #expect(try await task.value == "body") }
    #expect(server.requests.count == 1)
    #expect(try await client.send(.to("1")).text() == "body")
    #expect(server.requests.count == 2)
  }

  @Test(
    "Requests with another method, URL, field or option are not shared; a fragment is ignored")
  func different() async throws {
    let server = gated()
    let client = HTTPSingleFlight(server.client)
    var options = HTTPOptions()
    options.maximumBodySize = 1000
    let requests: [HTTPRequest] = [
      .to("1"), .to("2"), .to("1", host: "b.example"), .to("1?q=1"),
      .to("1", [.authorization: "a"]), .to("1", [.authorization: "b"]), .to("1", [.cookie: "a"]),
      .to("1", [.accept: "a"]), .to("1", [.accept: "a", .acceptLanguage: "b"]),
      HTTPRequest(method: .head, url: testURL()), HTTPRequest(method: .options, url: testURL()),
      HTTPRequest(method: .post, url: testURL()), HTTPRequest(method: .post, url: testURL()),
      HTTPRequest(method: .put, url: testURL()), HTTPRequest(method: .trace, url: testURL()),
      HTTPRequest(url: testURL("https://user:a@a.example/1")),
    ]
    var tasks = requests.map { start(client, $0) }
    tasks.append(start(client, .to("1"), options: options))
    tasks.append(start(client, .to("1#fragment")))
    tasks.append(
      Task.immediate {
        try await client.send(.to("1"), body: HTTPBody(Data("x".utf8)), options: HTTPOptions())
          .text()
      })
    await server.reached(requests.count + 2)
    gate.open()
    for task in tasks { #expect(try await task.value == "body") }
    #expect(server.requests.count == requests.count + 2)
  }

  @Test(
    "After an unsafe request, also one that fails, no one joins a transfer that began meanwhile",
    arguments: [nil, .interrupted(host: "a")] as [HTTPError?])
  func changedMeanwhile(_ error: HTTPError?) async throws {
    let change = TransferGate()
    let server = ScriptedServer(
      ScriptedServer.after(change, 204, failing: error),
      ScriptedServer.after(gate, 200, [:], "before"),
      { ScriptedServer.answer($0, 200, [:], "after") })
    let client = HTTPSingleFlight(server.client)
    let put = start(client, HTTPRequest(method: .put, url: testURL()))
    await server.reached(1)
    let before = start(client)
    await server.reached(2)
    change.open()
    _ = await put.result
    let after = start(client)
    gate.open()
    #expect(try await before.value == "before")
    #expect(try await after.value == "after")
  }

  @Test("A caller that is cancelled, also the first one, leaves the others their answer")
  func leader() async throws {
    let server = gated()
    let client = HTTPSingleFlight(server.client)
    let tasks = (0..<4).map { _ in start(client) }
    try await gate.waiting()
    for task in [tasks[0], tasks[2]] {
      task.cancel()
      await #expect(throws: HTTPError.cancelled) { try await task.value }
    }
    let late = start(client)
    gate.open()
    for task in [tasks[1], tasks[3], late] { #expect(try await task.value == "body") }
    #expect(server.requests.count == 1 && !gate.wasCancelled)
  }

  @Test("The transfer is cancelled with its last caller, and the next request is a new one")
  func last() async throws {
    let server = gated()
    let client = HTTPSingleFlight(server.client)
    let tasks = [start(client), start(client)]
    try await gate.waiting()
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: HTTPError.cancelled) { try await task.value } }
    let next = start(client)
    await server.reached(2)
    try await gate.cancelled()
    gate.open()
    #expect(try await next.value == "body")
  }

  @Test("An error is everyone's, and ends there")
  func errors() async throws {
    let server = ScriptedServer(
      ScriptedServer.after(gate, failing: .refused(host: "a")),
      { ScriptedServer.answer($0, 200, [:], "back") })
    let client = HTTPSingleFlight(server.client)
    let tasks = [start(client), start(client)]
    await server.reached(1)
    gate.open()
    for task in tasks {
      await #expect(throws: HTTPError.refused(host: "a")) { try await task.value }
    }
    #expect(try await client.send(.to("1")).text() == "back")
  }

  @Test("A body is streamed to all, also to one who joins in its middle")
  func streaming() async throws {
    let source = ChunkSource(["one ", "two ", "three"], gate: gate, before: 2)
    let server = ScriptedServer { source.answer($0) }
    let client = HTTPSingleFlight(server.client)
    let first = try await client.send(.to("1"))
    var reader = first.body.makeAsyncIterator()
    #expect(try await reader.next() == Data("one ".utf8))
    #expect(source.asked == 1)
    #expect(try await reader.next() == Data("two ".utf8))
    let late = start(client)
    let second = try await client.send(.to("1"))
    try await gate.waiting()
    gate.open()
    #expect(try await late.value == "one two three")
    #expect(try await reader.next() == Data("three".utf8))
    #expect(try await reader.next() == nil)
    #expect(try await second.text() == "one two three")
    #expect(server.requests.count == 1)
  }

  @Test("Past the limit no one joins, and each reader still gets everything")
  func joinLimit() async throws {
    let server = ScriptedServer { ChunkSource(["1234", "5678", "9"]).answer($0) }
    let client = HTTPSingleFlight(server.client, joinLimit: 5)
    let slow = try await client.send(.to("1"))
    let fast = try await client.send(.to("1"))
    var reader = fast.body.makeAsyncIterator()
    _ = try await reader.next()
    _ = try await client.send(.to("1"))
    #expect(server.requests.count == 1)
    _ = try await reader.next()
    #expect(try await client.send(.to("1")).text() == "123456789")
    #expect(server.requests.count == 2)
    #expect(try await reader.next() == Data("9".utf8))
    #expect(try await reader.next() == nil)
    #expect(try await slow.text() == "123456789")
  }

  @Test("A body's error comes after what arrived, and to everyone")
  func bodyError() async throws {
    let server = ScriptedServer {
      ChunkSource(["one"], failure: .interrupted(host: "a")).answer($0)
    }
    let client = HTTPSingleFlight(server.client)
    let answers = [try await client.send(.to("1")), try await client.send(.to("1"))]
    for answer in answers {
      var reader = answer.body.makeAsyncIterator()
      #expect(try await reader.next() == Data("one".utf8))
      await #expect(throws: HTTPError.interrupted(host: "a")) { try await reader.next() }
    }
    #expect(server.requests.count == 1)
  }

  @Test("A transfer ends when all have released its body, and goes on for one who has not")
  func release() async throws {
    let source = ChunkSource(["one ", "two"], gate: gate, before: 1)
    let server = ScriptedServer { source.answer($0) }
    let client = HTTPSingleFlight(server.client)
    let kept = try await client.send(.to("1"))
    try await { _ = try await client.send(.to("1")) }()
    var reader = kept.body.makeAsyncIterator()
    #expect(try await reader.next() == Data("one ".utf8))
    let reading = Task.immediate { [body = kept.body] in try await body.collect(upTo: 10) }
    try await gate.waiting()
    reading.cancel()
    await #expect(throws: HTTPError.cancelled) { try await reading.value }
    #expect(!gate.wasCancelled)
    gate.open()
    #expect(try await reader.next() == Data("two".utf8))
    #expect(try await reader.next() == nil)

    let ended = TransferGate()
    let lost = HTTPSingleFlight(
      ScriptedServer { request in
        let token = ReleaseToken(ended)
        let body = HTTPBody { () async throws(HTTPError) in token.chunk }
        return HTTPAnswer(HTTPResponse(status: 200), body: body, from: request.url)
      }.client)
    try await { _ = try await lost.send(.to("1")) }()
    try await ended.wait()
  }

  @Test("Past the limit, chunks that everyone has read are released")
  func memory() async throws {
    let released = TransferGate()
    let server = ScriptedServer { request in
      let first = HeldChunk(released)
      let rest = ChunkSource(["5678", "9"])
      let body = HTTPBody { () async throws(HTTPError) in
        if let chunk = first.take() { return chunk }
        return try await rest.next()
      }
      return HTTPAnswer(HTTPResponse(status: 200), body: body, from: request.url)
    }
    let client = HTTPSingleFlight(server.client, joinLimit: 4099)
    let answer = try await client.send(.to("1"))
    var reader = answer.body.makeAsyncIterator()
    #expect(try await reader.next()?.count == 4096)
    #expect(!released.isOpen)
    #expect(try await reader.next() == Data("5678".utf8))
    try await released.wait()
    #expect(try await reader.next() == Data("9".utf8))
  }

  @Test("More than the maximum size is an error")
  func size() async throws {
    let server = ScriptedServer { ChunkSource(["1234", "5678"]).answer($0) }
    let client = HTTPSingleFlight(server.client)
    var options = HTTPOptions()
    options.maximumBodySize = 7
    let answer = try await client.send(.to("1"), options: options)
    await #expect(throws: HTTPError.tooLarge(limit: 7)) { try await answer.text() }
    options.maximumBodySize = 8
    #expect(try await client.send(.to("1"), options: options).text() == "12345678")
  }
}
