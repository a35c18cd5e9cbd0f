import HTTP
import Networking

extension AppNetwork {
  /// Returns the client of all features: it asks any server politely, and tries again what may succeed soon.
  /// A feature that asks one service often gets limits of its own, as the catalogues do.
  func features() -> any HTTPClient {
    var policy = HTTPRetryPolicy()
    // A person waits for the answer.
    policy.maximumRetryAfter = .seconds(5)
    return retrying(client(HTTPRate(2, per: .seconds(1), burst: 10)), policy)
  }
}
