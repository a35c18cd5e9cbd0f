import CCurl
import Foundation
import HTTP

/// One transfer; only the loop's thread knows it.
final class CurlTransfer {
  let exchange: CurlExchange
  let handle: CurlHandle
  /// The largest compressed body that does not wait for its reader.
  private static let maximumInflated = 16 << 20
  private var head = CurlHead()
  /// The lines of the response's header, until they are delivered.
  private var lines: [UInt8]?
  /// The end of the transfer.
  private var result: Result<Void, HTTPError>?
  /// Whether it is among those with something to deliver.
  var isReady = false
  /// Whether its handle belongs to another one.
  private var isReleased = false
  /// Why the transfer is ended by its own functions.
  private var failure: HTTPError?
  /// The decoded bytes so far.
  private var size = 0
  /// Whether libcurl was told to wait until something of the body is read.
  private var waitsForReader = false
  /// Whether libcurl was told to wait for more of the request's body.
  private var waitsForBody = false
  let origin: CurlOrigin
  let entry: CurlOrigin.Entry
  /// The time for the connection.
  let connectTimeout: Duration
  /// When libcurl got the transfer.
  private let begin: ContinuousClock.Instant
  private var isConnected = false
  /// When the transfer had a connection, to the precision of the checks; nil while it waits for one.
  private var connected: ContinuousClock.Instant?
  /// Whether a byte came or went since the last check of the timeouts.
  private var isMoving = false
  /// When a byte came or went, to the precision of the checks.
  private var lastByte: ContinuousClock.Instant
  /// When a byte of the request's body went, to the precision of the checks, and how many had gone.
  private var lastSent: (time: ContinuousClock.Instant, count: curl_off_t)
  /// The transfers with something to deliver.
  private let ready: CurlReady
  /// The header of the request.
  var fields: UnsafeMutablePointer<curl_slist>?

  init(
    _ entry: CurlOrigin.Entry, of origin: CurlOrigin, at now: ContinuousClock.Instant,
    handle: CurlHandle, ready: CurlReady
  ) {
    exchange = entry.exchange
    self.entry = entry
    self.origin = origin
    self.handle = handle
    self.ready = ready
    begin = now
    (lastByte, lastSent) = (now, (now, 0))
    connectTimeout = origin.begin(entry, at: now)
    handle.begin(self)
    configure(at: now)
  }

  deinit {
    ccurl_slist_free_all(fields)
  }

  /// Whether it sets no option that the next transfer of the handle does not set, too.
  var isUsual: Bool {
    exchange.request.method == .get && exchange.upload == nil && exchange.isDecoded
      && !hasTimedOut && head.hasPlainLength != false
  }

  private var hasTimedOut: Bool { if case .failure(.timedOut)? = result { true } else { false } }

  /// Gives the handle back.
  func release() {
    isReleased = true
    origin.end(entry, wasConnected: isConnected)
    handle.clear()
  }

  // MARK: Events

  /// Notes that libcurl is about to send the request; false if it must not.
  ///
  /// libcurl sends a request again if a kept connection ends without an answer. The server may have done what it
  /// asks for, which only an idempotent one may repeat (RFC 9110, section 9.2.2).
  func connect() -> Bool {
    let request = exchange.request
    guard isConnected else {
      isConnected = true
      origin.connect()
      return true
    }
    if !request.method.isIdempotent { failure = .interrupted(host: request.url.host() ?? "") }
    return request.method.isIdempotent
  }

  func receive(line: UnsafeRawBufferPointer) -> Int {
    isMoving = true
    do throws(HTTPError) {
      if let lines = try head.receive(line) {
        self.lines = lines
        ready.add(self)
        // What follows a body of unclear length is no response (RFC 9112, section 6.3).
        if head.hasPlainLength == false { handle.set(CURLOPT_FORBID_REUSE, 1) }
        (origin.isMultiplexed, origin.isSilent) = (isMultiplexed, false)
      }
      return line.count
    } catch {
      failure = error
      // Any other number than the given one ends the transfer.
      return line.isEmpty ? 1 : 0
    }
  }

  func receive(body: UnsafeRawBufferPointer) -> Int {
    isMoving = true
    guard size + body.count <= exchange.options.maximumBodySize else {
      failure = .tooLarge(limit: exchange.options.maximumBodySize)
      return body.isEmpty ? 1 : 0
    }
    if size == 0 { exchange.expect(announcedLength) }
    ready.add(self)
    switch exchange.add(body, mayWait: mayWait) {
    case .added:
      size += body.count
      return body.count
    case .later:
      // They come again.
      waitsForReader = true
      return Int(CURL_WRITEFUNC_PAUSE)
    case .over: return body.isEmpty ? 1 : 0
    }
  }

  /// Whether the transfer waits for its reader.
  ///
  /// Of a compressed body libcurl would keep what it has decoded, a thousand times what has arrived, and copy it
  /// at each pause; a body that can't be large is taken instead.
  private var mayWait: Bool {
    let isInflated = exchange.isDecoded && head.isEncoded
    return !isInflated || exchange.options.maximumBodySize > Self.maximumInflated
  }

  /// The length of the body on the wire, 0 if it is not known.
  private var announcedLength: Int {
    max(0, Int(offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)))
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    switch exchange.upload?.read(into: buffer) {
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
    exchange.upload?.seek(to: position) == true ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_CANTSEEK
  }

  /// Goes on after a pause.
  func resume() {
    guard waitsForReader || waitsForBody else { return }
    (waitsForReader, waitsForBody) = (false, false)
    isMoving = true
    // What libcurl has kept comes at once, and may be too much; then it would not say so again.
    let code = ccurl_easy_pause(handle.pointer, CURLPAUSE_CONT)
    if code != CURLE_OK || failure != nil { end(code) }
  }

  /// Delivers what has happened since the last time; true at the end.
  func deliver() -> Bool {
    isReady = false
    guard !isReleased else { return false }
    if let reader = exchange.deliver(lines, result) { ready.add(reader) }
    lines = nil
    if result != nil { return true }
    // Its reader may have read while this was being delivered.
    if waitsForReader, !exchange.wait() { resume() }
    return false
  }

  /// Notes the end of the transfer.
  func end(_ code: CURLcode) {
    end(failure.map { .failure($0) } ?? (code == CURLE_OK ? .success(()) : .failure(problem(code))))
  }

  /// Notes the end of the transfer, unless it has ended: what has arrived completely is not late, however long
  /// the process was stopped.
  func end(_ result: Result<Void, HTTPError>) {
    guard self.result == nil else { return }
    self.result = result
    // A connection of HTTP/2 would be used again, although the server may be away without having closed it.
    if hasTimedOut {
      handle.set(CURLOPT_FORBID_REUSE, 1)
      origin.timeOut(at: .now)
    }
    ready.add(self)
  }

  private func problem(_ code: CURLcode) -> HTTPError {
    HTTPError(
      code, of: handle.pointer, exchange.request, said: handle.message,
      hasHead: head.isComplete, limit: exchange.options.maximumBodySize)
  }

  // MARK: Time

  /// The time that is over, or nil.
  func timeout(at now: ContinuousClock.Instant) -> HTTPError.Timeout? {
    let options = exchange.options
    let sent = exchange.upload == nil ? 0 : offset(CURLINFO_SIZE_UPLOAD_T)
    if sent != lastSent.count {
      lastSent = (now, sent)
      isMoving = true
    }
    if isMoving { lastByte = now }
    isMoving = false
    if let whole = options.wholeTimeout, now - entry.since > whole { return .whole }
    if connected == nil, isConnected { connected = now }
    guard let connected else {
      // libcurl counts this time, too, and says more about it, but not for a transfer that it lets wait.
      return now - begin > connectTimeout + .seconds(1) ? .connect : nil
    }
    let isSent = exchange.upload?.isSent ?? true
    // While a body is sent, the server may wait for its end.
    if isSent, !head.isComplete, now - max(connected, lastSent.time) > options.firstByteTimeout {
      return .firstByte
    }
    // A server that has everything and has not answered yet is not idle: it may be working.
    guard head.isComplete || !isSent, !waitsForReader else { return nil }
    return now - max(connected, lastByte) > options.idleTimeout ? .idle : nil
  }

  private func offset(_ info: CURLINFO) -> curl_off_t {
    var value: curl_off_t = 0
    ccurl_get_offset(handle.pointer, info, &value)
    return value
  }
}
