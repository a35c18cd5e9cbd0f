import Foundation
import HTTP
import Networking
import TestKit
import Testing

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
      ("\"a\"", "", false), ("\"a\"", ",", false), ("\"\u{E9}\"", "\"e\u{301}\"", false),
      // Bytes that are no UTF-8 are read as this character.
      ("\"\u{FFFD}\"", "\"\u{FFFD}\"", false),
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

  @Test("A 304 that names no tag confirms none of two: the caller's condition is sent alone")
  func unnamedTag() async throws {
    for fields: HTTPFields in [[:], [.lastModified: trial.date(-60)]] {
      let trial = try CacheTrial()
      trial.reply(200, [.cacheControl: "max-age=2", .eTag: "\"a\""])
      _ = try await trial.get()
      trial.wait(3)
      for _ in 0..<2 { trial.reply(304, fields, "") }
      let answer = try await trial.get([.ifNoneMatch: "\"b\""])
      #expect(answer.status == 304 && answer.text.isEmpty && answer.cache?.source == .network)
      let asked = trial.requests.dropFirst().map { $0.headerFields[.ifNoneMatch] }
      #expect(asked == ["\"b\", \"a\"", "\"b\""])
    }
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
    "If-Match and If-Unmodified-Since are the origin's to evaluate, even if it answers 412",
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

  @Test("If-None-Match: * is the origin's to evaluate")
  func anyTag() async throws {
    try await store([.eTag: "\"a\""])
    trial.reply(304, [:], "")
    #expect(try await trial.get([.ifNoneMatch: "*"]).cache?.source == .network)
  }

  @Test("A tag of the caller is not mixed with a date of the store")
  func tagAndDate() async throws {
    try await store([.lastModified: trial.date(-3000)])
    trial.wait(2000)
    trial.reply(304, [.eTag: "\"a\""], "")
    let answer = try await trial.get([.ifNoneMatch: "\"a\""])
    #expect(answer.status == 304 && answer.cache?.source == .network)
    #expect(!trial.requests[1].headerFields.contains(.ifModifiedSince))
  }

  @Test("A 304 to the caller's own condition does not delete the stored response")
  func ownCondition() async throws {
    try await store([.lastModified: trial.date(-3000)])
    trial.wait(2000)
    trial.reply(304, [.eTag: "\"a\""], "")
    #expect(try await trial.get([.ifNoneMatch: "\"a\""]).status == 304)
    trial.fail()
    #expect(try await trial.get().text == "one")
  }

  @Test("A 304 to the caller's own tag makes a fresh response with another tag stale")
  func ownTagOfFresh() async throws {
    try await store([.eTag: "\"a\""])
    trial.reply(304, [.eTag: "\"b\""], "")
    let own = try await trial.get([.ifNoneMatch: "\"b\"", .cacheControl: "no-cache"])
    #expect(own.status == 304)
    #expect(own.fields[named: "Cache-Status"] == "HTTPCache; fwd=request; fwd-status=304")
    trial.reply(200, [.eTag: "\"b\""], "two")
    #expect(try await trial.get().text == "two")
  }

  @Test("A condition has no effect on a stored error")
  func errors() async throws {
    trial.reply(404, [.cacheControl: "max-age=60", .eTag: "\"a\""], "no")
    _ = try await trial.get()
    let answer = try await trial.get([.ifNoneMatch: "\"a\""])
    #expect(answer.status == 404 && answer.isStored && answer.text == "no")
  }
}
