import CurlNetworking
import Foundation
import HTTP
import Synchronization
import TestKit
import Testing

@Suite("Bodies of libcurl")
struct CurlBodyTests {
  private let client = PatientClient()

  @Test(
    "A body arrives whole and in order, whatever its size",
    arguments: [0, 1, 16_383, 16_384, 300_000, 5_000_000])
  func sizes(_ size: Int) async throws {
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    for chunked in [false, true] {
      try await withServer { _ in
        chunked
          ? ServerReply(
            body: .chunks(
              [data.prefix(size / 2), data.suffix(size - size / 2)].filter { !$0.isEmpty }))
          : ServerReply(body: .data(data))
      } run: { server in
        let answer = try await client.send(HTTPRequest(url: server.url()))
        #expect(try await answer.body.collect(upTo: size) == data)
        #expect(
          answer.body.length == (chunked ? nil : size) || size == 0 || answer.body.data != nil)
      }
    }
  }

  @Test("A reader that does not read lets the server wait", arguments: [false, true])
  func backPressure(_ isGzipped: Bool) async throws {
    // More than the sockets hold.
    let large = Data(repeating: 1, count: 48 << 20)
    try await withServer { request in
      guard request.path == "/large" else { return ServerReply(body: "x") }
      return isGzipped ? ServerReply(gzipped: large) : ServerReply(body: .data(large))
    } run: { server in
      var options = HTTPOptions()
      options.maximumBodySize = .max
      let answer = try await client.send(
        HTTPRequest(url: server.url("/large")), options: options)
      var iterator = answer.body.makeAsyncIterator()
      var read = try await iterator.next()?.count ?? 0
      // Others go on meanwhile.
      for number in 1...50 {
        _ = try await client.send(HTTPRequest(url: server.url("/")))
        #expect(server.traffic.replies <= number)
      }
      while let chunk = try await iterator.next() { read += chunk.count }
      #expect(read == large.count)
    }
  }

  @Test("A body of a request is sent with its length", arguments: [0, 5, 200_000])
  func upload(_ size: Int) async throws {
    let data = Data(repeating: 7, count: size)
    try await withServer { request in
      ServerReply(body: .data(request.body))
    } run: { server in
      for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
        let answer = try await client.send(
          HTTPRequest(method: method, url: server.url()), body: HTTPBody(data),
          options: HTTPOptions())
        #expect(try await answer.body.collect(upTo: size) == data)
      }
      #expect(server.requests.allSatisfy { $0.fields[.contentLength] == "\(size)" })
      let expect = try #require(HTTPField.Name("Expect"))
      #expect(server.requests.allSatisfy { !$0.fields.contains(expect) })
    }
  }

  @Test("A body in chunks is sent in order, as it comes")
  func uploadInChunks() async throws {
    let count = Mutex(0)
    let body = HTTPBody { () async throws(HTTPError) in
      let number = count.withLock { number in
        number += 1
        return number
      }
      return number <= 100 ? Data(repeating: UInt8(number), count: 10_000) : nil
    }
    try await withServer { request in
      ServerReply(body: "\(request.body.count)")
    } run: { server in
      let answer = try await client.send(
        HTTPRequest(method: .put, url: server.url()), body: body, options: HTTPOptions())
      #expect(try await answer.body.collect(upTo: 10) == Data("1000000".utf8))
      let request = try await server.request(1)
      #expect(request.fields[.transferEncoding] == "chunked")
      #expect(request.body.first == 1 && request.body.last == 100)
    }
  }

  @Test("A server that does not read lets a body in chunks wait")
  func uploadBackPressure() async throws {
    // More than the sockets hold.
    let (size, count) = (100_000, 480)
    let taken = Mutex(0)
    let body = HTTPBody { () async throws(HTTPError) in
      let number = taken.withLock { number in
        number += 1
        return number
      }
      return number <= count ? Data(repeating: 7, count: size) : nil
    }
    let gate = try ServerGate()
    var options = LoopbackServer.Options()
    options.uploadGate = gate
    try await withServer(options: options) { request in
      ServerReply(body: "\(request.body.count)")
    } run: { server in
      async let answer = client.send(
        HTTPRequest(method: .put, url: server.url()), body: body, options: HTTPOptions())
      try await server.first { $0.heads > 0 ? () : nil }
      // Others go on meanwhile.
      for _ in 1...50 { _ = try await client.send(HTTPRequest(url: server.url())) }
      #expect(taken.withLock(\.self) < count)
      gate.open()
      #expect(try await answer.body.collect(upTo: 10) == Data("\(size * count)".utf8))
      #expect(taken.withLock(\.self) == count + 1)
    }
  }

  @Test("A body that fails ends the request with its error")
  func failingUpload() async throws {
    let body = HTTPBody { () async throws(HTTPError) in throw .malformed("my own") }
    try await withServer { _ in
      ServerReply(body: "x")
    } run: { server in
      await #expect(throws: HTTPError.malformed("my own")) {
        try await client.send(
          HTTPRequest(method: .post, url: server.url()), body: body, options: HTTPOptions())
      }
    }
  }

  @Test("An answer before the end of the request's body is an answer")
  func earlyAnswer() async throws {
    let body = HTTPBody { () async throws(HTTPError) in Data(repeating: 1, count: 60_000) }
    try await withServer(
      options: {
        var options = LoopbackServer.Options()
        options.maximumBody = 100_000
        return options
      }()
    ) { _ in
      ServerReply(status: 413, body: "too much")
    } run: { server in
      var options = HTTPOptions()
      options.wholeTimeout = .seconds(240)
      do throws(HTTPError) {
        let answer = try await client.send(
          HTTPRequest(method: .post, url: server.url()), body: body, options: options)
        #expect(answer.response.status.kind == .clientError)
      } catch {
        // A server that closes while it is sent to can't be heard in every case.
        #expect(error == .interrupted(host: "127.0.0.1"))
      }
    }
  }

  @Test("A body that is larger than allowed ends its transfer: announced, in chunks, compressed")
  func limits() async throws {
    var options = HTTPOptions()
    options.maximumBodySize = 1000
    let large = Data(repeating: 65, count: 1001)
    for reply in [
      ServerReply(body: .data(large)),
      ServerReply(body: .chunks([large.prefix(999), large.suffix(2)])),
      ServerReply(gzipped: large),
    ] {
      try await withServer { _ in
        reply
      } run: { server in
        await #expect(throws: HTTPError.tooLarge(limit: 1000)) {
          try await client.send(HTTPRequest(url: server.url()), options: options).body.collect(
            upTo: 5000)
        }
        options.maximumBodySize = 1001
        let answer = try await client.send(HTTPRequest(url: server.url()), options: options)
        #expect(try await answer.body.collect(upTo: 5000) == large)
        options.maximumBodySize = 1000
      }
    }
  }

  @Test("A body is collected up to the caller's limit, and then its transfer is ended")
  func collectLimit() async throws {
    try await withServer { _ in
      .wire([
        .send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"),
        .sendForever(Data(repeating: 32, count: 1 << 16)),
      ])
    } run: { server in
      var options = HTTPOptions()
      options.maximumBodySize = .max
      let answer = try await client.send(HTTPRequest(url: server.url()), options: options)
      await #expect(throws: HTTPError.tooLarge(limit: 3_000_000)) {
        try await answer.body.collect(upTo: 3_000_000)
      }
      // Also while the answer is still there.
      try await server.end(ofConnection: 1)
      _ = answer.response
    }
  }

  @Test("An invalid header ends its transfer, whatever follows")
  func invalidHeader() async throws {
    try await withServer { _ in
      .wire([
        .send("HTTP/1.1 200 OK\r\nA name: x\r\nConnection: close\r\n\r\n"),
        .sendForever(Data(repeating: 32, count: 1 << 16)),
      ])
    } run: { server in
      await #expect(throws: HTTPError.malformed("header")) {
        try await client.send(HTTPRequest(url: server.url()))
      }
      try await server.end(ofConnection: 1)
    }
  }

  @Test("Collecting a body leaves out the chunks that were read before")
  func collectRest() async throws {
    let data = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    try await withServer { _ in
      ServerReply(body: .data(data))
    } run: { server in
      let answer = try await client.send(HTTPRequest(url: server.url()))
      var iterator = answer.body.makeAsyncIterator()
      let first = try #require(try await iterator.next())
      #expect(try await answer.body.collect(upTo: data.count) == data.dropFirst(first.count))
    }
  }

  @Test("Collecting a body is cancelled at once")
  func collectCancelled() async throws {
    try await withServer { _ in
      ServerReply.raw("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nabc", then: .silence)
    } run: { server in
      let answer = try await client.send(HTTPRequest(url: server.url()))
      let task = Task { try await answer.body.collect(upTo: 1 << 20) }
      task.cancel()
      await #expect(throws: HTTPError.cancelled) { try await task.value }
      try await server.end(ofConnection: 1)
    }
  }
}
