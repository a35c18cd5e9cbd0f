import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: HEAD (RFC 9111, section 4.3.5)")
struct CacheHeadTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  private func storeStale(_ fields: HTTPFields = [:]) async throws {
    trial.reply(200, [.cacheControl: "max-age=2"] + fields + .named(["X-A": "1"]))
    _ = try await trial.get()
    trial.wait(3)
  }

  @Test("RFC 9110, 9.3.2: a fresh GET answers HEAD, without its body")
  func fromGet() async throws {
    trial.reply(200, [.cacheControl: "max-age=60", .contentLength: "3", .eTag: "\"1\""])
    _ = try await trial.get()
    let answer = try await trial.send(.head)
    #expect(answer.isStored && answer.status == 200 && answer.text.isEmpty)
    #expect(answer.fields[.contentLength] == "3")
    #expect(try await trial.send(.head, CacheTrial.url, [.ifNoneMatch: "\"1\""]).status == 304)
  }

  @Test("A HEAD for a stale response goes to the origin, and updates the stored one")
  func updates() async throws {
    try await storeStale([.eTag: "\"1\"", .contentLength: "3"])
    trial.reply(
      200,
      [.cacheControl: "max-age=1000", .eTag: "\"1\"", .contentLength: "3"]
        + .named(["X-B": "2"]), "")
    _ = try await trial.send(.head)
    #expect(trial.requests[1].method == .head)
    let answer = try await trial.get()
    #expect(answer.isStored && answer.text == "one")
    #expect(answer.fields[named: "X-A"] == "1" && answer.fields[named: "X-B"] == "2")
  }

  @Test("4.1: a HEAD whose response is selected by another field makes the stored one useless")
  func selection() async throws {
    let french: HTTPFields = [.acceptLanguage: "fr"]
    trial.reply(200, [.cacheControl: "max-age=2", .eTag: "\"1\""])
    _ = try await trial.get(french)
    trial.wait(3)
    trial.reply(
      200, [.cacheControl: "max-age=1000", .eTag: "\"1\"", .vary: "Accept-Language"], "")
    _ = try await trial.send(.head, CacheTrial.url, french)
    trial.reply(200, [:], "two")
    #expect(try await trial.get([.acceptLanguage: "en"]).text == "two")
  }

  @Test("Fields that the response to HEAD omits are no difference")
  func omitted() async throws {
    try await storeStale([.eTag: "\"1\"", .lastModified: trial.date(-60), .contentLength: "3"])
    trial.reply(200, [.cacheControl: "max-age=1000"], "")
    _ = try await trial.send(.head)
    #expect(try await trial.get().isStored)
  }

  @Test(
    "A HEAD that shows another representation makes the stored one useless",
    arguments: [
      HTTPField.Name.eTag, .lastModified, .contentLength,
    ])
  func changed(_ name: HTTPField.Name) async throws {
    try await storeStale([.eTag: "\"1\"", .lastModified: trial.date(-60), .contentLength: "3"])
    var fields: HTTPFields = [.cacheControl: "max-age=1000"]
    fields[name] = name == .lastModified ? trial.date(0) : "4"
    trial.reply(200, fields, "")
    _ = try await trial.send(.head)
    trial.reply(200, [:], "two")
    #expect(try await trial.get().text == "two")
    #expect(!trial.requests[2].headerFields.contains(.ifNoneMatch))
  }

  @Test(
    "A validator that only the HEAD has makes the stored response useless, and a length does not",
    arguments: [
      (HTTPField.Name.eTag, "\"1\"", 0), (.lastModified, "Sat, 05 Nov 1994 08:49:37 GMT", 0),
      (.contentLength, "3", 1),
    ])
  func added(_ name: HTTPField.Name, _ value: String, _ count: Int) async throws {
    try await storeStale()
    var fields: HTTPFields = [.cacheControl: "max-age=1000"]
    fields[name] = value
    trial.reply(200, fields, "")
    _ = try await trial.send(.head)
    #expect(try trial.stored == count)
  }

  @Test("A HEAD that says no-store removes the stored response")
  func noStore() async throws {
    try await storeStale([.eTag: "\"1\""])
    trial.reply(200, [.eTag: "\"1\"", .cacheControl: "no-store, max-age=60"], "")
    _ = try await trial.send(.head)
    #expect(try trial.stored == 0)
  }

  @Test("A HEAD that answers 200 removes a stored error or redirect", arguments: [404, 301])
  func otherStoredStatus(_ status: Int) async throws {
    trial.reply(status, [.cacheControl: "max-age=2", .location: "/works/2"], "no")
    _ = try await trial.send(options: .withoutRedirects)
    trial.wait(3)
    trial.reply(200, [.cacheControl: "max-age=1000"], "")
    _ = try await trial.send(.head)
    #expect(try trial.stored == 0)
    trial.reply(200, [:], "two")
    #expect(try await trial.get().text == "two")
  }

  @Test("Another status, or another variant, changes nothing")
  func otherStatus() async throws {
    try await storeStale([.vary: "Foo"])
    trial.reply(410, [.cacheControl: "max-age=1000"], "")
    _ = try await trial.send(.head)
    trial.reply(200, [.cacheControl: "max-age=1000"], "")
    _ = try await trial.send(.head, CacheTrial.url, .named(["Foo": "1"]))
    let stale = try await trial.get([.cacheControl: "max-stale"])
    #expect(stale.cache?.staleness == .accepted && stale.fields[.cacheControl] == "max-age=2")
  }

  @Test("A response to HEAD answers HEAD alone")
  func head() async throws {
    trial.reply(200, [.cacheControl: "max-age=60", .contentLength: "3"], "")
    _ = try await trial.send(.head)
    #expect(try await trial.send(.head).isStored)
    trial.reply(200, [.cacheControl: "max-age=60"], "one")
    #expect(try await trial.get().text == "one")
    #expect(try trial.stored == 1)
    #expect(try await trial.send(.head).isStored)
  }

  @Test("4.3.1: GET does not send the tag of a stored response to HEAD, which has no body")
  func tagOfHead() async throws {
    trial.reply(200, [.cacheControl: "max-age=60", .eTag: "\"1\""], "")
    _ = try await trial.send(.head)
    trial.reply(200, [.cacheControl: "max-age=60", .eTag: "\"1\""])
    #expect(try await trial.get().text == "one")
    #expect(!trial.requests[1].headerFields.contains(.ifNoneMatch))
  }
}
