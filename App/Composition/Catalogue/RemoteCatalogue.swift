// Needs: Books

import Catalogue
import Core
import Files
import Foundation
import HTTP
import Networking
import OpenLibrary
import Services
import Synchronization

/// Makes the clients for catalogues on the network; see Networking.swift for the order of their parts.
///
/// All catalogues of an app share the connections, and those of one server with the same contact the limits of what
/// may be sent.
@MainActor final class CatalogueClients {
  /// Asks the services, politely.
  struct Client {
    /// Tries again what may succeed, and sends equal requests once.
    let patient: any HTTPClient
    /// Tries once.
    let once: any HTTPClient
    /// The last status that the service has refused with, which a cache does not know.
    let refused: RefusedStatus
  }

  private let network: AppNetwork
  private let limits: RemoteLimits
  private var clients: [AppNetwork.Contact?: Client] = [:]
  private var coverClients: [AppNetwork.Contact?: any HTTPClient] = [:]

  init(over network: AppNetwork, _ limits: RemoteLimits) {
    self.network = network
    self.limits = limits
  }

  /// Returns the client of a reader.
  ///
  /// - Parameter contact: how the service can reach the reader; nil to stay unknown.
  func client(for contact: AppNetwork.Contact?) -> Client {
    if let client = clients[contact] { return client }
    let limited = network.client(
      limits.rate(hasContact: contact != nil), contact: contact,
      longestClosing: limits.longestClosing, longestWait: limits.longestRetryAfter)
    let retried = network.retrying(
      limited, limits.retryPolicy, HTTPRetryBudget(capacity: limits.furtherTries))
    let refused = RefusedStatus()
    // The gateway is below the cache, so that only answers are stored.
    let gateway = OpenLibraryGateway(retried) { refused.status = $0 }
    let client = Client(
      patient: HTTPSingleFlight(gateway), once: OpenLibraryGateway(limited), refused: refused)
    clients[contact] = client
    return client
  }

  /// Returns the client for the covers of a reader. Covers have limits of their own, so that none delays
  /// a question about books, and are tried once: a book without one is complete.
  func covers(for contact: AppNetwork.Contact?) -> any HTTPClient {
    if let client = coverClients[contact] { return client }
    let limited = network.client(
      HTTPRate(4, per: .seconds(1), burst: 4), contact: contact,
      longestClosing: limits.longestClosing, longestWait: limits.longestRetryAfter)
    let client = HTTPSingleFlight(CoverGateway(limited))
    coverClients[contact] = client
    return client
  }
}

/// A catalogue on the network, with the local one in its place while it is away.
struct RemoteCatalogue: Sendable {
  /// How long a question waits for a service that is away. Stored answers arrive sooner, as do those of
  /// a service that is back.
  static let patience = Duration.seconds(1)

  let catalogue: FallbackCatalogue
  private let watch: ReturnWatch
  private let door = Door()

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - url: the URL of Open Library, or of a server with its records, because books are kept as Open
  ///     Library's; with http or https and a host.
  ///   - options: what one request may cost.
  ///   - cache: keeps what the client is answered; nil for nothing.
  ///   - onChange: called from any thread when the service is away, or back.
  init(
    _ url: URL, _ client: CatalogueClients.Client, _ options: HTTPOptions,
    local: any BookCatalogue, cache: HTTPCache?, clock: any AppClock,
    onChange: @escaping @Sendable (FallbackCatalogue.Change) -> Void
  ) {
    let source = CatalogueReference.openLibrarySource
    let watch = ReturnWatch(clock)
    self.watch = watch
    let door = door
    var once = OpenLibraryCatalogue(
      source: source, base: url, client: ClosableClient(client.once, door))
    var remote =
      if let cache {
        OpenLibraryCatalogue(source: source, base: url, client: ClosableClient(cache, door)) {
          [refused = client.refused] response in
          Self.origin(of: response, refused: refused.status)
        }
      } else {
        OpenLibraryCatalogue(
          source: source, base: url, client: ClosableClient(client.patient, door))
      }
    once.options = options
    remote.options = options
    let patience: @Sendable () async throws -> Void = { try await clock.sleep(for: Self.patience) }
    catalogue = FallbackCatalogue(remote: remote, local: local, patience: patience) {
      [weak watch] change in
      if door.isClosed { return }
      switch change {
      case .away: watch?.begin()
      case .back: watch?.end()
      }
      onChange(change)
    } onUnanswered: { [weak watch] in
      watch?.hurry()
    }
    watch.watch(catalogue) { [catalogue, once] () async throws(CatalogueError) in
      try await catalogue.askAgain(once)
    }
  }

  /// Ends it: its server is asked no further question, and questions that are under way are cancelled, without a
  /// notice. A stored answer that is being refreshed still is.
  func close() {
    door.close()
    watch.end()
  }

  /// Where a response comes from, by what the cache says.
  ///
  /// - Parameter refused: the last status that the service has refused with, or nil.
  private static func origin(of response: HTTPResponse, refused: Int?) -> AnswerOrigin {
    guard let status = response.cacheStatus else { return .catalogue }
    // What must be asked for again can't be, or nothing is stored.
    if status.source == .generated { return .earlier(seconds: 0, because: .offline) }
    guard let staleness = status.staleness else { return .catalogue }
    let problem: CatalogueError? =
      switch staleness {
      case .refreshing, .accepted: nil
      case .unreachable: .offline
      case .timedOut: .timedOut
      // The gateway's own words.
      case .failing(502): .unreadable
      case .failing(504): .untrusted
      case .failing(let code): .unavailable(status: refused ?? code)
      }
    return .earlier(seconds: max(status.age ?? 0, 0), because: problem)
  }
}

/// Whether a catalogue is closed, and what it still asks.
private final class Door: Sendable {
  private struct State {
    var isClosed = false
    var lastID = 0
    var running: [Int: Task<Result<HTTPAnswer, HTTPError>, Never>] = [:]
  }

  private let state = Mutex(State())

  var isClosed: Bool { state.withLock(\.isClosed) }

  /// Sends a request, unless it is closed; closing cancels it.
  func send(
    _ request: @escaping @Sendable () async throws(HTTPError) -> HTTPAnswer
  ) async throws(HTTPError) -> HTTPAnswer {
    let entered = state.withLock { state -> (Int, Task<Result<HTTPAnswer, HTTPError>, Never>)? in
      if state.isClosed { return nil }
      state.lastID += 1
      let task = Task { await Self.result(of: request) }
      state.running[state.lastID] = task
      return (state.lastID, task)
    }
    guard let (id, task) = entered else { throw .cancelled }
    defer { state.withLock { _ = $0.running.removeValue(forKey: id) } }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }

  private static func result(
    of request: () async throws(HTTPError) -> HTTPAnswer
  ) async -> Result<HTTPAnswer, HTTPError> {
    do throws(HTTPError) { return .success(try await request()) } catch { return .failure(error) }
  }

  func close() {
    let running = state.withLock { state in
      state.isClosed = true
      return state.running.values
    }
    for task in running { task.cancel() }
  }
}

/// Sends requests until it is closed, and cancels those that are under way and further ones.
private struct ClosableClient: HTTPClient {
  private let client: any HTTPClient
  private let door: Door

  init(_ client: any HTTPClient, _ door: Door) {
    self.client = client
    self.door = door
  }

  func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    try await door.send { [client] () async throws(HTTPError) in
      try await client.send(request, body: body, options: options)
    }
  }
}

/// The last status that a service has refused with: a gateway gives a cache 503 in its place.
final class RefusedStatus: Sendable {
  private let last = Mutex<Int?>(nil)

  /// Nil until the first one.
  var status: Int? {
    get { last.withLock(\.self) }
    set { last.withLock { $0 = newValue } }
  }
}
