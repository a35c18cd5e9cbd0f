import CCurl
import Foundation
import HTTP

/// A request for the loop's thread.
final class CurlOrder: Sendable {
  let request: HTTPRequest
  /// The URL without fragment, user and password.
  let address: String
  let options: HTTPOptions
  let upload: CurlUpload?
  let exchange: CurlExchange

  init(
    _ request: HTTPRequest, to address: String, _ options: HTTPOptions, _ upload: CurlUpload?,
    _ exchange: CurlExchange
  ) {
    self.request = request
    self.address = address
    self.options = options
    self.upload = upload
    self.exchange = exchange
  }
}

/// The transfers that have something to deliver.
final class CurlNews {
  private var transfers: [CurlTransfer] = []
  /// Empty, but for the time of a delivery.
  private var delivered: [CurlTransfer] = []

  fileprivate func add(_ transfer: CurlTransfer) {
    if transfer.isNews { return }
    transfer.isNews = true
    transfers.append(transfer)
  }

  /// Delivers it, and calls a closure with each transfer that has ended.
  func deliver(_ onEnd: (CurlTransfer) -> Void) {
    // A transfer that goes on has more at once.
    while !transfers.isEmpty {
      swap(&transfers, &delivered)
      for transfer in delivered where transfer.deliver() { onEnd(transfer) }
      delivered.removeAll(keepingCapacity: true)
    }
  }
}

/// One transfer; only the loop's thread knows it.
///
/// libcurl's functions get it as their context, so it stays where it is until its handle is released.
final class CurlTransfer {
  let order: CurlOrder
  let handle: UnsafeMutableRawPointer
  var head = CurlHead()
  /// What was not delivered yet.
  var delivery = CurlExchange.Delivery()
  /// Whether it is among the news.
  fileprivate var isNews = false
  /// Whether its handle belongs to another one.
  var isReleased = false
  /// Why the transfer is ended by its own functions.
  var failure: HTTPError?
  /// The largest compressed body that does not wait for its reader.
  private static let mostDecoded = 16 << 20
  /// Whether libcurl decodes the body.
  private var isDecoded = false
  /// The decoded bytes so far.
  private var size = 0
  /// Whether libcurl was told to wait until something of the body is read.
  private(set) var waitsForReader = false
  /// Whether libcurl was told to wait for more of the request's body.
  private var waitsForBody = false
  private let begin: ContinuousClock.Instant
  /// Whether a byte came or went since the last look at the time.
  private var isMoving = false
  /// When a byte came or went, to the precision of the looks.
  private var lastByte: ContinuousClock.Instant
  /// The transfers with something to deliver.
  private let news: CurlNews
  /// The header of the request.
  var fields: UnsafeMutablePointer<curl_slist>?
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init(_ order: CurlOrder, handle: UnsafeMutableRawPointer, news: CurlNews) {
    self.order = order
    self.handle = handle
    self.news = news
    begin = .now
    lastByte = begin
    text[0] = 0
  }

  deinit {
    ccurl_slist_free_all(fields)
    text.deallocate()
  }

  var host: String { order.request.url.host() ?? "" }

  // MARK: Events

  func take(line: UnsafeRawBufferPointer) -> Int {
    isMoving = true
    let isHead = head.response == nil
    do throws(HTTPError) {
      try head.take(line)
      if isHead, let response = head.response { try begin(response) }
      return line.count
    } catch {
      failure = error
      // Any other number than the given one ends the transfer.
      return line.isEmpty ? 1 : 0
    }
  }

  private func begin(_ response: HTTPResponse) throws(HTTPError) {
    var response = response
    let mayDecode =
      !order.request.headerFields.contains(.acceptEncoding)
      && !order.request.headerFields.contains(.range)
    if mayDecode, response.headerFields.contains(.contentEncoding), order.request.method != .head {
      isDecoded = true
      // They describe what was on the wire.
      response.headerFields[.contentEncoding] = nil
      response.headerFields[.contentLength] = nil
    }
    let length = response.headerFields[values: .contentLength].first.flatMap { Int($0) }
    let limit = order.options.maximumBodySize
    if let length, length > limit, order.request.method != .head, response.status != .notModified {
      throw .tooLarge(limit: limit)
    }
    if let length { delivery.chunk.reserveCapacity(min(length, CurlExchange.mostUnread)) }
    delivery.head = response
    news.add(self)
  }

  func take(body: UnsafeRawBufferPointer) -> Int {
    isMoving = true
    size += body.count
    guard size <= order.options.maximumBodySize else {
      failure = .tooLarge(limit: order.options.maximumBodySize)
      return body.isEmpty ? 1 : 0
    }
    if mayWait, delivery.chunk.count + order.exchange.unread >= CurlExchange.mostUnread {
      // It comes again.
      size -= body.count
      waitsForReader = true
      news.add(self)
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    delivery.chunk.append(contentsOf: body)
    news.add(self)
    return body.count
  }

  /// Whether the transfer waits for its reader.
  ///
  /// Of a compressed body libcurl would keep what it has decoded, a thousand times what has arrived, and copy it
  /// at each pause; a body that can't be large is taken instead.
  private var mayWait: Bool { !isDecoded || order.options.maximumBodySize > Self.mostDecoded }

  func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    isMoving = true
    switch order.upload?.read(into: buffer) {
    case .bytes(let count)?: return count
    case .wait?:
      waitsForBody = true
      return Int(CURL_READFUNC_PAUSE)
    case .abort(let error)?:
      failure = error
      return Int(CURL_READFUNC_ABORT)
    case nil: return Int(CURL_READFUNC_ABORT)
    }
  }

  func seek(to position: Int) -> Int32 {
    order.upload?.seek(to: position) == true ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_CANTSEEK
  }

  /// Goes on after a pause.
  func goOn() {
    guard waitsForReader || waitsForBody else { return }
    (waitsForReader, waitsForBody) = (false, false)
    isMoving = true
    // What libcurl has kept comes at once, and may be too much; then it would not say so again.
    let code = ccurl_easy_pause(handle, CURLPAUSE_CONT)
    if code != CURLE_OK || failure != nil { end(code) }
  }

  /// Delivers what has happened since the last time; true at the end.
  fileprivate func deliver() -> Bool {
    isNews = false
    guard !isReleased else { return false }
    let news = delivery
    delivery = CurlExchange.Delivery()
    order.exchange.deliver(news)
    if news.end != nil { return true }
    // Its reader may have read while this was being delivered.
    if waitsForReader, !order.exchange.wait() { goOn() }
    return false
  }

  /// Notes the end of the transfer.
  func end(_ code: CURLcode) {
    end(failure.map { .failure($0) } ?? (code == CURLE_OK ? .success(()) : .failure(problem(code))))
  }

  /// Notes the end of the transfer.
  func end(_ result: Result<Void, HTTPError>) {
    delivery.end = result
    news.add(self)
  }

  private func problem(_ code: CURLcode) -> HTTPError {
    HTTPError(
      code, of: handle, host: host, said: String(cString: text), hasHead: head.response != nil,
      limit: order.options.maximumBodySize)
  }

  // MARK: Time

  /// The time that is over, or nil.
  func timeout(at now: ContinuousClock.Instant) -> HTTPError.Timeout? {
    let options = order.options
    if isMoving { lastByte = now }
    isMoving = false
    if let whole = options.wholeTimeout, now - begin > whole { return .whole }
    // Until then libcurl counts the time for the connection.
    guard let connected = connectedAt else { return nil }
    if head.response == nil, now - max(connected, lastSent) > options.firstByteTimeout {
      return .firstByte
    }
    if !waitsForReader, now - max(connected, lastByte) > options.idleTimeout { return .idle }
    return nil
  }

  /// While a body is sent, the server may wait for its end.
  private var lastSent: ContinuousClock.Instant { order.upload == nil ? begin : lastByte }

  private var connectedAt: ContinuousClock.Instant? {
    var microseconds: curl_off_t = 0
    ccurl_get_offset(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds)
    return microseconds > 0 ? begin + .microseconds(Int64(microseconds)) : nil
  }
}
