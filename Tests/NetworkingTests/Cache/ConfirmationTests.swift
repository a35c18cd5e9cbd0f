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

  private static let long = String(repeating: "a", count: 511)

  @Test(
    "4.3.1: a long validator, one with a control character and several tags are not sent back",
    arguments: [
      (.eTag, "\"\(long.dropLast())\"", true), (.eTag, "\"\(long)\"", false),
      (.eTag, "\"\u{1}\"", false), (.eTag, "\"\u{7F}\"", false), (.eTag, "a, b", false),
      (.eTag, "\"a\", \"b\"", false), (.eTag, "\"a, b\"", true), (.lastModified, "\(long)a", true),
      (.lastModified, "\(long)aa", false), (.lastModified, "\u{1B}", false),
    ] as [(HTTPField.Name, String, Bool)])
  func sentBack(_ name: HTTPField.Name, _ value: String, _ isSent: Bool) async throws {
    let trial = try CacheTrial()
    try await trial.store("max-age=2", HTTPFields([HTTPField(name: name, value: value)]))
    trial.wait(3)
    trial.reply(200, [.cacheControl: "no-store"], "two")
    #expect(try await trial.get().text == "two")
    let asked = name == .eTag ? HTTPField.Name.ifNoneMatch : .ifModifiedSince
    #expect(trial.requests[1].headerFields[asked] == (isSent ? value : nil))
  }
}
