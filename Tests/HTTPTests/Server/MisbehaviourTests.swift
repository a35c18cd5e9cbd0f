import Foundation
import HTTP
import TestKit
import Testing

@Suite("Misbehaviour of a server", .timeLimit(.minutes(60)))
struct MisbehaviourTests {
  /// Less than any answer that has no end or is huge.
  private static let enough = 1_000_000

  private func receive(_ fault: Misbehaviour) async throws -> RawClient.Received {
    try await withServer { _ in
      .misbehaving(fault, pace: .interval(.zero))
    } run: { server in
      let client = try RawClient(to: server.port)
      client.get("/ping")
      let isSilent = [.timeout].contains(fault.outcome)
      return await client.read(within: isSilent ? .milliseconds(50) : .seconds(600)) {
        $0.count > Self.enough || fault.isAnswered(by: $0)
      }
    }
  }

  @Test(
    "A misbehaving server ends as announced: in a response, an error, silence or never",
    arguments: Misbehaviour.allCases)
  func outcomes(_ fault: Misbehaviour) async throws {
    let received = try await receive(fault)
    switch fault.outcome {
    case .timeout: #expect(received.end == .late)
    case .limit:
      // Those are not large, but many.
      #expect(received.data.count > (fault == .head(.manyFields) ? 200_000 : Self.enough))
    case .response, .error, .either: #expect(received.end != .late)
    }
  }

  @Test("Each misbehaviour of a server has a name of its own")
  func names() {
    let names = Misbehaviour.allCases.map(\.description)
    #expect(Set(names).count == names.count && names.count > 200)
  }

  @Test(
    "A connection ends where its name says",
    arguments: [
      (ConnectionFault.closesAtOnce, "", RawClient.Received.End.closed),
      (.closesInStatusLine, "HTTP/1.1 20", .closed), (.resetsBeforeHeader, "", .reset),
      (.resetsAfterHeader, "\r\n\r\n", .reset), (.resetsInBody, "start\":0", .reset),
      (.closesAfterAnswer, "}]}", .closed), (.resetsAfterAnswer, "}]}", .reset),
      (.silentAfterHeader, "\r\n\r\n", .late), (.silentFromTheStart, "", .late),
    ])
  func connections(
    _ fault: ConnectionFault, _ end: String, _ how: RawClient.Received.End
  ) async throws {
    try await withServer { _ in
      .misbehaving(.connection(fault))
    } run: { server in
      let client = try RawClient(to: server.port)
      client.get()
      guard how == .late else {
        let received = await client.read()
        // A reset may discard unread bytes.
        #expect(received.end == how && (received.text.hasSuffix(end) || how == .reset))
        return
      }
      try await server.request(1)
      if !end.isEmpty { #expect(await client.read(through: end).end == .enough) }
      let rest = await client.read(within: .milliseconds(20))
      #expect(rest.end == .late && rest.data.isEmpty)
    }
  }

  @Test("A header in the middle of a fault is not complete, one after it is")
  func heads() async throws {
    for fault in [ConnectionFault.closesInHeader, .resetsInHeader] {
      #expect(!(try await receive(.connection(fault))).text.contains("\r\n\r\n"))
    }
    let slow = try await receive(.connection(.slow))
    #expect(slow.text.hasPrefix("HTTP/1.1 200 OK\r\n") && slow.text.hasSuffix("}]}"))
  }

  @Test("A body has another length than announced")
  func lengths() async throws {
    func announced(_ fault: FramingFault) async throws -> (Int?, Int) {
      let received = try await receive(.framing(fault))
      let length = received.text.firstMatch(of: /Content-Length: (\d+)/)?.output.1
      return (length.flatMap { Int($0) }, received.body.count)
    }
    let short = try await announced(.shortBody)
    #expect(try #require(short.0) > short.1 && short.1 > 0)
    let long = try await announced(.longBody)
    #expect(try #require(long.0) < long.1)
    #expect(try await announced(.hugeLength).0 == Int.max)
    #expect(try await announced(.overflowingLength).0 == nil)
    let text = try await receive(.framing(.differingLengths)).text
    #expect(text.matches(of: /Content-Length:/).count == 2)
  }

  @Test(
    "Bytes that no header may have are sent as they are",
    arguments: [
      (HeadFault.nulInValue, "X-A: a\u{0}b\r\n"), (.bareCR, "X-A: a\rX-B: b\r\n"),
      (.foldedValue, "\r\n  b\r\n\tc\r\n"), (.controlSequence, "\u{1B}[2J"),
      (.spaceBeforeColon, "X-A : a"), (.noColon, "\r\nWhat is this\r\n"), (.emptyName, "\r\n: a"),
    ])
  func fields(_ fault: HeadFault, _ text: String) async throws {
    let received = try await receive(.head(fault))
    let head = received.data.prefix(received.data.count - received.body.count)
    #expect(head.range(of: Data(text.utf8)) != nil)
    #expect(received.text.hasSuffix("}]}"))
  }

  @Test("Huge headers have their size, and bare line feeds no carriage return")
  func sizes() async throws {
    #expect(try await receive(.head(.longField)).data.count > 1_000_000)
    #expect(try await receive(.head(.longHeader)).data.count > 1_000_000)
    let many = try await receive(.head(.manyFields)).data
    #expect(many.count { $0 == UInt8(ascii: "\n") } > 20_000)
    #expect(!(try await receive(.head(.bareLF))).data.contains(13))
    let latin1 = try await receive(.head(.latin1)).data
    #expect(String(validating: latin1, as: UTF8.self) == nil)
  }

  @Test(
    "A status line is as its name says, and the rest of the answer is right",
    arguments: [
      (StatusLineFault.empty, "\r\n"), (.noStatus, "HTTP/1.1\r\n"), (.noVersion, "200 OK\r\n"),
      (.negative, "HTTP/1.1 -200 OK\r\n"), (.tabs, "HTTP/1.1\t200\tOK\r\n"),
      (.noReason, "HTTP/1.1 200\r\n"), (.indented, "  HTTP/1.1 200 OK\r\n"),
    ])
  func statusLines(_ fault: StatusLineFault, _ line: String) async throws {
    let text = try await receive(.statusLine(fault)).text
    #expect(text.hasPrefix("\(line)Content-Type: application/json\r\nContent-Length: "))
    #expect(text.hasSuffix("}]}"))
  }

  @Test("A redirect leads where its name says")
  func redirects() async throws {
    func location(_ fault: RedirectFault) async throws -> String? {
      try await receive(.redirect(fault)).text.firstMatch(of: /Location: ([^\r]*)\r\n/)
        .map { String($0.output.1) }
    }
    #expect(try await location(.loop) == "/ping")
    #expect(try await location(.pingPong) == "/pong")
    #expect(try await location(.growing) == "/pinga")
    #expect(try await location(.file) == "file:///etc/hostname")
    #expect(try await location(.noLocation) == nil)
    #expect(try await location(.emptyLocation) == "")
    let other = try await withServer { _ in
      .misbehaving(.redirect(.otherOrigin))
    } run: { server in
      let client = try RawClient(to: server.port)
      client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
      let text = await client.read(through: "\r\n\r\n").text
      return text.contains("Location: http://localhost:\(server.port)/other-origin\r\n")
    }
    #expect(other)
  }

  @Test("Every Retry-After comes with both statuses, and one refusal has none")
  func retries() async throws {
    for fault in RetryFault.allCases {
      let text = try await receive(.retry(fault)).text
      #expect(text.hasPrefix("HTTP/1.1 \(fault.status) "))
      let values = text.matches(of: /Retry-After: ([^\r]*)\r\n/).map { String($0.output.1) }
      #expect(values == fault.after.values)
    }
    #expect(RetryFault.allCases.count == 2 * RetryFault.After.allCases.count)
  }
}

extension Misbehaviour {
  /// Whether no more comes after these bytes on a connection that stays open.
  fileprivate func isAnswered(by data: Data) -> Bool {
    guard outcome != .limit, outcome != .timeout,
      let end = data.prefix(1 << 19).range(of: Data("\r\n\r\n".utf8))
    else { return false }
    switch self {
    case .connection(.answersTwice):
      return data.count > 100 && data.ranges(of: Data("}]}".utf8)).count == 2
    case .connection(.slow), .connection(.slowBody), .statusLine(.manyInterim):
      return data.suffix(3).elementsEqual("}]}".utf8)
    case .connection(.sendsMoreAfterAnswer), .framing(.longBody):
      return data.suffix(4).elementsEqual("more".utf8)
        || data.suffix(9).elementsEqual("announced".utf8)
    case .coding, .content, .date, .retry, .redirect, .status:
      let head = String(decoding: data[..<end.lowerBound], as: UTF8.self)
      let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.output.1) } ?? 0
      return data.count - end.upperBound >= length
    default: return false
    }
  }
}
