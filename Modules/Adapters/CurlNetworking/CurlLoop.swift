import CCurl
import Foundation
import HTTP

/// The thread on which all transfers of a client run: one `curl_multi`, woken by messages.
struct CurlLoop {
  /// How often the times of transfers are looked at.
  private static let tick = Duration.milliseconds(100)
  /// How often the sockets are looked at before what has come is delivered, and messages are read.
  private static let mostLooks = 32
  /// The released handles that are kept for later transfers.
  private static let mostSpareHandles = 64

  private let configuration: CurlConfiguration
  private let trust: CurlTrust
  private let mailbox: CurlMailbox
  private let multi: UnsafeMutableRawPointer
  private let share: UnsafeMutableRawPointer?
  private let sockets: CurlSockets
  private let ready = CurlReady()
  private var transfers: [Int: CurlTransfer] = [:]
  private var spares: [CurlHandle] = []
  private var messages: [CurlMailbox.Message] = []
  private var lastTick = ContinuousClock.now

  /// Starts the thread.
  static func start(_ configuration: CurlConfiguration, _ mailbox: CurlMailbox) {
    let isStarted = CurlThread.start(mailbox) {
      ccurl_thread_name("network")
      // OpenSSL writes to sockets that the other side may have closed.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      if var loop = CurlLoop(configuration, mailbox) { loop.run() } else { refuse(mailbox) }
    }
    if !isStarted { refuse(mailbox) }
  }

  private init?(_ configuration: CurlConfiguration, _ mailbox: CurlMailbox) {
    guard let wakeUp = mailbox.openPipe(), ccurl_library() != nil,
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
    ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost)
    ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.connections)
    // libcurl itself keeps four for each request that runs, and closes the others.
    ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.connections)
    ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
  }

  /// Refuses the requests for which no thread could be started. The next one tries again: memory, threads,
  /// descriptors and even the library may be there by then.
  static func refuse(_ mailbox: CurlMailbox) {
    for case .start(let exchange) in mailbox.giveUp() { exchange.end(.noTransport(reason)) }
  }

  private static var reason: String {
    ccurl_library() == nil
      ? "libcurl 4 can't be loaded; install it, such as the package libcurl4"
      : "the system is short of memory, threads or files; close other programs"
  }

  private mutating func run() {
    while obey() {
      receive()
      lookAtTime()
      deliver()
      // Up to the next look at the time, or not at all where a message has come meanwhile.
      let patience: Int32 = mailbox.sleep() ? transfers.isEmpty ? 60_000 : 100 : 0
      if sockets.wait(atMost: patience) { mailbox.wake() }
    }
    end()
  }

  /// Does what the messages ask for; false at the end.
  private mutating func obey() -> Bool {
    var goesOn = true
    mailbox.drain(into: &messages)
    defer { messages.removeAll(keepingCapacity: true) }
    for message in messages {
      switch message {
      case .start(let exchange): start(exchange)
      case .cancel(let id): if let transfer = transfers[id] { release(transfer) }
      case .goOn(let id): transfers[id]?.goOn()
      case .stop: goesOn = false
      }
    }
    return goesOn
  }

  private mutating func start(_ exchange: CurlExchange) {
    guard let handle = spares.popLast() ?? CurlHandle(configuration, trust, share: share) else {
      return exchange.end(.noTransport("the system is short of memory; close other programs"))
    }
    let transfer = CurlTransfer(exchange, handle: handle, ready: ready)
    transfers[exchange.id] = transfer
    ccurl_multi_add_handle(multi, handle.pointer)
  }

  /// Takes what has come, and what comes of other transfers meanwhile: their readers are resumed together
  /// (`make bench`, 16 at a time).
  private func receive() {
    var looks = 0
    repeat {
      sockets.report(to: multi)
      takeResults()
      looks += 1
    } while looks < Self.mostLooks && ready.count < transfers.count && sockets.haveMore()
  }

  private func takeResults() {
    var left: Int32 = 0
    while let message = ccurl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else {
        continue
      }
      let code = ccurl_result(message)
      CurlHandle.of(handle)?.transfer?.end(code)
    }
  }

  private mutating func deliver() {
    ready.deliver { release($0) }
  }

  private mutating func release(_ transfer: CurlTransfer) {
    transfers[transfer.exchange.id] = nil
    ccurl_multi_remove_handle(multi, transfer.handle.pointer)
    transfer.release()
    if spares.count < Self.mostSpareHandles { spares.append(transfer.handle) }
  }

  private mutating func lookAtTime() {
    let now = ContinuousClock.now
    guard now - lastTick >= Self.tick else { return }
    lastTick = now
    for transfer in transfers.values {
      guard let timeout = transfer.timeout(at: now) else { continue }
      transfer.end(.failure(.timedOut(timeout)))
    }
  }

  private mutating func end() {
    for transfer in transfers.values { transfer.end(.failure(.cancelled)) }
    deliver()
    spares = []
    ccurl_multi_cleanup(multi)
    if let share { ccurl_share_cleanup(share) }
  }
}
