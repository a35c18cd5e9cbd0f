import CurlNetworking
import Figures
import Foundation
import FoundationNetworking
import HTTP
import PlainCurl

/// Prints the time, the processor time and the slowest requests of the app's client, in comparison with
/// URLSession and with a loop over `curl_multi` in C, which ask the same server in turns.
@main struct NetworkFigures {
  private struct Missing: Error { let what: String }

  private struct Round {
    /// Seconds for one request.
    var time = 0.0
    /// Seconds of processor time for one request.
    var work = 0.0
    /// Seconds of the request that only one of a hundred exceeds.
    var slowest = 0.0
  }

  private let base: URL
  private let client = CurlHTTPClient(
    {
      var configuration = CurlConfiguration()
      configuration.connectionsPerHost = 64
      return configuration
    }())
  private let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 64
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }()

  static func main() async throws {
    guard CommandLine.arguments.count == 2, let base = URL(string: CommandLine.arguments[1]) else {
      return print("usage: NetworkFigures <URL of a server with 10k.bin and 1m.bin>")
    }
    keep_large_buffers()
    try await NetworkFigures(base: base).run()
  }

  private func run() async throws {
    for (concurrency, count, most) in [
      (1, 1000, 1 / 3.0), (16, 4000, 1 / 8.0), (64, 4000, 1 / 8.0),
    ] {
      try await compare("10k.bin", "10 KB", concurrency, count, session: most, plain: 1 / 0.65)
    }
    try await compare("1m.bin", "1 MB", 16, 600, session: 1 / 4.0, plain: 1 / 0.8)
    try await cancelHanging()
  }

  /// Cancels requests that get no answer.
  private func cancelHanging() async throws {
    guard let url = URL(string: "http://127.0.0.1:\(silent_port())/") else {
      throw Missing(what: "port")
    }
    var times: [Double] = []
    for _ in 0..<7 {
      let tasks = (0..<64).map { _ in
        Task { [client] in try? await client.send(HTTPRequest(url: url)) }
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

  private func compare(
    _ file: String, _ name: String, _ concurrency: Int, _ count: Int, session: Double, plain: Double
  ) async throws {
    let url = base.appending(path: file)
    var (ours, theirs, c): ([Round], [Round], [Round]) = ([], [], [])
    for round in -1..<7 {
      let one = try await measure(concurrency, count) { try await ask(url) }
      let two = try await measure(concurrency, max(count / 8, 4 * concurrency)) {
        try await askSession(url)
      }
      let three = try plain_c(url, concurrency, count)
      guard round >= 0 else { continue }
      ours.append(one)
      theirs.append(two)
      c.append(three)
    }
    func ratio(_ value: KeyPath<Round, Double>, to others: [Round]) -> Double {
      zip(ours, others).map { $0[keyPath: value] / $1[keyPath: value] }.median
    }
    let rate = 1 / ours.map(\.time).median
    let title = "\(name), \(concurrency) at a time"
    print(
      Figure(
        "\(title): time", ratio(\.time, to: theirs), "times URLSession", atMost: session,
        "\(rate.short) requests a second"
      ).line)
    print(Figure("\(title): time", ratio(\.time, to: c), "times plain C", atMost: plain).line)
    print(
      Figure(
        "\(title): processor time", ratio(\.work, to: c), "times plain C",
        atMost: name == "10 KB" ? 1.6 : nil, "\((ours.map(\.work).median * 1e6).short) µs"
      ).line)
    guard concurrency == 64 else { return }
    print(
      Figure(
        "\(title): the slowest of a hundred", ratio(\.slowest, to: theirs), "times URLSession",
        atMost: 0.25, "\((ours.map(\.slowest).median * 1e3).short) ms"
      ).line)
  }

  private func ask(_ url: URL) async throws {
    let answer = try await client.send(HTTPRequest(url: url))
    let data = try await answer.body.collect(upTo: 1 << 24)
    guard answer.response.status == .ok, !data.isEmpty else { throw Missing(what: "body") }
  }

  private func askSession(_ url: URL) async throws {
    let (data, response) = try await session.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200, !data.isEmpty else {
      throw Missing(what: "body")
    }
  }

  private func measure(
    _ concurrency: Int, _ count: Int, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> Round {
    let (start, work) = (ContinuousClock.now, Self.processorTime)
    let each = count / concurrency
    let latencies = try await withThrowingTaskGroup(of: [Double].self) { group in
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
    return Self.round(start.duration(to: .now) / .seconds(1), Self.processorTime - work, latencies)
  }

  private func plain_c(_ url: URL, _ concurrency: Int, _ count: Int) throws -> Round {
    var latencies = [Double](repeating: 0, count: count)
    let (start, work) = (ContinuousClock.now, Self.processorTime)
    guard plain_curl(url.absoluteString, concurrency, count, &latencies) == count else {
      throw Missing(what: "answers")
    }
    return Self.round(start.duration(to: .now) / .seconds(1), Self.processorTime - work, latencies)
  }

  private static func round(_ time: Double, _ work: Double, _ latencies: [Double]) -> Round {
    let count = Double(latencies.count)
    return Round(
      time: time / count, work: work / count,
      slowest: latencies.sorted()[latencies.count * 99 / 100])
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
