import Foundation
import HTTP
import Synchronization
import TestKit
import Testing

@testable import CurlNetworking

@Suite("Bodies of requests by libcurl")
struct CurlUploadTests {
  private let client = PatientClient()

  @Test(
    "A request that is not idempotent is sent once, even if a kept connection ends without an answer",
    arguments: [HTTPRequest.Method.post, .patch, .put, .get], ["", "body"])
  func sentOnce(_ method: HTTPRequest.Method, _ text: String) async throws {
    let first = Mutex<Int?>(nil)
    try await withServer { request in
      let kept = first.withLock { first in
        first = first ?? request.connection
        return first
      }
      if request.path == "/", request.method == .head { return ServerReply(body: "") }
      return method.isIdempotent && request.connection != kept
        ? ServerReply(body: "x") : .raw("", then: .close)
    } run: { server in
      // The connection is kept.
      _ = try await client.send(HTTPRequest(method: .head, url: server.url()))
      let body = method == .get ? nil : HTTPBody(Data(text.utf8))
      let result = await Result {
        try await client.send(
          HTTPRequest(method: method, url: server.url("/change")), body: body,
          options: HTTPOptions())
      }
      let sent = server.requests.count { $0.path == "/change" }
      if method.isIdempotent {
        #expect(try result.get().response.status == .ok && sent == 2)
      } else {
        #expect(throws: HTTPError.interrupted(host: "127.0.0.1")) { try result.get() }
        #expect(sent == 1)
      }
    }
  }

  @Test("RFC 9110, 8.6: POST, PUT and PATCH without a body have the length 0, and others have none")
  func withoutBody() async throws {
    try await withServer { _ in
      ServerReply(body: "x")
    } run: { server in
      for method in [HTTPRequest.Method.post, .put, .patch, .get, .delete] {
        _ = try await client.send(HTTPRequest(method: method, url: server.url()))
      }
      #expect(server.requests.map { $0.fields[.contentLength] } == ["0", "0", "0", nil, nil])
    }
  }

  @Test("A HEAD with a body is not sent: its answer would never end")
  func head() async throws {
    try await withServer { _ in
      ServerReply(body: "")
    } run: { server in
      await #expect(throws: HTTPError.invalidRequest) {
        try await client.send(
          HTTPRequest(method: .head, url: server.url()), body: HTTPBody(Data("x".utf8)),
          options: HTTPOptions())
      }
      #expect(server.requests.isEmpty)
    }
  }

  @Test(
    "A server that has the whole request may take longer to answer than a silence within a body",
    arguments: [nil, HTTPBody(Data("body".utf8))])
  func working(_ body: HTTPBody?) async throws {
    try await withServer { _ in
      var reply = ServerReply(body: "done")
      reply.delay = .interval(.milliseconds(2500))
      return reply
    } run: { server in
      var options = HTTPOptions()
      options.firstByteTimeout = .seconds(600)
      options.idleTimeout = .seconds(1)
      let method: HTTPRequest.Method = body == nil ? .get : .post
      let request = HTTPRequest(method: method, url: server.url("/"))
      let answer = try await CurlHTTPClient(.direct).send(request, body: body, options: options)
      #expect(answer.response.status == .ok)
    }
  }

  @Test("A body in chunks that is not as long as it says is not sent as one", arguments: [-1, 1])
  func otherLength(_ difference: Int) async throws {
    let left = Mutex(10)
    let body = HTTPBody(length: 100_000 - difference * 10_000) { () async throws(HTTPError) in
      let isLeft = left.withLock { left in
        left -= 1
        return left >= 0
      }
      return isLeft ? Data(repeating: 7, count: 10_000) : nil
    }
    try await withServer { request in
      ServerReply(body: "\(request.body.count)")
    } run: { server in
      await #expect(throws: HTTPError.invalidRequest) {
        try await client.send(
          HTTPRequest(method: .put, url: server.url()), body: body, options: HTTPOptions())
      }
      // Nothing of the body is taken for a request.
      #expect(server.requests.allSatisfy { $0.method == .put })
      let answer = try await client.send(HTTPRequest(url: server.url()))
      #expect(try await answer.body.collect(upTo: 10) == Data("0".utf8))
    }
  }
}

@Suite("The memory of a request's body")
struct CurlUploadMemoryTests {
  @Test("The sent chunks of a body are not kept")
  func kept() async throws {
    await #expect(processExitsWith: .success) {
      let chunk = Data(repeating: 7, count: 100_000)
      let left = Mutex(5000)
      let upload = CurlUpload(
        HTTPBody { () async throws(HTTPError) in
          let isLeft = left.withLock { left in
            left -= 1
            return left >= 0
          }
          return isLeft ? chunk : nil
        })
      let pump = Task { await upload.pump {} }
      // A chunk of HTTP/1.1 as libcurl asks for it, so that some of each of ours is left.
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_524, alignment: 1)
      defer { buffer.deallocate() }
      var sent = 0
      while true {
        let before = left.withLock(\.self)
        guard case .bytes(let count) = upload.read(into: buffer) else {
          await Task.yield()
          continue
        }
        if count == 0 { break }
        sent += count
        // A producer with room comes first.
        for _ in 0..<50 where left.withLock(\.self) == before { await Task.yield() }
      }
      #expect(await pump.value == nil)
      #expect(sent == 500_000_000)
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let kilobytes = line.flatMap { Int($0.filter(\.isNumber)) }
      #expect((1..<200_000).contains(kilobytes ?? 0), "\(line ?? "")")
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
