import Foundation
import HTTP

/// The state that the threads of a ``LoopbackServer`` share.
final class ServerCore: Sendable {
  let options: LoopbackServer.Options
  let handler: LoopbackServer.Handler
  let log = TrafficLog()
  /// Readable when the server stops; open until all threads have ended.
  let stopped: Int32
  /// The running threads.
  let threads = DispatchGroup()

  init(
    _ options: LoopbackServer.Options, stopped: Int32, _ handler: @escaping LoopbackServer.Handler
  ) {
    self.options = options
    self.stopped = stopped
    self.handler = handler
  }

  /// Runs work on a thread of its own.
  func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    threads.enter()
    let thread = Thread { [threads] in
      work()
      threads.leave()
    }
    thread.name = name
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Accepts connections until the server stops, and closes the listener.
  func accept(by listener: Int32) {
    defer {
      // A process that is being started may have the socket, too, until its program runs.
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }
    while true {
      let events = LoopbackSocket.wait(for: [(stopped, POLLIN), (listener, POLLIN)], upTo: nil)
      if events[0] != 0 { return }
      guard let descriptor = LoopbackSocket.accepted(by: listener) else {
        // Without free descriptors the connection waits; the next look should not be at once.
        _ = LoopbackSocket.wait(for: [(stopped, POLLIN)], upTo: .milliseconds(10))
        continue
      }
      let number = log.record { traffic in
        traffic.connections += 1
        return traffic.connections
      }
      start("connection \(number)") { [self] in serve(descriptor, number) }
    }
  }

  /// Answers the requests of a connection, and closes it.
  private func serve(_ descriptor: Int32, _ number: Int) {
    let stream = ServerStream(descriptor: descriptor, stop: stopped)
    // After an error there is nothing left to send, or a reset is wanted.
    if (try? answer(stream, number)) != nil { try? stream.finish() }
    close(descriptor)
    log.record { _ = $0.endedConnections.insert(number) }
  }

  private func answer(_ stream: ServerStream, _ number: Int) throws(ServerStream.End) {
    if let reply = options.greeting?(number) {
      guard try perform(reply.steps(for: ServerRequest(target: "/")), on: stream) else { return }
    }
    var reader = RequestReader(stream, options)
    while let request = try next(&reader, number) {
      let reply = handler(request)
      let staysOpen = try perform(reply.steps(for: request), on: stream)
      log.record { $0.replies += 1 }
      if let port = reply.tunnelPort { return try stream.tunnel(to: port) }
      guard staysOpen else { return }
    }
  }

  private func perform(
    _ steps: [WireStep], on stream: ServerStream
  ) throws(ServerStream.End) -> Bool {
    for step in steps { guard try stream.perform(step) else { return false } }
    return true
  }

  /// Reads and records the next request; nil at the end, or after the refusal of a malformed one.
  private func next(
    _ reader: inout RequestReader, _ number: Int
  ) throws(ServerStream.End) -> ServerRequest? {
    do throws(RequestReader.Problem) {
      guard var request = try reader.head() else { return nil }
      request.connection = number
      log.record { $0.heads += 1 }
      try reader.body(of: &request)
      return log.record { traffic in
        request.number = traffic.requests.count + 1
        traffic.requests.append(request)
        return request
      }
    } catch {
      switch error {
      case .end(let end): throw end
      case .malformed(let status, let reason):
        log.record { $0.malformed.append(reason) }
        var refusal = ServerReply(status: .init(code: status), body: reason)
        refusal.ending = .close
        _ = try perform(refusal.steps(for: ServerRequest(target: "/")), on: reader.stream)
        return nil
      }
    }
  }
}
