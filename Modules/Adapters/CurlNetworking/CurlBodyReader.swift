import Foundation
import HTTP

/// Reads the body of an exchange; its end ends the transfer.
final class CurlBodyReader: Sendable {
  /// Kept, because its end would end the transfer.
  private let client: CurlHTTPClient
  private let exchange: CurlExchange
  /// Passes on the body of the request.
  private let pump: Task<Void, Never>?

  init(_ exchange: CurlExchange, of client: CurlHTTPClient, pump: Task<Void, Never>?) {
    self.client = client
    self.exchange = exchange
    self.pump = pump
  }

  deinit {
    pump?.cancel()
    exchange.end(.cancelled)
  }

  func next() async throws(HTTPError) -> Data? {
    try await exchange.next()
  }

  func rest(upTo limit: Int) async throws(HTTPError) -> Data {
    try await exchange.rest(upTo: limit)
  }
}
