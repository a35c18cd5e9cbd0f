import CurlNetworking
import Figures
import Foundation
import HTTP
import PlainCurl

/// The first HTTPS request of a client in a process that has sent requests before: the certificates are read,
/// and a connection is made.
struct HandshakeFigures {
  private static let rounds = 21

  let plain: URL
  let secure: URL
  let certificates: String

  func run() async throws {
    var (ratios, times): ([Double], [Double]) = ([], [])
    for round in -1..<Self.rounds {
      let mine = try await first()
      let theirs = plain_first(
        plain.appending(path: "10k.bin").absoluteString,
        secure.appending(path: "10k.bin").absoluteString, certificates)
      guard theirs > 0 else { throw Missing(what: "answer") }
      guard round >= 0 else { continue }
      ratios.append(mine / theirs)
      times.append(mine * 1e3)
    }
    print(
      Figure(
        "the first HTTPS request", ratios.median, "times plain C", atMost: 1.3,
        "\(times.median.short) ms"
      ).line)
  }

  private func first() async throws -> Double {
    var configuration = CurlConfiguration()
    configuration.trust = .file(certificates)
    let client = CurlHTTPClient(configuration)
    try await Self.ask(client, plain)
    let start = ContinuousClock.now
    try await Self.ask(client, secure)
    return start.duration(to: .now) / .seconds(1)
  }

  private static func ask(_ client: CurlHTTPClient, _ base: URL) async throws {
    let answer = try await client.send(HTTPRequest(url: base.appending(path: "10k.bin")))
    guard try await !answer.body.collect(upTo: 1 << 20).isEmpty else {
      throw Missing(what: "body")
    }
  }
}
