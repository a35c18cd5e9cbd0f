import Catalogue
import Core
import Files
public import Foundation
import HTTP
import Networking
import OpenLibrary
import Services
import Synchronization

#if canImport(CurlNetworking)
  import CurlNetworking
#endif

/// A catalogue on the network, and who asks it.
public struct RemoteCatalogue: Hashable, Sendable {
  /// The URL of the service, with http or https and a host.
  public let url: URL
  /// How the service can reach who runs the app, such as an e-mail address; nil to stay unknown.
  public let contact: String?

  /// Creates a catalogue; nil for a URL that is neither http nor https.
  public init?(_ url: URL, contact: String? = nil) {
    guard url.isHTTP else { return nil }
    self.url = url
    self.contact = contact
  }

  /// Open Library (openlibrary.org/developers/api).
  public static let openLibrary = URL(string: "https://openlibrary.org")

  /// Asks the service politely, with the local catalogue in its place while it is away.
  ///
  /// - Parameters:
  ///   - cache: where answers are kept; nil for nowhere.
  @MainActor func catalogue(
    _ context: AppContext, local: any BookCatalogue, cache: (any Database)?
  ) -> any BookCatalogue {
    guard let transport = Self.transport else { return local }
    let host = url.host() ?? ""
    let client = client(over: transport, context, cache)
    return FallbackCatalogue(
      remote: OpenLibraryCatalogue(
        source: CatalogueReference.openLibrarySource, base: url, client: client),
      local: local
    ) { [notices = context.notices, outages = Outages()] change in
      let number = outages.number(change)
      notices.post(
        CompositionText.notice(change, host), once: "remote catalogue \(change) \(number)")
    }
  }

  /// The stack of clients; see Networking.swift for their order.
  @MainActor private func client(
    over transport: any HTTPClient, _ context: AppContext, _ cache: (any Database)?
  ) -> any HTTPClient {
    // Servers and their answers live in the time of the machine, also where `--now` sets another one.
    let (clock, logger) = (SystemClock(), context.logger)
    let logged = HTTPLogging(transport, logger: logger, clock: clock)
    let named = Self.named(logged, contact) ?? logged
    // What the service asks for: three requests a second from those who say who they are, one from others.
    let rate = HTTPRate(contact == nil ? 1 : 3, per: .seconds(1), burst: 3)
    let limited = HTTPRateLimit(named, clock: clock) { _ in rate }
    let retried = HTTPRetry(limited, clock: clock, randomness: context.randomness)
    let shared = HTTPSingleFlight(retried)
    guard let cache else { return shared }
    return HTTPCache(shared, database: cache, clock: clock, logger: logger)
  }

  /// The network, or nil where there is no libcurl.
  private static var transport: (any HTTPClient)? {
    #if canImport(CurlNetworking)
      CurlHTTPClient()
    #else
      nil
    #endif
  }

  private static func named(_ client: any HTTPClient, _ contact: String?) -> (any HTTPClient)? {
    do throws(HTTPUserAgent.Problem) {
      return try HTTPUserAgent(
        client, name: "BooksApp", version: AppVersion.current, contact: contact)
    } catch {
      return nil
    }
  }
}

/// Numbers the outages, so that the user is told of each one.
private final class Outages: Sendable {
  private let count = Mutex(0)

  /// The number of the outage that a change begins or ends.
  func number(_ change: FallbackCatalogue.Change) -> Int {
    count.withLock { count in
      if case .away = change { count += 1 }
      return count
    }
  }
}
