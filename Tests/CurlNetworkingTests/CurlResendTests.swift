import CurlNetworking
import Foundation
import HTTP
import Testing

@testable import TestKit

@Suite("A request that libcurl can't send again", .timeLimit(.minutes(60)))
struct CurlResendTests {
  /// What becomes of the connections after the first one.
  enum Others: Sendable { case refused, ignored }

  @Test(
    "A change that was sent on a kept connection is interrupted, and a question fails as its last try",
    arguments: [
      (HTTPRequest.Method.put, Others.refused, HTTPError.interrupted(host: "127.0.0.1")),
      (.post, .refused, .interrupted(host: "127.0.0.1")),
      (.post, .ignored, .interrupted(host: "127.0.0.1")),
      (.put, .ignored, .interrupted(host: "127.0.0.1")),
      (.delete, .ignored, .interrupted(host: "127.0.0.1")),
      (.get, .refused, .refused(host: "127.0.0.1")), (.get, .ignored, .timedOut(.connect)),
    ])
  func sentBefore(
    _ method: HTTPRequest.Method, _ others: Others, _ thrown: HTTPError
  ) async throws {
    let server = try OneConnection(others)
    let client = PatientClient()
    // The connection is kept.
    let answer = try await client.send(HTTPRequest(url: server.url))
    #expect(try await answer.body.collect(upTo: 1) == Data("x".utf8))
    var options = HTTPOptions()
    if others == .ignored { options.connectTimeout = .seconds(1) }
    await #expect(throws: thrown) {
      try await client.send(HTTPRequest(method: method, url: server.url), options: options)
    }
    withExtendedLifetime(server) {}
  }
}

/// A server with one connection: it answers the first request, reads the second one, and closes the connection
/// when no other can be made.
private final class OneConnection: Sendable {
  let url: URL
  private let listener: Int32
  private let others: CurlResendTests.Others

  init(_ others: CurlResendTests.Others) throws {
    let (descriptor, port) = try LoopbackSocket.bound()
    guard listen(descriptor, 0) == 0, let url = URL(string: "http://127.0.0.1:\(port)/") else {
      close(descriptor)
      throw SocketProblem(call: "listen", code: errno)
    }
    (self.url, self.others, listener) = (url, others, descriptor)
    Thread.detachNewThread { Self.serve(descriptor, port, others) }
  }

  deinit {
    if others == .ignored { close(listener) }
  }

  private static func serve(_ listener: Int32, _ port: Int, _ others: CurlResendTests.Others) {
    _ = LoopbackSocket.wait(for: [(listener, POLLIN)], upTo: nil)
    guard let connection = LoopbackSocket.accepted(by: listener) else { return }
    read(connection)
    Data("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".utf8).withUnsafeBytes {
      _ = LoopbackSocket.write(connection, $0)
    }
    read(connection)
    switch others {
    case .refused:
      // A process that another test is starting may have the socket, too, until its program runs.
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    // The queue has room for one, which stays there. The system ignores the next ones.
    case .ignored: _ = try? RawClient(to: port)
    }
    close(connection)
  }

  private static func read(_ connection: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    _ = LoopbackSocket.wait(for: [(connection, POLLIN)], upTo: nil)
    _ = LoopbackSocket.read(connection, into: &buffer)
  }
}
