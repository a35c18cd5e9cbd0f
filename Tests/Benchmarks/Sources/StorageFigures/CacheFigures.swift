import Figures
import Foundation
import HTTP
import Networking
import PlainStorage
import SQLiteStorage
import Services

/// Fresh hits of the HTTP cache, in turns with plain C, which reads as many values of the same size.
struct CacheFigures {
  private static let rounds = 9
  private static let hits = 4000

  private enum Problem: Error { case notOpened, missed }

  let folder: String

  func run() async throws {
    // That of `PlainFigures`, with the same number of values.
    guard let plain = plain_open("\(folder)/plain.sqlite") else { throw Problem.notOpened }
    defer { plain_close(plain) }
    let database = try SQLiteDatabase(path: "\(folder)/cache.sqlite", durability: .losable)
    try database.migrate(HTTPCache.migrations)
    let cache = HTTPCache(Self.origin, database: database)
    for number in 0..<PlainFigures.keys { _ = try await Self.ask(cache, number) }
    await cache.settle()

    var (ratios, shares, times): ([Double], [Double], [Double]) = ([], [], [])
    let clock = ContinuousClock()
    for round in -1..<Self.rounds {
      let get = clock.measure { _ = plain_get(plain, Int32(Self.hits), Int32(PlainFigures.keys)) }
      let one = try await clock.measure { try await Self.hit(cache, tasks: 1) }
      let four = try await clock.measure { try await Self.hit(cache, tasks: 4) }
      guard round >= 0 else { continue }
      ratios.append(one / get)
      shares.append(four / one)
      times.append(one / .microseconds(Self.hits))
    }
    print(
      Figure(
        "a fresh response of 10 KB from the HTTP cache", ratios.median, "times a get in plain C",
        atMost: 12, "\(times.median.short) µs"
      ).line)
    print(
      Figure(
        "the same in 4 tasks: time for each", shares.median, "times that of one task", atMost: 1
      ).line)
  }

  private static func hit(_ cache: HTTPCache, tasks: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          for number in 0..<hits / tasks {
            let answer = try await ask(cache, (task * hits / tasks + number) % PlainFigures.keys)
            guard answer.response.cacheStatus?.source == .store else { throw Problem.missed }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func ask(_ cache: HTTPCache, _ number: Int) async throws -> HTTPAnswer {
    guard let url = URL(string: "http://origin.example/works/\(number)") else {
      throw Problem.missed
    }
    let answer = try await cache.send(HTTPRequest(url: url))
    let body = try await answer.body.collect(upTo: 1 << 20)
    guard body.count == PlainFigures.size else { throw Problem.missed }
    return answer
  }

  /// Answers with the fields that nginx sends.
  private static let origin = MemoryHTTPClient { (request) throws(HTTPError) in
    let response = HTTPResponse(
      status: .ok,
      headerFields: [
        .server: "nginx", .date: HTTPDate(Date()).description, .contentType: "application/json",
        .contentLength: "\(PlainFigures.size)", .lastModified: "Wed, 01 Jan 2020 00:00:00 GMT",
        .eTag: "\"5e0be100-2800\"", .cacheControl: "max-age=86400", .acceptRanges: "bytes",
      ])
    return HTTPAnswer(
      response, body: HTTPBody(Data(repeating: 7, count: PlainFigures.size)), from: request.url)
  }
}
