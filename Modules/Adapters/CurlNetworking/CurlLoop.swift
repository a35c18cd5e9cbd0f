import CCurl
import Foundation
import HTTP

/// The thread on which all transfers of a client run: one `curl_multi`, woken by messages.
struct CurlLoop {
  /// How often timeouts are checked.
  private static let tick = Duration.milliseconds(100)
  /// The most polls before results are delivered and messages are read.
  private static let maximumPolls = 32
  /// The released handles that are kept for later transfers.
  private static let maximumSpareHandles = 64
  /// The origins without requests that are remembered.
  private static let maximumIdleOrigins = 64

  private let configuration: CurlConfiguration
  private let trust: CurlTrust
  private let mailbox: CurlMailbox
  private let multi: UnsafeMutableRawPointer
  private let share: UnsafeMutableRawPointer?
  private let sockets: CurlSockets
  private let ready = CurlReady()
  private let kept = CurlKept()
  private var transfers: [Int: CurlTransfer] = [:]
  /// The origins, by their names: those with requests, and some without.
  private var origins: [String: CurlOrigin] = [:]
  private var spares: [CurlHandle] = []
  private var messages: [CurlMailbox.Message] = []
  private var lastTick = ContinuousClock.now

  /// Starts the thread.
  ///
  /// - Parameter version: returns the version of libcurl.
  static func start(
    _ configuration: CurlConfiguration, _ mailbox: CurlMailbox,
    version: @escaping @Sendable () -> UInt32 = { ccurl_version() }
  ) {
    let isStarted = CurlThread.start(mailbox) {
      ccurl_thread_name("network")
      // OpenSSL writes to sockets that the other side may have closed.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      if var loop = CurlLoop(configuration, mailbox, version) {
        loop.run()
      } else {
        refuse(mailbox, version: version)
      }
    }
    if !isStarted { refuse(mailbox, version: version) }
  }

  private init?(
    _ configuration: CurlConfiguration, _ mailbox: CurlMailbox, _ version: () -> UInt32
  ) {
    guard let wakeUp = mailbox.openPipe(), ccurl_library() != nil,
      Self.problem(ofVersion: version()) == nil,
      ccurl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, CurlThread.endWithProcess(),
      let multi = ccurl_multi_init()
    else { return nil }
    self.configuration = configuration
    trust = CurlTrust(configuration.trust)
    self.mailbox = mailbox
    self.multi = multi
    sockets = CurlSockets(wakeUp: wakeUp)
    sockets.attach(to: multi)
    // One thread uses it, so it needs no locks.
    share = ccurl_share_init()
    if let share { ccurl_share(share, CURL_LOCK_DATA_SSL_SESSION) }
    // libcurl itself keeps four for each request that runs, and closes the others.
    ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(1, configuration.connections))
    ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
  }

  /// Refuses the requests for which no thread could be started. The next one tries again: memory, threads,
  /// descriptors and even the library may be there by then.
  static func refuse(_ mailbox: CurlMailbox, version: () -> UInt32 = { ccurl_version() }) {
    let reason = reason(version)
    for case .start(let exchange) in mailbox.giveUp() { exchange.end(.noTransport(reason)) }
  }

  private static func reason(_ version: () -> UInt32) -> String {
    guard ccurl_library() != nil else {
      return "libcurl 4 can't be loaded; install it, such as the package libcurl4"
    }
    return problem(ofVersion: version())
      ?? "the system is short of memory, threads or files; close other programs"
  }

  /// Why a version of libcurl can't be used, such as 0x075600 for 7.86.0; nil if it can.
  ///
  /// An older one than 7.87 waits for the name server when a request is cancelled (`CURLOPT_QUICK_EXIT`).
  static func problem(ofVersion version: UInt32) -> String? {
    guard version < 0x075700 else { return nil }
    let numbers = [version >> 16, version >> 8 & 0xFF, version & 0xFF]
    let text = numbers.map { "\($0)" }.joined(separator: ".")
    return "libcurl \(text) is too old; install 7.87 or newer"
  }

  private mutating func run() {
    while processMessages() {
      receive()
      checkTimeouts()
      deliver()
      admit()
      // Until the next check of the timeouts, or not at all if a message has arrived meanwhile.
      let patience: Int32 = mailbox.sleep() ? transfers.isEmpty ? 60_000 : 100 : 0
      if sockets.wait(atMost: patience) { mailbox.wake() }
    }
    end()
  }

  /// Does what the messages ask for; false at the end.
  private mutating func processMessages() -> Bool {
    var goesOn = true
    mailbox.drain(into: &messages)
    defer { messages.removeAll(keepingCapacity: true) }
    for message in messages {
      switch message {
      case .start(let exchange): start(exchange)
      case .cancel(let id): cancel(id)
      case .resume(let id): transfers[id]?.resume()
      case .stop: goesOn = false
      }
    }
    return goesOn
  }

  private mutating func start(_ exchange: CurlExchange) {
    let (origin, now) = (origin(of: exchange.address), ContinuousClock.now)
    origin.add(exchange, at: now)
    admit(origin, at: now)
  }

  private mutating func origin(of address: String) -> CurlOrigin {
    let name = CurlOrigin.name(of: address)
    if let origin = origins[name] { return origin }
    if origins.count > Self.maximumIdleOrigins { origins = origins.filter { !$0.value.isIdle } }
    let origin = CurlOrigin(name: name)
    origins[name] = origin
    return origin
  }

  /// Gives libcurl the waiting requests of an origin for which there is room.
  private mutating func admit(_ origin: CurlOrigin, at now: ContinuousClock.Instant) {
    while origin.hasRoom(
      upTo: max(1, configuration.connectionsPerHost),
      sharing: max(1, configuration.requestsPerHost)),
      origin.needsNone || hasRoom
    {
      begin(origin.next(), of: origin, at: now)
    }
  }

  /// Gives libcurl the waiting requests for which there is room, beginning with the origin whose first has
  /// waited longest.
  private mutating func admit() {
    guard origins.values.contains(where: { !$0.waiting.isEmpty }) else { return }
    let (waiting, now) = (origins.values.filter { !$0.waiting.isEmpty }, ContinuousClock.now)
    for origin in waiting.sorted(by: { $0.waiting[0].since < $1.waiting[0].since }) {
      admit(origin, at: now)
    }
  }

  /// Whether there is room for one more connection.
  private var hasRoom: Bool {
    origins.values.reduce(0) { $0 + $1.connections } < max(1, configuration.connections)
  }

  private mutating func begin(
    _ entry: CurlOrigin.Entry, of origin: CurlOrigin, at now: ContinuousClock.Instant
  ) {
    guard
      let handle = spares.popLast()
        ?? CurlHandle(configuration, trust, share: share, kept: kept)
    else {
      return entry.exchange.end(
        .noTransport("the system is short of memory; close other programs"))
    }
    let transfer = CurlTransfer(entry, of: origin, at: now, handle: handle, ready: ready)
    transfers[entry.exchange.id] = transfer
    ccurl_multi_add_handle(multi, handle.pointer)
  }

  private mutating func cancel(_ id: Int) {
    if let transfer = transfers[id] {
      release(transfer)
      // A waiting request comes before one that a later message starts.
      return admit()
    }
    for origin in origins.values { origin.remove(id) }
  }

  /// Receives events, also those of other transfers that arrive meanwhile: their readers are resumed together
  /// (`make bench`, 16 at a time).
  private func receive() {
    var polls = 0
    repeat {
      sockets.report(to: multi)
      takeResults()
      polls += 1
    } while polls < Self.maximumPolls && ready.count < transfers.count && sockets.hasPendingEvents()
  }

  private func takeResults() {
    var left: Int32 = 0
    while let message = ccurl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else {
        continue
      }
      let code = ccurl_result(message)
      CurlHandle.of(handle)?.end(code)
    }
  }

  private mutating func deliver() {
    ready.deliver { release($0) }
  }

  private mutating func release(_ transfer: CurlTransfer) {
    transfers[transfer.exchange.id] = nil
    ccurl_multi_remove_handle(multi, transfer.handle.pointer)
    // Also a handle that is reset would report this error as that of a later transfer.
    let isClean = transfer.handle.systemError == 0
    transfer.release()
    if isClean, spares.count < Self.maximumSpareHandles { spares.append(transfer.handle) }
  }

  private mutating func checkTimeouts() {
    let now = ContinuousClock.now
    guard now - lastTick >= Self.tick else { return }
    lastTick = now
    for origin in origins.values { origin.endOverdue(at: now) }
    for transfer in transfers.values {
      if let timeout = transfer.timeout(at: now) { transfer.end(.failure(.timedOut(timeout))) }
    }
  }

  private mutating func end() {
    for entry in origins.values.flatMap(\.waiting) { entry.exchange.end(.cancelled) }
    for transfer in transfers.values { transfer.end(.failure(.cancelled)) }
    deliver()
    spares = []
    ccurl_multi_cleanup(multi)
    if let share { ccurl_share_cleanup(share) }
  }
}
