import Foundation
import HTTP
import Synchronization
import TestKit
import Testing

@Suite("Stopping a loopback server", .timeLimit(.minutes(60)))
struct LoopbackServerStopTests {
  /// The replies that never end by themselves.
  private static let hanging: [@Sendable (ServerGate) -> ServerReply] = [
    { _ in .misbehaving(.connection(.silentFromTheStart)) },
    { _ in .misbehaving(.connection(.silentInBody)) },
    { _ in .misbehaving(.connection(.slow), pace: .interval(.seconds(3600))) },
    { .misbehaving(.connection(.slow), pace: .gate($0)) },
    { _ in .misbehaving(.framing(.endlessBody)) },
    { _ in ServerReply(body: "kept alive") },
    { _ in .raw("closed by the server only", then: .close) },
  ]

  @Test("Stopping a loopback server ends 64 hanging connections at once, whatever they wait for")
  func hangingConnections() async throws {
    let gate = try ServerGate()
    let server = try LoopbackServer { request in
      Self.hanging[request.number % Self.hanging.count](gate)
    }
    var clients: [RawClient] = []
    for number in 0..<64 {
      let client = try RawClient(to: server.port)
      // The last ones send no request, or half of one.
      if number < 56 { client.get() } else if number < 60 { client.send("GET / HT") }
      clients.append(client)
    }
    try await server.request(56)
    _ = try await server.first { $0.connections == 64 ? true : nil }
    // The silent ones would wait for ever.
    await server.stop()
    #expect(server.traffic.openConnections == 0)
    for client in clients {
      // What the kernel still has of an endless body comes before the end.
      let end = await client.read().end
      #expect(end != .late)
    }
  }

  @Test("A loopback server stops once, and at the end of its scope also after an error")
  func scope() async throws {
    struct Problem: Error {}
    let port = Mutex(0)
    var isRefused = false
    // Another test's server may get the same port at once.
    for _ in 0..<5 where !isRefused {
      await #expect(throws: Problem.self) {
        try await withServer { _ in
          ServerReply()
        } run: { server in
          port.withLock { $0 = server.port }
          throw Problem()
        }
      }
      isRefused = (try? RawClient(to: port.withLock(\.self))) == nil
    }
    #expect(isRefused)
    let server = try LoopbackServer { _ in ServerReply() }
    async let first: Void = server.stop()
    async let second: Void = server.stop()
    _ = await (first, second)
    await server.stop()
  }

  @Test("A loopback server stops when it is released, too")
  func release() async throws {
    var server: LoopbackServer? = try LoopbackServer { _ in ServerReply() }
    let client = try RawClient(to: try #require(server?.port))
    _ = try await server?.first { $0.connections == 1 ? true : nil }
    server = nil
    #expect(await client.read().end != .late)
  }

  @Test("A client that disconnects ends its connection, also at a gate, in a pause and in silence")
  func goneClients() async throws {
    let gate = try ServerGate()
    try await withServer { request in
      Self.hanging[request.number % 5](gate)
    } run: { server in
      for number in 1...10 {
        let client = try RawClient(to: server.port)
        client.get()
        try await server.request(number)
        client.disconnect()
        try await server.end(ofConnection: number)
      }
      #expect(server.traffic.openConnections == 0)
    }
  }

  @Test("Writing to a closed connection raises no signal")
  func noSignal() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      try await withServer { _ in
        .misbehaving(.framing(.endlessBody))
      } run: { server in
        for number in 1...20 {
          _ = try await server.receive { _ in true }
          try await server.end(ofConnection: number)
        }
      }
    }
  }

  @Test("1,000 connections and 50 servers leave no descriptor open")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      func count() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
      }
      func run(_ connections: Int) async throws {
        try await withServer { request in
          switch request.number % 4 {
          case 0: ServerReply(body: "ok")
          case 1: .misbehaving(.connection(.resetsInBody))
          case 2: .misbehaving(.connection(.closesAtOnce))
          default: ServerReply(status: 204)
          }
        } run: { server in
          for _ in 0..<connections { _ = try await server.receive() }
          #expect(server.traffic.connections == connections)
          _ = try RefusedPort()
          _ = try ServerGate()
        }
      }
      try await run(10)
      let before = try count()
      try await run(1000)
      for _ in 0..<50 { try await run(1) }
      #expect(try count() == before)
    }
  }
}
