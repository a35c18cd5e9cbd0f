import HTTP
import Networking
import Testing

@Suite("Single flight beside an unsafe request")
struct UnsafeSingleFlightTests {
  @Test(
    "After an unsafe request, also one that fails, no one joins a transfer that began meanwhile",
    arguments: [nil, .interrupted(host: "a")] as [HTTPError?])
  func changedMeanwhile(_ error: HTTPError?) async throws {
    let (change, gate) = (TransferGate(), TransferGate())
    let server = ScriptedServer(
      ScriptedServer.after(change, 204, failing: error),
      ScriptedServer.after(gate, 200, [:], "before"),
      { ScriptedServer.answer($0, 200, [:], "after") })
    let client = HTTPSingleFlight(server.client)
    let put = Task.immediate {
      try await client.send(HTTPRequest(method: .put, url: testURL())).response
    }
    await server.reached(1)
    let before = Task.immediate { try await client.send(.to("1")).text() }
    await server.reached(2)
    change.open()
    _ = await put.result
    let after = Task.immediate { try await client.send(.to("1")).text() }
    gate.open()
    #expect(try await before.value == "before")
    #expect(try await after.value == "after")
  }
}
