import Foundation
import HTTP
import Networking
import Testing

@Suite("Single flight with a cancelled reader")
struct CancelledReaderTests {
  @Test("A cancelled caller reads no more of a shared body, even if more is there; the others do")
  func cancelled() async throws {
    let server = ScriptedServer { ChunkSource(["one ", "two"]).answer($0) }
    let client = HTTPSingleFlight(server.client)
    let first = try await client.send(.to("1"))
    let second = try await client.send(.to("1"))
    var reader = first.body.makeAsyncIterator()
    #expect(try await reader.next() == Data("one ".utf8))
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var other = second.body.makeAsyncIterator()
      return try await other.next()
    }
    await #expect(throws: HTTPError.cancelled) { try await reading.value }
    #expect(try await reader.next() == Data("two".utf8))
    #expect(server.requests.count == 1)
  }
}
