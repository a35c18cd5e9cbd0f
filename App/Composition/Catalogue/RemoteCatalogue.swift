// Needs: Books

import Catalogue
import Foundation
import HTTP
import Networking
import OpenLibrary
import Services

/// A catalogue on the network, with the local one in its place while it is away.
struct RemoteCatalogue: Sendable {
  /// How long a question waits for a service that is away. Stored answers arrive sooner, as do those of
  /// a service that is back.
  static let patience = Duration.seconds(1)

  let catalogue: FallbackCatalogue
  private let watch: ReturnWatch
  private let requests = InFlightRequests()

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - url: the URL of Open Library, or of a server with its records, because books are kept as Open
  ///     Library's; with http or https and a host.
  ///   - cache: keeps what the client is answered; nil for nothing.
  ///   - onChange: called from any thread when the service is away, or back.
  init(
    _ url: URL, _ client: CatalogueClients.Client, local: any BookCatalogue, cache: HTTPCache?,
    clock: any AppClock, onChange: @escaping @Sendable (FallbackCatalogue.Change) -> Void
  ) {
    // They need each other: the catalogue tells the watch that it is away, and the watch asks the catalogue. So the
    // watch is made first, and gets the catalogue last.
    let watch = ReturnWatch(clock)
    self.watch = watch
    let requests = requests
    func openLibrary(
      _ sender: any HTTPClient, origin: (@Sendable (HTTPResponse) -> AnswerOrigin)? = nil
    ) -> OpenLibraryCatalogue {
      var catalogue = OpenLibraryCatalogue(
        base: url, client: ClosableClient(sender, requests), origin: origin)
      catalogue.options = client.options
      // The local catalogue would answer with a book of its own.
      catalogue.needsNumberedKeys = true
      return catalogue
    }
    let withoutRetries = openLibrary(client.once)
    let remote =
      if let cache {
        openLibrary(cache) { [refused = client.refused] response in
          Self.origin(of: response, refused: refused.reason)
        }
      } else {
        openLibrary(client.patient)
      }
    let patience: @Sendable () async throws -> Void = { try await clock.sleep(for: Self.patience) }
    catalogue = FallbackCatalogue(remote: remote, local: local, patience: patience) {
      [weak watch] change in
      if requests.isClosed { return }
      switch change {
      case .away: watch?.begin()
      case .back: watch?.end()
      }
      onChange(change)
    } onUnanswered: { [weak watch] in
      watch?.hurry()
    }
    watch.watch { [catalogue, withoutRetries] () async throws(CatalogueError) in
      try await catalogue.askAgain(withoutRetries)
    }
  }

  /// Returns a client that sends requests until the catalogue is closed.
  func closable(_ client: any HTTPClient) -> any HTTPClient { ClosableClient(client, requests) }

  /// Ends it: its server is asked no further question, and questions that are under way are cancelled, without a
  /// notice. A stored answer that is being refreshed still is.
  func close() {
    requests.close()
    watch.end()
  }

  /// Where a response comes from, by what the cache says.
  ///
  /// - Parameter refused: why the gateway has last refused an answer, or nil.
  private static func origin(
    of response: HTTPResponse, refused: CatalogueError?
  ) -> AnswerOrigin {
    guard let status = response.cacheStatus else { return .catalogue }
    let problem: CatalogueError? =
      switch status.staleness {
      case .refreshing, .accepted, nil: nil
      case .unreachable: .offline
      case .interrupted: .interrupted
      case .timedOut: .timedOut
      case .failing(let code): reason(code, refused)
      }
    // A stored answer can't be validated, or there is none.
    if status.source == .generated { return .earlier(seconds: 0, because: problem ?? .offline) }
    guard status.staleness != nil else { return .catalogue }
    return .earlier(seconds: max(status.age ?? 0, 0), because: problem)
  }

  /// The reason behind the status of a gateway's own response: that of the last refusal, unless the status is
  /// another one's, because requests run at the same time.
  private static func reason(_ status: Int, _ refused: CatalogueError?) -> CatalogueError {
    switch (status, refused) {
    case (502, _): .unreadable
    case (503, .unavailable(let code)): .unavailable(status: code)
    case (504, .untrusted(let problem)): .untrusted(problem)
    case (504, _): .untrusted(.other)
    default: .unavailable(status: status)
    }
  }
}
