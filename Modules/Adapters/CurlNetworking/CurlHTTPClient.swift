import Foundation
public import HTTP

/// Sends requests by libcurl (curl.se/libcurl): HTTP/1.1, and HTTP/2 where a TLS server speaks it.
///
/// All transfers of a client run on one thread: the first request starts it, and the client's end ends it. A body keeps
/// its client until it is read to its end or released.
/// Connections are used again, and certificates are always verified. A POST or PATCH is sent once: if a kept connection
/// ends without an answer, the request is interrupted, where libcurl would repeat it.
///
/// Responses are decompressed, and lose their fields `Content-Encoding` and `Content-Length`, unless the request has
/// an `Accept-Encoding` or a `Range` of its own. For a body in a coding that libcurl does not know, a safe request is
/// sent once more, and the body is passed on as it is, with its fields. libcurl takes a gzip body that ends too early
/// for a complete one if its length on the wire is right.
///
/// A body is streamed: while its reader does not read, the server waits. Only a compressed body whose request allows at
/// most 16 MiB, as it usually does, is read from the network at once.
///
/// ```swift
/// let client = CurlHTTPClient()
/// let answer = try await client.send(HTTPRequest(url: url))
/// print(answer.response.status, try await answer.body.collect(upTo: 1 << 20).count)
/// ```
public final class CurlHTTPClient: HTTPClient {
  private let configuration: CurlConfiguration
  private let mailbox = CurlMailbox()

  /// Creates a client; it connects to nothing before the first request.
  public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
    self.configuration = configuration
  }

  deinit {
    mailbox.post(.stop)
  }

  /// Sends a request, and follows redirects.
  ///
  /// - Throws: any case of `HTTPError` but `notRecorded(method:url:)`, which only `HTTPReplay` throws.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    try await follow(request, body: body, options: options) {
      (request, body, options) async throws(HTTPError) in
      try await transfer(request, body, options)
    }
  }

  private func transfer(
    _ request: HTTPRequest, _ body: HTTPBody?, _ options: HTTPOptions, mayDecode: Bool = true
  ) async throws(HTTPError) -> HTTPAnswer {
    let start = ContinuousClock.now
    let exchange = try begin(request, body, options, mayDecode: mayDecode)
    let pump = exchange.upload.flatMap { passOn($0, exchange) }
    let head: HTTPResponse
    do throws(HTTPError) { head = try await exchange.head() } catch {
      pump?.cancel()
      throw error
    }
    if exchange.needsNoDecoding(head) {
      exchange.end(.cancelled)
      var rest = options
      rest.wholeTimeout = try options.wholeTimeLeft(since: start)
      return try await transfer(request, body, rest, mayDecode: false)
    }
    return HTTPAnswer(head, body: self.body(of: head, exchange, pump), from: request.url)
  }

  /// Checks a request, and hands it to the thread.
  private func begin(
    _ request: HTTPRequest, _ body: HTTPBody?, _ options: HTTPOptions, mayDecode: Bool
  ) throws(HTTPError) -> CurlExchange {
    guard let address = Self.address(of: request.url) else { throw .invalidRequest }
    // libcurl would send it, and then wait for a body that no answer to HEAD has (RFC 9110, section 9.3.2).
    guard request.method != .head || body == nil else { throw .invalidRequest }
    guard !Task.isCancelled else { throw .cancelled }
    // A method that means to send something says that it is nothing (RFC 9110, section 8.6).
    let isSending = [.post, .put, .patch].contains(request.method)
    let upload = (body ?? (isSending ? HTTPBody(Data()) : nil)).map { CurlUpload($0) }
    let exchange = CurlExchange(
      request, to: address, options, upload, mayDecode: mayDecode, by: mailbox)
    mailbox.post(.start(exchange))
    if mailbox.claimStart() { CurlLoop.start(configuration, mailbox) }
    return exchange
  }

  /// The body of a response whose head has arrived.
  func body(
    of head: HTTPResponse, _ exchange: CurlExchange, _ pump: Task<Void, Never>?
  ) -> HTTPBody {
    // The usual answer is complete by now (`make bench`, 10 KB).
    if pump == nil, let data = exchange.wholeBody() { return HTTPBody(data) }
    let reader = CurlBodyReader(exchange, of: self, pump: pump)
    let announced = head.headerFields[values: .contentLength].first.flatMap { Int($0) }
    let length = exchange.hasBody(head) ? announced : nil
    return HTTPBody(length: length) {
      () async throws(HTTPError) in
      try await reader.next()
    } rest: { (limit) async throws(HTTPError) in
      if let length, length > limit { exchange.end(.tooLarge(limit: limit)) }
      return try await reader.rest(upTo: limit)
    }
  }

  /// The address of an http or https URL with a host, without fragment, user and password; nil for others.
  private static func address(of url: URL) -> String? {
    guard url.isHTTP else { return nil }
    let text = url.absoluteString
    let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
      !bytes.contains { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "@") }
    }
    if isPlain == true { return text }
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
    (parts.fragment, parts.user, parts.password) = (nil, nil, nil)
    return parts.string
  }

  /// Passes on a body that comes in chunks, up to its end or that of the exchange.
  private func passOn(_ upload: CurlUpload, _ exchange: CurlExchange) -> Task<Void, Never>? {
    guard upload.isStreamed else { return nil }
    return Task { [mailbox] in
      let error = await upload.pump { mailbox.post(.resume(exchange.id)) }
      if let error { exchange.end(error) }
    }
  }
}
