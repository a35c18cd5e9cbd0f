import CurlNetworking
import Foundation
import FoundationNetworking
import HTTP
import PlainCurl

/// One of those that are compared.
enum Contender {
  case client(CurlHTTPClient)
  case urlSession(URLSession)
  case plain
  /// Plain C whose caller hands each request to a thread; one at a time.
  case plainThread

  /// What each of them asks with at most this many connections.
  private static let connections = 64

  static var ours: Self {
    var configuration = CurlConfiguration()
    configuration.connectionsPerHost = connections
    return .client(CurlHTTPClient(configuration))
  }

  static var session: Self {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connections
    configuration.urlCache = nil
    return .urlSession(URLSession(configuration: configuration))
  }

  /// The costs of one request of many.
  struct Costs {
    /// Seconds for one request.
    var time: Double
    /// Seconds of processor time for one request.
    var work: Double
    /// Seconds of the request that only one of a hundred exceeds.
    var slowest: Double

    fileprivate init(_ time: Double, _ work: Double, _ latencies: [Double]) {
      let count = Double(latencies.count)
      self.time = time / count
      self.work = work / count
      slowest = latencies.sorted()[latencies.count * 99 / 100]
    }
  }

  /// Asks for a file `count` times, `concurrency` at a time, and reads each body into memory.
  func ask(_ url: URL, _ count: Int, concurrency: Int) async throws -> Costs {
    let (start, work) = (ContinuousClock.now, Self.processorTime)
    let latencies: [Double]
    switch self {
    case .client(let client):
      latencies = try await Self.measure(count, concurrency) {
        let answer = try await client.send(HTTPRequest(url: url))
        let data = try await answer.body.collect(upTo: 1 << 24)
        guard answer.response.status == .ok, !data.isEmpty else { throw Missing(what: "body") }
      }
    case .urlSession(let session):
      latencies = try await Self.measure(count, concurrency) {
        let (data, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200, !data.isEmpty else {
          throw Missing(what: "body")
        }
      }
    case .plain:
      var seconds = [Double](repeating: 0, count: count)
      guard plain_curl(url.absoluteString, concurrency, count, &seconds) == count else {
        throw Missing(what: "answers")
      }
      latencies = seconds
    case .plainThread:
      var seconds = [Double](repeating: 0, count: count)
      guard plain_curl_thread(url.absoluteString, count, &seconds) == count else {
        throw Missing(what: "answers")
      }
      latencies = seconds
    }
    return Costs(
      start.duration(to: .now) / .seconds(1), Self.processorTime - work, latencies)
  }

  /// The seconds of each call.
  private static func measure(
    _ count: Int, _ concurrency: Int, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [Double] {
    let each = count / concurrency
    return try await withThrowingTaskGroup(of: [Double].self) { group in
      for _ in 0..<concurrency {
        group.addTask {
          var latencies: [Double] = []
          for _ in 0..<each {
            let begin = ContinuousClock.now
            try await body()
            latencies.append(begin.duration(to: .now) / .seconds(1))
          }
          return latencies
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
