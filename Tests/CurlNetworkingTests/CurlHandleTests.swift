import CurlNetworking
import Foundation
import HTTP
import Synchronization
import TestKit
import Testing

@Suite("A handle of libcurl that is used again")
struct CurlHandleTests {
  /// A request whose options differ from the usual ones.
  enum Unusual: CaseIterable {
    case post, streamedPut, delete, head, ownEncoding, range, ownFields, limits, failing, cancelled,
      timedOut
  }

  @Test(
    "A reused handle of libcurl keeps nothing of the previous request", arguments: Unusual.allCases)
  func forgets(_ unusual: Unusual) async throws {
    let text = Data(String(repeating: "book ", count: 1000).utf8)
    try await withServer { request in
      switch request.path {
      case "/silent": .wire([.silence])
      case "/stalled":
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbook", then: .silence)
      case "/plain": ServerReply(body: .data(request.body))
      default: ServerReply(gzipped: text)
      }
    } run: { server in
      // One at a time, so that each uses the handle of the one before.
      let client = PatientClient()
      for _ in 0..<2 {
        try await send(unusual, client, server)
        for _ in 0..<2 {
          let answer = try await client.send(HTTPRequest(url: server.url("/usual")))
          #expect(try await answer.body.collect(upTo: 1 << 20) == text)
          #expect(!answer.response.headerFields.contains(.contentEncoding))
        }
        let connections = server.requests.suffix(2).map(\.connection)
        #expect(connections.first == connections.last)
      }
      let usual = server.requests.filter { $0.path == "/usual" }
      #expect(usual.count == 4)
      for request in usual {
        #expect(request.method == .get && request.body.isEmpty)
        #expect(Set(request.fields.map(\.name)) == [.host, .accept, .acceptEncoding])
      }
    }
  }

  @Test("A reused handle counts from zero how often a connection ends without an answer")
  func countsFromZero() async throws {
    let seen = Mutex<Set<Int>>([])
    try await withServer { request in
      // The second request of each connection gets no answer, and is sent again on a new one.
      let isFirst = seen.withLock { $0.insert(request.connection).inserted }
      return isFirst ? ServerReply(body: "x") : .raw("", then: .close)
    } run: { server in
      let client = PatientClient()
      for _ in 0..<9 {
        let answer = try await client.send(HTTPRequest(url: server.url()))
        #expect(try await answer.body.collect(upTo: 1) == Data("x".utf8))
      }
      #expect(server.requests.count == 17)
    }
  }

  private func send(
    _ unusual: Unusual, _ client: any HTTPClient, _ server: LoopbackServer
  ) async throws {
    var request = HTTPRequest(url: server.url("/plain"))
    var options = HTTPOptions()
    var body: HTTPBody?
    switch unusual {
    case .post: (request.method, body) = (.post, HTTPBody(Data("body".utf8)))
    case .streamedPut:
      let left = Mutex(3)
      (request.method, body) = (
        .put,
        HTTPBody { () async throws(HTTPError) in
          left.withLock { left in
            left -= 1
            return left > 0 ? Data("a".utf8) : nil
          }
        }
      )
    case .delete: request.method = .delete
    case .head: request.method = .head
    case .ownEncoding: request.headerFields[.acceptEncoding] = "identity"
    case .range: request.headerFields[.range] = "bytes=0-1"
    case .ownFields:
      request.headerFields = [.accept: "a/b", .userAgent: "C/1", .cookie: "d", .authorization: "e"]
    case .limits: (options.maximumBodySize, options.wholeTimeout) = (0, .seconds(60))
    case .failing:
      options.maximumBodySize = 10
      request.url = server.url("/large")
      await #expect(throws: HTTPError.self) {
        try await client.send(request, options: options).body.collect(upTo: 10)
      }
      return
    case .timedOut:
      options.idleTimeout = .milliseconds(100)
      request.url = server.url("/stalled")
      await #expect(throws: HTTPError.timedOut(.idle)) {
        try await client.send(request, options: options).body.collect(upTo: 10)
      }
      return
    case .cancelled:
      request.url = server.url("/silent")
      let number = server.requests.count + 1
      let task = Task { [request] in try await client.send(request) }
      _ = try await server.request(number)
      task.cancel()
      await #expect(throws: HTTPError.cancelled) { try await task.value }
      return
    }
    let answer = try await client.send(request, body: body, options: options)
    _ = try await answer.body.collect(upTo: 1 << 20)
  }
}
