import CurlNetworking
import Figures
import Foundation
import HTTP
import PlainCurl

/// How long it takes to cancel requests that get no answer.
enum CancellationFigures {
  private static let rounds = 7

  static func run() async throws {
    guard let url = URL(string: "http://127.0.0.1:\(silent_port())/") else {
      throw Missing(what: "port")
    }
    var configuration = CurlConfiguration()
    configuration.connectionsPerHost = 64
    let client = CurlHTTPClient(configuration)
    var times: [Double] = []
    for _ in 0..<rounds {
      let tasks = (0..<64).map { _ in
        Task { try? await client.send(HTTPRequest(url: url)) }
      }
      // So that they are on their way.
      try await Task.sleep(for: .milliseconds(100))
      let begin = ContinuousClock.now
      for task in tasks { task.cancel() }
      for task in tasks { _ = await task.value }
      times.append(begin.duration(to: .now) / .milliseconds(1))
    }
    print(
      Figure("64 requests without an answer are cancelled", times.median, "ms", atMost: 20).line)
  }
}
