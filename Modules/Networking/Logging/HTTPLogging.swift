import Foundation
public import HTTP
public import Services
import Synchronization

/// Logs one line for each request, when its body has ended.
///
/// A line has the method, the URL, and the status, size and time of the answer, or why there was
/// none:
///
/// ```
/// GET https://a.example/search?q=… 200, 1530 bytes, 48 ms
/// GET https://a.example/search?q=… failed (no answer in time), 30000 ms
/// ```
///
/// It never has a header field, a body, the value of a query's item, a user or a password. Text
/// from a server can't write control characters to it. Of a path it lacks the values of parameters that
/// may be credentials, such as `;jsessionid=…`; another secret in a path can't be recognized.
///
/// An answer and a cancellation are logged at the level debug; another error, 429 and 5xx as a warning.
public struct HTTPLogging: HTTPClient {
  private let client: any HTTPClient
  private let logger: any AppLogger
  private let clock: any AppClock
  private let shown: @Sendable (String) -> String

  /// Creates a client that logs what it sends by another one.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - logger: gets the lines.
  ///   - clock: the time of requests and answers.
  ///   - path: returns what is logged of a percent-encoded path, in which possible credentials are already
  ///     masked; by default all of it.
  public init(
    _ client: any HTTPClient, logger: any AppLogger, clock: any AppClock,
    path: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.client = client
    self.logger = logger
    self.clock = clock
    shown = path
  }

  /// Sends a request; the line follows with the end of the body.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    let line = Line(request, logger, clock, shown)
    do {
      var answer = try await client.send(request, body: body, options: options)
      let status = answer.response.status.code
      let size = Size()
      answer.body = BodyTap.tap(answer.body) {
        size.add($0.count)
      } onEnd: {
        line.log(status: status, size: size.value, $0)
      }
      return answer
    } catch {
      line.log(error)
      throw error
    }
  }
}

/// The number of bytes of a body so far.
private final class Size: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }

  func add(_ size: Int) { count.add(size, ordering: .relaxed) }
}

/// The line of one request.
private struct Line: Sendable {
  private let subject: String
  private let start: Date
  private let logger: any AppLogger
  private let clock: any AppClock

  init(
    _ request: HTTPRequest, _ logger: any AppLogger, _ clock: any AppClock,
    _ path: (String) -> String
  ) {
    subject = "\(request.method) \(request.url.logText(path: path))"
    start = clock.now
    self.logger = logger
    self.clock = clock
  }

  func log(_ error: HTTPError) {
    let isCancelled = error == .cancelled
    logger.log(isCancelled ? .debug : .warning, "\(subject) \(reason(error)), \(time)")
  }

  func log(status: Int, size: Int, _ end: BodyTap.End) {
    let isWarning = status == 429 || (500..<600).contains(status)
    let answer = "\(subject) \(status)"
    switch end {
    case .complete:
      logger.log(isWarning ? .warning : .debug, "\(answer), \(size) bytes, \(time)")
    case .released:
      logger.log(
        isWarning ? .warning : .debug, "\(answer), not read after \(size) bytes, \(time)")
    case .failed(let error):
      let level = error == .cancelled && !isWarning ? LogLevel.debug : .warning
      logger.log(level, "\(answer), \(reason(error)) after \(size) bytes, \(time)")
    }
  }

  private func reason(_ error: HTTPError) -> String {
    switch error {
    case .cancelled: "cancelled"
    // The line begins with what is safe to log of the URL.
    case .notRecorded: "failed (no recorded answer)"
    default: "failed (\(error.description.logText(limit: 300)))"
    }
  }

  private var time: String {
    "\(Int(Duration.elapsed(from: start, to: clock.now).timeInterval * 1000)) ms"
  }
}
