import Foundation
import HTTP
import Testing

@testable import CurlNetworking

@Suite("The queue of an origin")
struct CurlOriginTests {
  private let mailbox = CurlMailbox()
  private let start = ContinuousClock.now

  private func origin(_ address: String = "https://books.example/1") -> CurlOrigin {
    CurlOrigin(name: CurlOrigin.name(of: address))
  }

  private func exchange(whole: Duration? = nil) throws -> CurlExchange {
    let url = try #require(URL(string: "https://books.example/1"))
    var options = HTTPOptions()
    options.connectTimeout = .seconds(10)
    options.wholeTimeout = whole
    return CurlExchange(
      HTTPRequest(url: url), to: url.absoluteString, options, nil, by: mailbox)
  }

  /// Begins the request that has waited longest, at a second; the time for its connection.
  private func begin(
    _ origin: CurlOrigin, at second: Int = 0
  ) -> (entry: CurlOrigin.Entry, time: Duration) {
    let entry = origin.next()
    return (entry, origin.begin(entry, at: start + .seconds(second)))
  }

  /// The error with which a request ends at a second, if it does.
  private func end(
    of exchange: CurlExchange, in origin: CurlOrigin, at second: Int
  ) async -> HTTPError? {
    let count = origin.waiting.count
    origin.endOverdue(at: start + .seconds(second))
    guard origin.waiting.count < count else { return nil }
    do throws(HTTPError) { _ = try await exchange.head() } catch { return error }
    return nil
  }

  @Test(
    "An origin has the same name however its address is written",
    arguments: [
      ("https://Books.Example/1?x=/", "https://books.example"),
      ("HTTPS://books.example:443", "https://books.example"),
      ("http://books.example:80/", "http://books.example"),
      ("http://books.example?q", "http://books.example"),
      ("http://[::1]:8080/", "http://[::1]:8080"), ("https://a:80/", "https://a:80"),
    ])
  func names(address: String, name: String) {
    #expect(CurlOrigin.name(of: address) == name)
  }

  @Test("A TLS origin starts one request until it has a connection, then as many as allowed")
  func first() throws {
    let origin = origin()
    for _ in 1...4 { origin.add(try exchange(), at: start) }
    #expect(origin.hasRoom(upTo: 3, sharing: 100))
    _ = begin(origin)
    #expect(!origin.hasRoom(upTo: 3, sharing: 100) && origin.sharesConnections)
    origin.connect()
    origin.isMultiplexed = false
    #expect(!origin.sharesConnections)
    for _ in 2...3 {
      #expect(origin.hasRoom(upTo: 3, sharing: 100))
      _ = begin(origin)
    }
    #expect(!origin.hasRoom(upTo: 3, sharing: 100) && origin.connections == 3)
  }

  @Test("The queue of a plain HTTP origin does not wait for the first connection")
  func plain() throws {
    let origin = origin("http://books.example/")
    for _ in 1...3 { origin.add(try exchange(), at: start) }
    for _ in 1...2 {
      #expect(origin.hasRoom(upTo: 2, sharing: 100))
      _ = begin(origin)
    }
    #expect(!origin.hasRoom(upTo: 2, sharing: 100) && !origin.sharesConnections)
  }

  @Test("An HTTP/2 origin starts more requests than connections once it has one")
  func multiplexed() throws {
    let origin = origin()
    origin.isMultiplexed = true
    origin.add(try exchange(), at: start)
    _ = begin(origin)
    origin.add(try exchange(), at: start)
    // As long as the only connection is not made.
    #expect(!origin.hasRoom(upTo: 2, sharing: 100))
    origin.connect()
    #expect(origin.hasRoom(upTo: 2, sharing: 100) && origin.needsNone)
    for _ in 1...5 {
      _ = begin(origin)
      origin.add(try exchange(), at: start)
    }
    #expect(origin.hasRoom(upTo: 2, sharing: 7) && origin.connections == 1)
    #expect(!origin.hasRoom(upTo: 2, sharing: 6))
  }

  @Test("A wait behind a failed connection counts against a request's time to connect")
  func unreachable() async throws {
    let origin = origin()
    let exchanges = [try exchange(), try exchange(), try exchange()]
    for exchange in exchanges { origin.add(exchange, at: start) }
    let first = begin(origin)
    #expect(first.time == .seconds(10))
    origin.end(first.entry, wasConnected: false, at: start + .seconds(8))
    #expect(begin(origin, at: 8).time == .seconds(2))
    #expect(await end(of: exchanges[2], in: origin, at: 10) == nil)
    #expect(await end(of: exchanges[2], in: origin, at: 11) == .timedOut(.connect))
  }

  @Test("After the end of the only connection, a wait for attempts of others counts from there")
  func lostConnection() async throws {
    let origin = origin("http://books.example/")
    let exchanges = [try exchange(), try exchange(), try exchange()]
    for exchange in exchanges { origin.add(exchange, at: start) }
    let first = begin(origin)
    origin.connect()
    _ = begin(origin, at: 1)
    origin.end(first.entry, wasConnected: true, at: start + .seconds(40))
    #expect(await end(of: exchanges[2], in: origin, at: 50) == nil)
    #expect(await end(of: exchanges[2], in: origin, at: 51) == .timedOut(.connect))
  }

  @Test("After a timeout a connection is used again up to an age: the time since the last timeout")
  func maximumLifetime() {
    let origin = origin()
    #expect(origin.maximumLifetime(at: start) == 0 && !origin.isSilent)
    origin.timeOut(at: start)
    #expect(origin.isSilent)
    // An answer on a new connection says nothing about the older ones.
    origin.isSilent = false
    for (milliseconds, seconds) in [(0, 1), (500, 1), (1000, 1), (1001, 2), (60_000, 60)] {
      let lifetime = origin.maximumLifetime(at: start + .milliseconds(milliseconds))
      #expect(lifetime == seconds, "\(milliseconds) ms")
    }
    origin.timeOut(at: start + .seconds(60))
    #expect(origin.maximumLifetime(at: start + .seconds(62)) == 2)
  }

  @Test("A wait for room does not count against a request's time to connect")
  func limit() async throws {
    let origin = origin("http://books.example/")
    let exchanges = [try exchange(), try exchange(whole: .seconds(50))]
    for exchange in exchanges { origin.add(exchange, at: start) }
    let first = begin(origin)
    origin.connect()
    #expect(await end(of: exchanges[1], in: origin, at: 40) == nil)
    origin.end(first.entry, wasConnected: true, at: start + .seconds(40))
    #expect(begin(origin, at: 40).time == .seconds(10))
    // An earlier failure has no effect on a request that waits for room among other origins.
    let other = self.origin()
    other.add(try exchange(), at: start)
    let failed = begin(other)
    other.end(failed.entry, wasConnected: false, at: start + .seconds(1))
    let late = try exchange(whole: .seconds(50))
    other.add(late, at: start + .seconds(1))
    #expect(await end(of: late, in: other, at: 45) == nil)
    #expect(await end(of: late, in: other, at: 52) == .timedOut(.whole))
  }
}
