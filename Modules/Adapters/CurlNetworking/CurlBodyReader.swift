import Foundation
import HTTP
import Synchronization

/// Reads the body of an exchange; its end ends the transfer.
final class CurlBodyReader: Sendable {
  /// Kept until the body is read, because its end would end the transfer.
  private let client: Mutex<CurlHTTPClient?>
  private let exchange: CurlExchange
  /// Passes on the body of the request.
  private let pump: Task<Void, Never>?

  init(_ exchange: CurlExchange, of client: CurlHTTPClient, pump: Task<Void, Never>?) {
    self.client = Mutex(client)
    self.exchange = exchange
    self.pump = pump
  }

  deinit {
    pump?.cancel()
    exchange.end(.cancelled)
  }

  func next() async throws(HTTPError) -> Data? {
    var chunk: Data?
    defer { if chunk == nil { releaseClient() } }
    chunk = try await exchange.next()
    return chunk
  }

  func rest(upTo limit: Int) async throws(HTTPError) -> Data {
    defer { releaseClient() }
    return try await exchange.rest(upTo: limit)
  }

  private func releaseClient() {
    client.withLock { $0 = nil }
  }
}
