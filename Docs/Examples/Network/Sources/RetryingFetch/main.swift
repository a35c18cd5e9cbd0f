import CurlNetworking
import Foundation
import HTTP
import Networking
import Services

guard let url = URL(string: CommandLine.arguments.last ?? "") else { exit(64) }
let (clock, logger) = (SystemClock(), MemoryLogger(level: .debug))
let logged = HTTPLogging(CurlHTTPClient(), logger: logger, clock: clock)
let named = try HTTPUserAgent(logged, name: "Fetch", version: "1.0", contact: "me@example.org")
let limited = HTTPRateLimit(named, clock: clock) { _ in HTTPRate(2, per: .seconds(1)) }
let retrying = HTTPRetry(limited, clock: clock, randomness: SystemRandomness())
let answer = try await HTTPSingleFlight(retrying).send(HTTPRequest(url: url))
let body = try await answer.body.collect(upTo: 1 << 20)
print("\(answer.response.status): \(body.count) bytes")
print(logger.lines.joined(separator: "\n"))
