import Foundation
import HTTP
import Networking
import TestKit
import Testing

/// Rate limits of two requests a second, on a clock that a test moves.
struct RateLimitTrial: Sendable {
  let clock = ManualClock(now: Date(timeIntervalSince1970: 0))

  /// A rate limit for every host but `free.example`.
  func limit(
    _ server: ScriptedServer, burst: Int = 1, maximumClosing: Duration = .seconds(60),
    maximumWait: Duration = .seconds(60)
  ) -> HTTPRateLimit {
    HTTPRateLimit(
      server.client, clock: clock, maximumClosing: maximumClosing, maximumWait: maximumWait
    ) {
      $0 == "free.example" ? nil : HTTPRate(2, per: .seconds(1), burst: burst)
    }
  }

  /// Returns when a request waits until this time, in seconds since 1970.
  func sleeper(until seconds: Double, at location: SourceLocation = #_sourceLocation) async {
    await clock.sleeper(until: Date(timeIntervalSince1970: seconds), at: location)
  }
}

extension HTTPRateLimit {
  /// Sends a request at once.
  func start(
    _ path: String, host: String = "a.example", _ fields: HTTPFields = [:],
    within time: Duration? = nil
  ) -> Task<HTTPResponse.Status, any Error> {
    var options = HTTPOptions()
    options.wholeTimeout = time
    return Task.immediate { [options] in
      try await self.send(.to(path, host: host, fields), options: options).response.status
    }
  }
}
