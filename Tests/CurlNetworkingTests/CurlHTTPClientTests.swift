import CurlNetworking
import Foundation
import HTTP
import Testing

@Suite("libcurl")
struct CurlHTTPClientTests {
  @Test("first")
  func first() async throws {
    let client = CurlHTTPClient()
    let url = try #require(URL(string: "http://127.0.0.1:8099/10k.bin"))
    for i in 0..<2000 {
      let answer = try await client.send(HTTPRequest(url: url))
      let n = try await answer.body.collect(upTo: 1 << 20).count
      if i % 200 == 0 { print(i, n) }
    }
  }
}
