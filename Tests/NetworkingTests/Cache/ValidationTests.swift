import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: validation (RFC 9111, section 4.3)")
struct CacheValidationTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  /// Stores a response that is stale when this returns.
  private func store(_ fields: HTTPFields, _ body: String = "one") async throws {
    trial.reply(200, [.cacheControl: "max-age=2"] + fields, body)
    _ = try await trial.get()
    trial.wait(3)
  }

  @Test(
    "4.3.1: a stale response is validated by its entity tag, as it is",
    arguments: ["\"abc\"", "W/\"abc\"", "abc", "w/\"abc\"", "\"a,b\"", "\"ü\""])
  func entityTags(_ tag: String) async throws {
    try await store([.eTag: tag])
    trial.reply(304, [.eTag: tag, .cacheControl: "max-age=60"], "")
    let answer = try await trial.get()
    #expect(trial.requests[1].headerFields[.ifNoneMatch] == tag)
    #expect(answer.status == 200 && answer.text == "one")
    #expect(answer.cache == HTTPCacheStatus(.validated, age: 0, remaining: 60))
    #expect(try await trial.get().isStored)
  }

  @Test(
    "4.3.1: a stale response is validated by its Last-Modified, as it is, with the request's fields"
  )
  func lastModified() async throws {
    let modified = "Wed, 01 Jun 1994 00:00:00 GMT"
    try await store([.lastModified: modified, .vary: "Accept"])
    trial.reply(304, [.lastModified: modified, .cacheControl: "max-age=60"], "")
    let answer = try await trial.get([.cacheControl: "foo", .pragma: "bar"])
    let fields = trial.requests[1].headerFields
    #expect(fields[.ifModifiedSince] == modified && !fields.contains(.ifNoneMatch))
    #expect(fields[.cacheControl] == "foo" && fields[.pragma] == "bar")
    #expect(answer.cache?.source == .validated)
  }

  @Test("4.3.1: with both, both are sent")
  func both() async throws {
    let modified = "Wed, 01 Jun 1994 00:00:00 GMT"
    try await store([.lastModified: modified, .eTag: "\"1\""])
    trial.reply(304, [.eTag: "\"1\""], "")
    _ = try await trial.get()
    let fields = trial.requests[1].headerFields
    #expect(fields[.ifModifiedSince] == modified && fields[.ifNoneMatch] == "\"1\"")
  }

  @Test("4.3.3: a full response is used, and replaces the stored one")
  func replaced() async throws {
    try await store([.eTag: "\"1\""])
    trial.reply(200, [.eTag: "\"2\"", .cacheControl: "max-age=60"], "two")
    #expect(try await trial.get().text == "two")
    let again = try await trial.get()
    #expect(again.isStored && again.text == "two")
    #expect(try trial.stored == 1)
  }

  @Test("4.3.3: a full response that must not be stored removes the stored one")
  func replacedByNoStore() async throws {
    try await store([.eTag: "\"1\""])
    trial.reply(200, [.cacheControl: "no-store"], "two")
    #expect(try await trial.get().text == "two")
    #expect(try trial.stored == 0)
  }

  @Test("4.3.4: a 304 updates the stored response, and the fields that it omits stay")
  func updated() async throws {
    try await store(
      [.eTag: "\"1\"", .contentType: "text/plain", .age: "1"]
        + .named(["X-A": "1", "X-B": "1", "X-B": "2", "Set-Cookie": "a=b"]))
    let date = trial.date(0)
    trial.reply(
      304,
      [.eTag: "\"1\"", .cacheControl: "max-age=60", .contentType: "text/html"]
        + .named(["X-B": "3", "Set-Cookie": "a=c", "Content-Foo": "4"]), "")
    for _ in 0..<2 {
      let fields = try await trial.get().fields
      #expect(fields[.contentType] == "text/html" && fields[.cacheControl] == "max-age=60")
      #expect(fields[named: "X-A"] == "1" && fields[named: "X-B"] == "3")
      #expect(fields[.setCookie] == "a=c" && fields[named: "Content-Foo"] == "4")
      #expect(fields[.date] == date && fields[.age] == "0")
    }
    #expect(trial.requests.count == 2)
  }

  @Test(
    "3.2: a 304 never updates what the body depends on, nor adds fields of a connection")
  func notUpdated() async throws {
    try await store([.eTag: "\"1\"", .contentLength: "3"] + .named(["X-A": "1"]))
    trial.reply(
      304,
      [
        .eTag: "\"1\"", .contentLength: "10", .contentEncoding: "gzip",
        .contentRange: "bytes 0-1/9",
        .connection: "close, x-b", .transferEncoding: "chunked", .cacheControl: "max-age=60",
      ] + .named(["X-B": "2", "Keep-Alive": "timeout=5"]), "")
    for _ in 0..<2 {
      let answer = try await trial.get()
      #expect(answer.fields[.contentLength] == "3" && answer.text == "one")
      for name in [HTTPField.Name.contentEncoding, .contentRange, .connection, .transferEncoding] {
        #expect(!answer.fields.contains(name), "\(name)")
      }
      #expect(answer.fields[named: "X-B"] == nil && answer.fields[named: "Keep-Alive"] == nil)
    }
  }

  @Test(
    "4.3.4: a 304 with another strong validator updates nothing; everything is asked for",
    arguments: ["\"1\"", "W/\"1\""])
  func otherTag(_ tag: String) async throws {
    try await store([.eTag: tag])
    trial.reply(304, [.eTag: "\"2\""], "")
    trial.reply(200, [.eTag: "\"2\"", .cacheControl: "max-age=60"], "two")
    #expect(try await trial.get().text == "two")
    #expect(!trial.requests[2].headerFields.contains(.ifNoneMatch))
    #expect(try await trial.get().text == "two")
  }

  @Test(
    "4.3.4: a 304 with the tag without its mark, as nginx sends it, confirms; the tag stays weak")
  func unmarkedTag() async throws {
    try await store([.eTag: "W/\"1\""])
    trial.reply(304, [.eTag: "\"1\"", .cacheControl: "max-age=60"], "")
    for _ in 0..<2 {
      let answer = try await trial.get()
      #expect(answer.text == "one" && answer.fields[.eTag] == "W/\"1\"")
    }
    #expect(trial.requests.count == 2)
  }

  @Test("4.3.4: if everything can't be had after that, the stale response is the answer")
  func otherTagAndAway() async throws {
    for error in [nil, 503] {
      let trial = try CacheTrial()
      trial.reply(200, [.cacheControl: "max-age=2", .eTag: "\"1\""])
      _ = try await trial.get()
      trial.wait(3)
      trial.reply(304, [.eTag: "\"2\""], "")
      if let error { trial.reply(error, [:], "broken") } else { trial.fail() }
      let answer = try await trial.get()
      #expect(answer.text == "one" && answer.requests == 3)
      #expect(answer.cache?.staleness == error.map { .failing($0) } ?? .unreachable)
    }
  }

  @Test(
    "4.3.4: a 304 with another date updates nothing; one without any validator is trusted",
    arguments: [(true, 3), (false, 2)])
  func otherDate(_ hasDate: Bool, _ count: Int) async throws {
    try await store([.lastModified: "Wed, 01 Jun 1994 00:00:00 GMT"])
    trial.reply(304, hasDate ? [.lastModified: "Thu, 02 Jun 1994 00:00:00 GMT"] : [:], "")
    trial.reply(200, [:], "two")
    #expect(try await trial.get().text == (hasDate ? "two" : "one"))
    #expect(trial.requests.count == count)
  }

  @Test("RFC 9110, 6.6.1: a 304 without Date is dated by its arrival")
  func undated() async throws {
    try await store([.eTag: "\"1\""])
    trial.reply(304, [.eTag: "\"1\"", .cacheControl: "max-age=60"], "", dated: false)
    let date = trial.date(0)
    #expect(try await trial.get().fields[.date] == date)
    #expect(try await trial.get().fields[.date] == date)
  }

  @Test("3.2: a 304 that says no-store is used once")
  func noStoreIn304() async throws {
    try await store([.eTag: "\"1\""])
    trial.reply(304, [.eTag: "\"1\"", .cacheControl: "no-store"], "")
    #expect(try await trial.get().text == "one")
    #expect(try trial.stored == 0)
  }

  @Test("5.2.2.4: no-cache is stored, and validated at each use, even if it is fresh")
  func noCache() async throws {
    for control in [
      "no-cache", "max-age=10000, No-CaChE", "no-cache=\"\"", "max-age=60, no-cache=",
    ] {
      let trial = try CacheTrial()
      trial.reply(200, [.cacheControl: control, .eTag: "\"1\""])
      _ = try await trial.get()
      for _ in 0..<2 {
        trial.reply(304, [.eTag: "\"1\""], "")
        let answer = try await trial.get()
        #expect(answer.cache?.source == .validated && answer.text == "one", "\(control)")
      }
      #expect(trial.requests.count == 3)
    }
  }

  @Test("5.2.2.4: fields that no-cache names are not stored, and the others are reused")
  func noCacheFields() async throws {
    trial.reply(
      200,
      [.cacheControl: "no-cache=\"X-A, x-b\"", .cacheControl: "max-age=60"]
        + .named(["X-A": "1", "X-B": "2", "X-C": "3"]))
    #expect(try await trial.get().fields[named: "X-A"] == "1")
    let again = try await trial.get()
    #expect(again.isStored && again.fields[named: "X-C"] == "3")
    #expect(again.fields[named: "X-A"] == nil && again.fields[named: "X-B"] == nil)
  }

  @Test("5.2.2.4: a field of a 304 that no-cache names is for the answered request, and not stored")
  func noCacheFieldsOf304() async throws {
    let control: HTTPFields = [.cacheControl: "no-cache=\"X-A\", max-age=5", .eTag: "\"1\""]
    trial.reply(200, control + .named(["X-A": "1"]))
    _ = try await trial.get()
    trial.wait(6)
    trial.reply(304, control + .named(["X-A": "2", "X-A": "3"]), "")
    let answer = try await trial.get()
    #expect(answer.cache?.source == .validated && answer.text == "one")
    #expect(HTTPField.Name("X-A").map { answer.fields[values: $0] } == ["2", "3"])
    let again = try await trial.get()
    #expect(again.isStored && again.fields[named: "X-A"] == nil)
  }

  @Test("5.2.2.4: a stored field that no-cache of a 304 names is not reused any more")
  func noCacheFieldsSince304() async throws {
    try await store([.eTag: "\"1\""] + .named(["X-A": "1", "X-B": "1"]))
    trial.reply(304, [.eTag: "\"1\"", .cacheControl: "max-age=60, no-cache=\"X-A\""], "")
    _ = try await trial.get()
    let again = try await trial.get()
    #expect(again.isStored && again.text == "one" && again.fields[named: "X-B"] == "1")
    #expect(again.fields[named: "X-A"] == nil)
  }

  @Test("5.2.2.2: must-revalidate is reused while it is fresh, and validated after that")
  func mustRevalidate() async throws {
    trial.reply(200, [.cacheControl: "max-age=2, must-revalidate", .eTag: "\"1\""])
    _ = try await trial.get()
    #expect(try await trial.get().isStored)
    trial.wait(3)
    trial.reply(304, [.eTag: "\"1\""], "")
    #expect(try await trial.get([.cacheControl: "max-stale"]).cache?.source == .validated)
  }
}
