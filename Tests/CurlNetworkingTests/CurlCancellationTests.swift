import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("A request of libcurl is cancelled")
struct CurlCancellationTests {
  private let client = PatientClient()

  @Test(
    "Cancelling a request at any moment ends its connection, and its task at once",
    arguments: [
      (ConnectionFault.silentFromTheStart, 0), (.silentInHeader, 0), (.silentAfterHeader, 1),
      (.silentInBody, 2),
    ])
  func moments(_ fault: ConnectionFault, arrivals: Int) async throws {
    try await withServer { _ in
      .misbehaving(.connection(fault))
    } run: { server in
      let client = client
      let (stream, arrived) = AsyncStream<Void>.makeStream()
      let task = Task {
        defer { arrived.finish() }
        let answer = try await client.send(HTTPRequest(url: server.url()))
        arrived.yield()
        for try await _ in answer.body { arrived.yield() }
      }
      _ = try await server.request(1)
      // The header, and then a piece of the body.
      for await _ in stream.prefix(arrivals) {}
      task.cancel()
      await #expect(throws: HTTPError.cancelled) { try await task.value }
      try await server.end(ofConnection: 1)
    }
  }

  @Test("A request cancelled before it is sent never reaches the server")
  func before() async throws {
    try await withServer { _ in
      ServerReply(body: "x")
    } run: { server in
      let client = client
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await client.send(HTTPRequest(url: server.url())).response.status
      }
      await #expect(throws: HTTPError.cancelled) { try await task.value }
      #expect(server.requests.isEmpty)
    }
  }

  @Test("A request that is cancelled while it waits for a connection is never sent")
  func waiting() async throws {
    var configuration = CurlConfiguration.direct
    configuration.connectionsPerHost = 1
    let client = PatientClient(configuration)
    try await withServer { request in
      request.path == "/silent"
        ? .misbehaving(.connection(.silentFromTheStart)) : ServerReply(body: "x")
    } run: { server in
      let first = Task {
        try await client.send(HTTPRequest(url: server.url("/silent"))).response
      }
      _ = try await server.request(1)
      let second = Task.immediate {
        try await client.send(HTTPRequest(method: .post, url: server.url("/second"))).response
      }
      second.cancel()
      await #expect(throws: HTTPError.cancelled) { try await second.value }
      // The second one would be sent before it.
      let third = Task.immediate {
        try await client.send(HTTPRequest(url: server.url("/third"))).response
      }
      first.cancel()
      #expect(try await third.value.status == .ok)
      await #expect(throws: HTTPError.cancelled) { try await first.value }
      #expect(server.requests.map(\.path) == ["/silent", "/third"])
    }
  }

  @Test(
    "Cancelling an upload that the server does not read releases the body's source",
    .timeLimit(.minutes(60)))
  func upload() async throws {
    let gate = try ServerGate()
    var options = LoopbackServer.Options()
    options.uploadGate = gate
    try await withServer(options: options) { _ in
      ServerReply(body: "x")
    } run: { server in
      let (client, watch) = (client, BodyWatch())
      let task = Task {
        try await client.send(
          HTTPRequest(method: .put, url: server.url()),
          body: watch.body(chunk: Data(repeating: 7, count: 100_000)), options: HTTPOptions()
        ).response
      }
      try await server.first { $0.heads > 0 ? () : nil }
      // Until the system's buffers are full.
      var taken = 0
      repeat {
        taken = watch.taken
        for _ in 1...20 { _ = try await client.send(HTTPRequest(url: server.url())) }
      } while watch.taken > taken
      task.cancel()
      await #expect(throws: HTTPError.cancelled) { try await task.value }
      #expect(await watch.isReleased())
      gate.open()
      try await server.end(ofConnection: 1)
      #expect(server.requests.allSatisfy { $0.method == .get })
    }
  }

  @Test("Releasing an unread body ends the request's connection")
  func released() async throws {
    try await withServer { _ in
      .misbehaving(.connection(.silentInBody))
    } run: { server in
      do { _ = try await client.send(HTTPRequest(url: server.url())) }
      try await server.end(ofConnection: 1)
    }
  }

  @Test("Cancelling 64 requests at once ends all their connections")
  func many() async throws {
    var configuration = CurlConfiguration.direct
    configuration.connectionsPerHost = 64
    let client = PatientClient(configuration)
    try await withServer { _ in
      .misbehaving(.connection(.silentFromTheStart))
    } run: { server in
      let tasks = (0..<64).map { _ in
        Task { try await client.send(HTTPRequest(url: server.url())).response }
      }
      _ = try await server.request(64)
      for task in tasks { task.cancel() }
      for task in tasks {
        await #expect(throws: HTTPError.cancelled) { try await task.value }
      }
      for number in 1...64 { try await server.end(ofConnection: number) }
    }
  }
}
