import Foundation
import HTTP
import TestKit
import Testing

@Suite("The client in memory fulfils the contract of HTTP clients")
struct MemoryHTTPClientTests {
  @Test("A client in memory fulfils the contract", arguments: HTTPClientContract.Check.allCases)
  func client(_ check: HTTPClientContract.Check) async throws {
    let base = try #require(URL(string: "http://memory.invalid"))
    try await HTTPClientContract(MemoryHTTPClient(HTTPContractServer.answer), base: base).verify(
      check)
  }
}
