import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("Requests that wait for a connection", .timeLimit(.minutes(60)))
struct CurlQueueTests {
  @Test("A request does not wait for another host that hangs")
  func hangingHost() async throws {
    var configuration = CurlConfiguration.direct
    configuration.connectionsPerHost = 2
    let client = PatientClient(configuration)
    try await withServer { _ in
      .misbehaving(.connection(.silentFromTheStart))
    } run: { silent in
      let hanging = (1...6).map { _ in
        Task { try await client.send(HTTPRequest(url: silent.url())).response }
      }
      _ = try await silent.request(2)
      try await withServer { _ in
        ServerReply(body: "x")
      } run: { server in
        try await withThrowingTaskGroup { group in
          for _ in 1...5 {
            group.addTask {
              let answer = try await client.send(HTTPRequest(url: server.url()))
              #expect(answer.response.status == .ok)
            }
          }
          try await group.waitForAll()
        }
      }
      #expect(silent.requests.count == 2)
      for task in hanging { task.cancel() }
      for task in hanging { await #expect(throws: HTTPError.cancelled) { try await task.value } }
    }
  }

  @Test("A queued request has its whole timeout, and is sent when a running one is cancelled")
  func limit() async throws {
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
      var options = HTTPOptions()
      options.wholeTimeout = .milliseconds(200)
      await #expect(throws: HTTPError.timedOut(.whole)) {
        try await client.send(HTTPRequest(url: server.url()), options: options)
      }
      let second = Task.immediate { try await client.send(HTTPRequest(url: server.url())).response }
      first.cancel()
      #expect(try await second.value.status == .ok)
      await #expect(throws: HTTPError.cancelled) { try await first.value }
    }
  }

  @Test("A request waits for another host if that has all the connections there may be in all")
  func allHosts() async throws {
    var configuration = CurlConfiguration.direct
    configuration.connections = 1
    let client = PatientClient(configuration)
    try await withServer { _ in
      .misbehaving(.connection(.silentFromTheStart))
    } run: { silent in
      let first = Task { try await client.send(HTTPRequest(url: silent.url())).response }
      _ = try await silent.request(1)
      try await withServer { _ in
        ServerReply(body: "x")
      } run: { server in
        var options = HTTPOptions()
        options.wholeTimeout = .milliseconds(200)
        await #expect(throws: HTTPError.timedOut(.whole)) {
          try await client.send(HTTPRequest(url: server.url()), options: options)
        }
        #expect(server.requests.isEmpty)
        let second = Task.immediate {
          try await client.send(HTTPRequest(url: server.url())).response
        }
        first.cancel()
        let answer = try await second.value
        #expect(answer.status == .ok)
        await #expect(throws: HTTPError.cancelled) { try await first.value }
      }
    }
  }

  @Test("A request that waits comes before a later one for the connection of a cancelled one")
  func order() async throws {
    var configuration = CurlConfiguration.direct
    configuration.connections = 1
    let client = PatientClient(configuration)
    let silent: LoopbackServer.Handler = { _ in .misbehaving(.connection(.silentFromTheStart)) }
    try await withServer(silent) { one in
      try await withServer(silent) { two in
        try await withServer(silent) { three in
          let first = Task { try await client.send(HTTPRequest(url: one.url())).response }
          _ = try await one.request(1)
          let second = Task.immediate {
            try await client.send(HTTPRequest(url: two.url())).response
          }
          first.cancel()
          let third = Task.immediate {
            try await client.send(HTTPRequest(url: three.url())).response
          }
          _ = try await two.request(1)
          #expect(three.requests.isEmpty)
          await #expect(throws: HTTPError.cancelled) { try await first.value }
          for task in [second, third] {
            task.cancel()
            await #expect(throws: HTTPError.cancelled) { try await task.value }
          }
        }
      }
    }
  }

  @Test("An origin with requests is remembered, however many other origins there are")
  func manyOrigins() async throws {
    var configuration = CurlConfiguration.direct
    configuration.connectionsPerHost = 1
    let client = PatientClient(configuration)
    // More than the client remembers.
    let others = try (1...70).map { _ in try RefusedPort() }
    try await withServer { request in
      request.path == "/silent"
        ? .misbehaving(.connection(.silentFromTheStart)) : ServerReply(body: "x")
    } run: { server in
      let first = Task {
        try await client.send(HTTPRequest(url: server.url("/silent"))).response
      }
      _ = try await server.request(1)
      let second = Task.immediate { try await client.send(HTTPRequest(url: server.url())).response }
      for other in others {
        await #expect(throws: HTTPError.refused(host: "127.0.0.1")) {
          try await client.send(HTTPRequest(url: other.url))
        }
      }
      first.cancel()
      #expect(try await second.value.status == .ok)
      await #expect(throws: HTTPError.cancelled) { try await first.value }
    }
  }

  @Test("A server that sends its header line by line has no more time for it after a POST")
  func slowHeader() async throws {
    try await withServer { _ in
      .wire([
        .send("HTTP/1.1 200 OK\r\n"),
        .sendSlowly(
          Data(String(repeating: "A: b\r\n", count: 10_000).utf8), .interval(.milliseconds(20))),
      ])
    } run: { server in
      var options = HTTPOptions()
      options.firstByteTimeout = .milliseconds(800)
      await #expect(throws: HTTPError.timedOut(.firstByte)) {
        try await PatientClient().send(
          HTTPRequest(method: .post, url: server.url()), options: options)
      }
    }
  }
}
