// Needs: Books

import Catalogue
import HTTP
import Networking
import OpenLibrary
import Synchronization

/// Makes the clients for catalogues on the network; see Networking.swift for the order of their parts.
///
/// All catalogues of a window share the connections, and those of one server with the same contact the limits of what
/// may be sent. Another window has limits of its own.
@MainActor final class CatalogueClients {
  /// Asks the services, politely.
  struct Client {
    /// Retries requests that may succeed, and sends equal requests once.
    let patient: any HTTPClient
    /// Tries once.
    let once: any HTTPClient
    /// Why the gateway has last refused an answer, which a cache does not know.
    let refused: LastRefusal
    /// What one request may cost.
    let options: HTTPOptions
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
      maximumClosing: limits.maximumClosing, maximumWait: limits.maximumRetryAfter)
    let retried = network.retrying(
      limited, limits.retryPolicy, HTTPRetryBudget(capacity: limits.furtherTries))
    let refused = LastRefusal()
    // The gateway is below the cache, so that only answers are stored.
    let gateway = OpenLibraryGateway(retried) { refused.reason = $0 }
    let client = Client(
      patient: HTTPSingleFlight(gateway), once: OpenLibraryGateway(limited), refused: refused,
      options: limits.options)
    clients[contact] = client
    return client
  }

  /// Returns the client for the covers of a reader. Covers have limits of their own, so that none delays
  /// a question about books, and are not retried: a book without one is complete.
  func covers(for contact: AppNetwork.Contact?) -> any HTTPClient {
    if let client = coverClients[contact] { return client }
    let limited = network.client(
      HTTPRate(4, per: .seconds(1), burst: 4), contact: contact,
      maximumClosing: limits.maximumClosing, maximumWait: limits.maximumRetryAfter)
    let client = HTTPSingleFlight(CoverGateway(limited))
    coverClients[contact] = client
    return client
  }
}

/// The reason of a gateway's last refusal. The cache above sees only a status.
final class LastRefusal: Sendable {
  private let last = Mutex<CatalogueError?>(nil)

  /// Nil until the first one.
  var reason: CatalogueError? {
    get { last.withLock(\.self) }
    set { last.withLock { $0 = newValue } }
  }
}
