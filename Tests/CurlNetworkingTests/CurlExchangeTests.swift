import Foundation
import HTTP
import Testing

@testable import CurlNetworking

@Suite("The bytes of a transfer that are not read yet", .timeLimit(.minutes(60)))
struct CurlExchangeTests {
  private func makeExchange(
    _ method: HTTPRequest.Method = .get, _ options: HTTPOptions = HTTPOptions(),
    _ upload: CurlUpload? = nil, by mailbox: CurlMailbox = CurlMailbox()
  ) throws -> CurlExchange {
    let url = try #require(URL(string: "http://books.example/"))
    return CurlExchange(
      HTTPRequest(method: method, url: url), to: url.absoluteString, options, upload, by: mailbox)
  }

  /// Creates the transfer of an exchange, as the loop does.
  private func makeTransfer(
    of exchange: CurlExchange, at start: ContinuousClock.Instant, _ ready: CurlReady
  ) throws -> CurlTransfer {
    let origin = CurlOrigin(name: "http://books.example")
    origin.add(exchange, at: start)
    let configuration = CurlConfiguration()
    let handle = try #require(
      CurlHandle(configuration, CurlTrust(configuration.trust), share: nil))
    return CurlTransfer(origin.next(), of: origin, at: start, handle: handle, ready: ready)
  }

  @Test("Collecting a body fails at once if more than the limit is there, and ends its transfer")
  func tooLarge() async throws {
    let mailbox = CurlMailbox()
    let exchange = try makeExchange(by: mailbox)
    _ = Data(count: 11).withUnsafeBytes { exchange.add($0, mayWait: true) }
    await #expect(throws: HTTPError.tooLarge(limit: 10)) { try await exchange.rest(upTo: 10) }
    var messages: [CurlMailbox.Message] = []
    mailbox.drain(into: &messages)
    guard case .cancel(exchange.id)? = messages.first else {
      Issue.record("\(messages.count) messages")
      return
    }
  }

  @Test("A cancelled task reads no more of a body, even if more has arrived, and ends its transfer")
  func cancelledReader() async throws {
    let mailbox = CurlMailbox()
    let exchange = try makeExchange(by: mailbox)
    _ = Data("x".utf8).withUnsafeBytes { exchange.add($0, mayWait: true) }
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await exchange.next()
    }
    await #expect(throws: HTTPError.cancelled) { try await reading.value }
    var messages: [CurlMailbox.Message] = []
    mailbox.drain(into: &messages)
    guard case .cancel(exchange.id)? = messages.first else {
      Issue.record("\(messages.count) messages")
      return
    }
  }

  @Test("A request that is cancelled after its head has arrived has neither an answer nor a body")
  func cancelledAfterHead() async throws {
    let exchange = try makeExchange()
    exchange.deliver(Array("HTTP/1.1 200 OK\r\n".utf8), nil)?.resume()
    _ = Data("x".utf8).withUnsafeBytes { exchange.add($0, mayWait: true) }
    exchange.end(.cancelled)
    await #expect(throws: HTTPError.cancelled) { try await exchange.head() }
    await #expect(throws: HTTPError.cancelled) { try await exchange.next() }
  }

  @Test("A transfer that has ended is not late, even if the time is looked at before its delivery")
  func endedInTime() async throws {
    let (exchange, ready) = (try makeExchange(), CurlReady())
    let transfer = try makeTransfer(of: exchange, at: .now, ready)
    _ = Data("x".utf8).withUnsafeBytes { exchange.add($0, mayWait: true) }
    transfer.end(.success(()))
    transfer.end(.failure(.timedOut(.whole)))
    ready.deliver { $0.release() }
    #expect(try await exchange.rest(upTo: 1) == Data("x".utf8))
  }

  @Test("A transfer that waits for its reader is not idle, however long it waits")
  func waitsForReader() throws {
    let (start, ready) = (ContinuousClock.now, CurlReady())
    let transfer = try makeTransfer(of: makeExchange(), at: start, ready)
    _ = transfer.connect()
    for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] {
      _ = Array(line.utf8).withUnsafeBytes { transfer.receive(line: $0) }
    }
    let piece = Data(count: CurlExchange.maximumUnread)
    _ = piece.withUnsafeBytes { transfer.receive(body: $0) }
    #expect(transfer.timeout(at: start + .seconds(1)) == nil)
    #expect(transfer.timeout(at: start + .seconds(32)) == .idle)
    // There is no room for this one until the reader has read.
    _ = piece.withUnsafeBytes { transfer.receive(body: $0) }
    #expect(transfer.timeout(at: start + .seconds(33)) == nil)
    #expect(transfer.timeout(at: start + .seconds(3600)) == nil)
    transfer.release()
    // It keeps the transfer until then, which would be a leak.
    ready.deliver { _ in }
  }

  @Test("A request's body that stalls is idle, and the answer is late only after all of the body")
  func stalledUpload() throws {
    var options = HTTPOptions()
    (options.firstByteTimeout, options.idleTimeout) = (.seconds(5), .seconds(60))
    let exchange = try makeExchange(.put, options, CurlUpload(HTTPBody(Data("body".utf8))))
    let start = ContinuousClock.now
    let transfer = try makeTransfer(of: exchange, at: start, CurlReady())
    _ = transfer.connect()
    #expect(transfer.timeout(at: start + .seconds(1)) == nil)
    #expect(transfer.timeout(at: start + .seconds(60)) == nil)
    #expect(transfer.timeout(at: start + .seconds(62)) == .idle)
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = buffer.withUnsafeMutableBytes { transfer.fill($0) }
    #expect(count == 4)
    #expect(transfer.timeout(at: start + .seconds(62)) == .firstByte)
    transfer.release()
  }

  @Test("A compressed body waits for its reader only if its request allows more than 16 MiB")
  func compressed() throws {
    for (limit, waits) in [(16 << 20, false), ((16 << 20) + 1, true)] {
      var options = HTTPOptions()
      options.maximumBodySize = limit
      let ready = CurlReady()
      let transfer = try makeTransfer(of: makeExchange(.get, options), at: .now, ready)
      for line in ["HTTP/1.1 200 OK\r\n", "Content-Encoding: gzip\r\n", "\r\n"] {
        _ = Array(line.utf8).withUnsafeBytes { transfer.receive(line: $0) }
      }
      let piece = Data(count: CurlExchange.maximumUnread)
      let taken = (0..<2).map { _ in piece.withUnsafeBytes { transfer.receive(body: $0) } }
      #expect(taken[0] == piece.count && (taken[1] != piece.count) == waits)
      transfer.release()
      ready.deliver { _ in }
    }
  }

  @Test("A libcurl without a decoder knows fewer codings")
  func codings() {
    // `CURL_VERSION_LIBZ`, `CURL_VERSION_BROTLI` and `CURL_VERSION_ZSTD` of curl.h.
    let (zlib, brotli, zstd): (Int32, Int32, Int32) = (1 << 3, 1 << 23, 1 << 26)
    let usual: Set = ["identity", "none", "deflate", "gzip", "x-gzip"]
    #expect(CurlExchange.codings(of: 0) == ["identity", "none"])
    #expect(CurlExchange.codings(of: zlib) == usual)
    #expect(CurlExchange.codings(of: zlib | brotli) == usual.union(["br"]))
    #expect(CurlExchange.codings(of: zlib | zstd) == usual.union(["zstd"]))
  }

  @Test(
    "The body of an answer to HEAD and of a 304 is empty, even if its end comes after the head",
    arguments: [(HTTPRequest.Method.head, 200), (.get, 304)])
  func withoutBody(_ method: HTTPRequest.Method, _ status: Int) async throws {
    let exchange = try makeExchange(method)
    let head = HTTPResponse(
      status: .init(code: status), headerFields: [.contentLength: "1001"])
    let body = CurlHTTPClient().body(of: head, exchange, nil)
    #expect(body.length == nil)
    let collecting = Task.immediate { try await body.collect(upTo: 10) }
    exchange.deliver(nil, .success(()))?.resume()
    #expect(try await collecting.value.isEmpty)
  }

  @Test("A whole body that fails is released before its reader runs; pieces that arrived are kept")
  func released() {
    for wanted in [16, nil] {
      var state = CurlExchange.State()
      state.wanted = wanted
      state.unread.append(Data(count: 11))
      state.end(.failure(.tooLarge(limit: 16)))
      #expect(state.unread.count == (wanted == nil ? 11 : 0))
    }
  }
}
