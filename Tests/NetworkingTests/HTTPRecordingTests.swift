import Foundation
import HTTP
import Networking
import Synchronization
import TestKit
import Testing

@Suite("Recording and replay")
struct HTTPRecordingTests {
  @Test("Recorded answers are replayed once, in order for repeated requests; then requests fail")
  func roundTrip() async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 200, [.eTag: "1"], "first") },
      { ScriptedServer.answer($0, 404, [:], "other") },
      { ChunkSource(["sec", "ond"]).answer($0) },
      { ScriptedServer.answer($0, 201, [:], "posted") })
    let recording = HTTPRecording(server.client)
    let requests: [HTTPRequest] = [
      .to("1", [.authorization: "a"]), .to("2"), .to("1?token=a#part"),
      HTTPRequest(method: .post, url: testURL()),
    ]
    var texts: [String] = []
    for request in requests { texts.append(try await recording.send(request).text()) }
    #expect(texts == ["first", "other", "second", "posted"] && recording.omitted == 0)

    let replay = HTTPReplay(try HTTPCassette(recording.cassette.text))
    #expect(replay.unusedCount == 4)
    var replayed: [String] = []
    for request in [requests[2], requests[3], requests[1]] {
      replayed.append(try await replay.send(request).text())
    }
    let first = try await replay.send(.to("1"))
    #expect(first.response.headerFields == [.eTag: "1"] && first.url == testURL())
    #expect(replayed == ["second", "posted", "other"] && replay.unusedCount == 0)
    await #expect(throws: HTTPError.notRecorded(method: "GET", url: "https://a.example/1")) {
      try await replay.send(.to("1"))
    }
  }

  @Test("Repeated requests get their answers in the order of the recording")
  func repeated() async throws {
    let answers = (1...3).map { number in
      HTTPCassette.Entry(.to("1"), HTTPResponse(status: 200), body: Data("\(number)".utf8))
    }
    let replay = HTTPReplay(HTTPCassette(answers))
    for number in 1...3 { #expect(try await replay.send(.to("1")).text() == "\(number)") }
  }

  @Test("A request of another method, URL or, if wanted, field has no answer")
  func unexpected() async throws {
    let entry = HTTPCassette.Entry(
      .to("1", [.accept: "a"]), HTTPResponse(status: 200), body: Data())
    let replay = HTTPReplay(HTTPCassette([entry]), matching: [.accept])
    for request: HTTPRequest in [
      .to("1?q", [.accept: "a"]), .to("2", [.accept: "a"]), .to("1"), .to("1", [.accept: "b"]),
      HTTPRequest(method: .head, url: testURL(), headerFields: [.accept: "a"]),
    ] {
      await #expect(
        throws: HTTPError.notRecorded(
          method: request.method.rawValue, url: request.url.absoluteString)
      ) { try await replay.send(request) }
    }
    #expect(try await replay.send(.to("1", [.accept: "a", .age: "1"])).response.status == 200)
  }

  @Test("A field that may be a credential matches if both requests have one")
  func matchingCredential() async throws {
    let entry = HTTPCassette.Entry(
      .to("1", [.authorization: "a"]), HTTPResponse(status: 200), body: Data())
    let replay = HTTPReplay(HTTPCassette([entry]), matching: [.authorization])
    await #expect(throws: HTTPError.self) { try await replay.send(.to("1")) }
    #expect(try await replay.send(.to("1", [.authorization: "b"])).response.status == 200)
  }

  @Test("A replayed body over the maximum size is an error, and a cancelled task gets nothing")
  func limits() async throws {
    let entry = HTTPCassette.Entry(.to("1"), HTTPResponse(status: 200), body: Data("abc".utf8))
    let replay = HTTPReplay(HTTPCassette([entry, entry]))
    var options = HTTPOptions()
    options.maximumBodySize = 2
    await #expect(throws: HTTPError.tooLarge(limit: 2)) {
      try await replay.send(.to("1"), options: options)
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await replay.send(.to("1"))
    }
    await #expect(throws: HTTPError.cancelled) { try await task.value }
    #expect(replay.unusedCount == 1)
  }

  @Test("Half an answer and an error are not recorded")
  func incomplete() async throws {
    let server = ScriptedServer(
      { ChunkSource(["a"], failure: .interrupted(host: "a")).answer($0) },
      { ChunkSource(["a", "b"]).answer($0) }, ScriptedServer.failing(.offline),
      { ChunkSource(["a", "b"]).answer($0) })
    let recording = HTTPRecording(server.client)
    for _ in 0..<4 {
      do {
        let answer = try await recording.send(.to("1"))
        if server.requests.count != 2 { _ = try await answer.text() }
      } catch {}
    }
    #expect(recording.cassette.entries.map(\.body) == [Data("ab".utf8)])
    #expect(recording.omitted == 2)
  }

  @Test("Answers that end in another order are recorded in that of the requests")
  func order() async throws {
    let server = ScriptedServer { ChunkSource([$0.url.lastPathComponent]).answer($0) }
    let recording = HTTPRecording(server.client)
    let first = try await recording.send(.to("1"))
    _ = try await recording.send(.to("2")).text()
    #expect(recording.cassette.entries.count == 1)
    _ = try await first.text()
    #expect(recording.cassette.entries.map(\.body) == [Data("1".utf8), Data("2".utf8)])
  }

  /// Records answers of so many equal chunks, each of a mebibyte.
  private func record(_ counts: [Int], of byte: UInt8) async throws -> HTTPRecording {
    let chunk = Data(repeating: byte, count: 1 << 20)
    let server = ScriptedServer { request in
      let left = Mutex(Int(request.url.lastPathComponent) ?? 0)
      let body = HTTPBody { () async throws(HTTPError) in
        left.withLock { left in
          left -= 1
          return left >= 0 ? chunk : nil
        }
      }
      return HTTPAnswer(HTTPResponse(status: 200), body: body, from: request.url)
    }
    let recording = HTTPRecording(server.client)
    for count in counts {
      let body = try await recording.send(.to("\(count)")).body
      var size = 0
      for try await chunk in body { size += chunk.count }
      #expect(size == count << 20)
    }
    return recording
  }

  @Test("A body that is too large is passed on, and leaves room for others")
  func tooLarge() async throws {
    let recording = try await record([130, 1, 65, 1], of: UInt8(ascii: "A"))
    #expect(recording.cassette.entries.map(\.body.count) == [1 << 20, 1 << 20])
    #expect(recording.omitted == 2)
  }

  @Test("A recording is never too large to be written: its text counts, not the bodies in it")
  func textSize() async throws {
    // In base64, the first body is longer than a cassette's text may be.
    let recording = try await record([47, 1], of: 0xFF)
    #expect(recording.cassette.entries.map(\.body.count) == [1 << 20] && recording.omitted == 1)
    #expect(recording.cassette.text.count <= HTTPCassette.maximumSize)
  }

  @Test("An answer that a cassette can't hold is passed on and not recorded")
  func unreadable() async throws {
    let long = String(repeating: "x", count: 1 << 16)
    let many = HTTPFields((0...1000).map { HTTPField(name: .server, value: "\($0)") })
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 200, [.server: long]) },
      { ScriptedServer.answer($0, 200, many) },
      { ScriptedServer.answer($0, .init(code: 200, reasonPhrase: long)) },
      { ScriptedServer.answer($0, 99) },
      { ScriptedServer.answer($0, 200, [:], "held") })
    let recording = HTTPRecording(server.client)
    for _ in 0..<5 { _ = try await recording.send(.to("1")).text() }
    #expect(recording.omitted == 4)
    let copy = try HTTPCassette(recording.cassette.text)
    #expect(copy.entries.map(\.body) == [Data("held".utf8)])
  }
}
