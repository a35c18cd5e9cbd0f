import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: what a 304 confirms (RFC 9111, section 4.3.4)")
struct CacheConfirmationTests {
  @Test(
    "A 304 with a date alone confirms a response that has a tag alone, or also that date",
    arguments: [
      (nil, true), ("Wed, 01 Jun 1994 00:00:00 GMT", true),
      ("Thu, 02 Jun 1994 00:00:00 GMT", false),
    ] as [(String?, Bool)])
  func dateAlone(_ modified: String?, isConfirmed: Bool) async throws {
    let trial = try CacheTrial()
    var fields: HTTPFields = [.eTag: "\"1\""]
    fields[.lastModified] = modified
    try await trial.store("max-age=2", fields)
    trial.wait(3)
    trial.reply(304, [.lastModified: "Wed, 01 Jun 1994 00:00:00 GMT"], "")
    trial.reply(200, [.cacheControl: "no-store"], "two")
    let answer = try await trial.get()
    #expect(answer.text == (isConfirmed ? "one" : "two"))
    #expect(answer.requests == (isConfirmed ? 2 : 3))
  }
}
