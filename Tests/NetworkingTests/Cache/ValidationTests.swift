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

  @Test("4.3.1: and by its Last-Modified, as it is; the request's other fields are kept")
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

  @Test("4.3.4: a 304 with another strong validator updates nothing; everything is asked for")
  func otherTag() async throws {
    try await store([.eTag: "\"1\""])
    trial.reply(304, [.eTag: "\"2\""], "")
    trial.reply(200, [.eTag: "\"2\"", .cacheControl: "max-age=60"], "two")
    #expect(try await trial.get().text == "two")
    #expect(!trial.requests[2].headerFields.contains(.ifNoneMatch))
    #expect(try await trial.get().text == "two")
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

  @Test("3.2: a 304 that says no-store is used once")
  func noStoreIn304() async throws {
    try await store([.eTag: "\"1\""])
    trial.reply(304, [.eTag: "\"1\"", .cacheControl: "no-store"], "")
    #expect(try await trial.get().text == "one")
    #expect(try trial.stored == 0)
  }

  @Test("5.2.2.4: no-cache is stored, and validated at each use, also if it is fresh")
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

@Suite("HTTP cache: conditions of the caller (RFC 9111, section 4.3.2)")
struct CacheConditionTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  private func store(_ fields: HTTPFields) async throws {
    trial.reply(200, [.cacheControl: "max-age=1000"] + fields)
    _ = try await trial.get()
  }

  @Test(
    "If-None-Match is compared weakly with the stored tag",
    arguments: [
      ("\"a\"", "\"a\"", true), ("W/\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true),
      ("\"a\"", "\"b\"", false), ("\"a\"", "\"1\", \"a\" , \"2\"", true), ("\"a\"", "a", true),
      ("a", "\"a\"", true), ("a", "a", true), ("\"a\"", "\"A\"", false),
      ("\"a,b\"", "\"a,b\"", true),
      ("\"a\"", "\"a,b\", \"b\"", false), ("W\\\"a\"", "W\\\"a\"", true), ("\"ü\"", "\"ü\"", true),
      ("\"a\"", "", false), ("\"a\"", ",", false),
    ])
  func tags(_ stored: String, _ asked: String, _ matches: Bool) async throws {
    try await store([.eTag: stored])
    let answer = try await trial.get([.ifNoneMatch: asked])
    #expect(answer.status == (matches ? 304 : 200) && answer.isStored)
    #expect(answer.text == (matches ? "" : "one"))
    #expect(answer.fields[.eTag] == stored)
  }

  @Test("RFC 9110, 15.4.5: a 304 has the fields that tell of freshness, and none of the body's")
  func fieldsOf304() async throws {
    let fields: HTTPFields = [
      .eTag: "\"a\"", .contentLocation: "/x", .date: trial.date(0), .expires: trial.date(60),
      .vary: "accept", .lastModified: trial.date(-60),
    ]
    try await store(fields + [.contentType: "text/plain", .contentLength: "3"])
    let answer = try await trial.get([.ifNoneMatch: "\"a\""])
    for field in fields { #expect(answer.fields[field.name] == field.value) }
    #expect(answer.fields[.age] == "0" && answer.fields[.cacheControl] == "max-age=1000")
    #expect(!answer.fields.contains(.contentType) && !answer.fields.contains(.contentLength))
  }

  @Test(
    "If-Modified-Since is compared with Last-Modified, or else with Date, and then no tag counts")
  func dates() async throws {
    try await store([.lastModified: trial.date(-3000)])
    #expect(try await trial.get([.ifModifiedSince: trial.date(-3000)]).status == 304)
    #expect(try await trial.get([.ifModifiedSince: trial.date(-2000)]).status == 304)
    #expect(try await trial.get([.ifModifiedSince: trial.date(-3001)]).status == 200)
    #expect(try await trial.get([.ifModifiedSince: "Sunday, 06-Nov-94 08:49:37 GMT"]).status == 304)
    #expect(try await trial.get([.ifModifiedSince: "yesterday"]).status == 200)
    #expect(
      try await trial.get([.ifModifiedSince: trial.date(0), .ifNoneMatch: "\"b\""]).status == 200)
    #expect(trial.requests.count == 1)

    let other = try CacheTrial()
    other.reply(200, [.cacheControl: "max-age=1000"])
    _ = try await other.get()
    #expect(try await other.get([.ifModifiedSince: other.date(0)]).status == 304)
    #expect(try await other.get([.ifModifiedSince: other.date(-1)]).status == 200)
  }

  @Test("If-None-Match has precedence over If-Modified-Since")
  func precedence() async throws {
    try await store([.lastModified: trial.date(0), .eTag: "\"a\""])
    let conditions: HTTPFields = [.ifNoneMatch: "\"a\"", .ifModifiedSince: trial.date(-5000)]
    #expect(try await trial.get(conditions).status == 304)
  }

  @Test(
    "A 304 to the validation of both is a 304 to the caller, and 200 if only the store knew the tag"
  )
  func union() async throws {
    try await store([.eTag: "\"a\""])
    trial.wait(2000)
    trial.reply(304, [.eTag: "\"a\""], "")
    let known = try await trial.get([.ifNoneMatch: "\"a\""])
    #expect(trial.requests[1].headerFields[.ifNoneMatch] == "\"a\"")
    #expect(known.status == 304 && known.cache?.source == .validated)
    trial.wait(2000)
    trial.reply(304, [.eTag: "\"a\""], "")
    let unknown = try await trial.get([.ifNoneMatch: "\"b\""])
    #expect(trial.requests[2].headerFields[.ifNoneMatch] == "\"b\", \"a\"")
    #expect(unknown.status == 200 && unknown.text == "one")
    trial.wait(2000)
    trial.reply(304, [.eTag: "\"b\""], "")
    let own = try await trial.get([.ifNoneMatch: "\"b\""])
    #expect(own.status == 304 && own.cache?.source == .network)
  }

  @Test("A stale response is validated by its own date, and the caller's one is evaluated then")
  func staleDate() async throws {
    let modified = trial.date(-3000)
    try await store([.lastModified: modified])
    for (since, status) in [(-3000.0, 304), (-4000.0, 200)] {
      let asked = trial.date(since)
      trial.wait(2000)
      trial.reply(304, [.lastModified: modified], "")
      #expect(try await trial.get([.ifModifiedSince: asked]).status == status)
      #expect(trial.requests.last?.headerFields[.ifModifiedSince] == modified)
      trial.wait(-2000)
    }
  }

  @Test(
    "Without a stored response the condition goes to the origin, and so does its 304 to the caller")
  func forwarded() async throws {
    trial.reply(304, [.eTag: "\"a\""], "")
    let answer = try await trial.get([.ifNoneMatch: "\"a\""])
    #expect(trial.requests[0].headerFields[.ifNoneMatch] == "\"a\"")
    #expect(answer.status == 304 && answer.cache?.source == .network)
    #expect(try trial.stored == 0)
  }

  @Test(
    "If-Match and If-Unmodified-Since are the origin's to evaluate, also if it answers 412",
    arguments: [HTTPField.Name.ifMatch, .ifUnmodifiedSince])
  func preconditions(_ name: HTTPField.Name) async throws {
    try await store([.eTag: "\"a\"", .lastModified: trial.date(0)])
    trial.reply(412, [.cacheControl: "max-age=1000"], "no")
    var fields = HTTPFields()
    fields[name] = name == .ifMatch ? "\"b\"" : trial.date(-60)
    let answer = try await trial.get(fields)
    #expect(answer.status == 412 && trial.requests[1].headerFields.contains(name))
    #expect(try await trial.get().text == "one")
  }

  @Test("A condition has no effect on a stored error")
  func errors() async throws {
    trial.reply(404, [.cacheControl: "max-age=60", .eTag: "\"a\""], "no")
    _ = try await trial.get()
    let answer = try await trial.get([.ifNoneMatch: "\"a\""])
    #expect(answer.status == 404 && answer.isStored && answer.text == "no")
  }
}
