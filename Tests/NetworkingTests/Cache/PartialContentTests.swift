import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: partial content (RFC 9111, sections 3.3 and 3.4)")
struct CachePartialContentTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  private func storePart(
    _ range: String, _ place: String, _ body: String, _ fields: HTTPFields = [.eTag: "\"1\""]
  ) async throws {
    trial.reply(206, [.cacheControl: "max-age=3600", .contentRange: place] + fields, body)
    let answer = try await trial.get([.range: range])
    #expect(answer.status == 206 && answer.text == body)
  }

  @Test(
    "3.3: a range within a stored part is answered from it",
    arguments: [
      ("bytes=4-9", "456789"), ("bytes=5-6", "56"), ("bytes=6-", "6789"), ("bytes=-2", "89"),
      ("bytes=-6", "456789"), ("bytes=8-20", "89"),
    ])
  func withinPart(_ range: String, _ body: String) async throws {
    try await storePart("bytes=4-", "bytes 4-9/10", "456789")
    let answer = try await trial.get([.range: range])
    #expect(answer.status == 206 && answer.text == body && answer.isStored)
    #expect(answer.answer.body.data?.startIndex == 0)
    let first = 10 - (body.hasSuffix("9") ? body.utf8.count : 5)
    #expect(
      answer.fields[.contentRange] == "bytes \(first)-\(first + body.utf8.count - 1)/10")
  }

  @Test(
    "3.3: a stored part never answers for more than it has",
    arguments: ["bytes=3-5", "bytes=0-", "bytes=-7", "bytes=0-3", "bytes=10-", "bytes=0-1,4-5"])
  func beyondPart(_ range: String) async throws {
    try await storePart("bytes=4-", "bytes 4-9/10", "456789")
    trial.reply(206, [.cacheControl: "no-store", .contentRange: "bytes 0-0/10"], "x")
    let answer = try await trial.get([.range: range])
    let asked = trial.requests[1].headerFields
    #expect(answer.text == "x" && asked[.range] == range && !asked.contains(.ifNoneMatch))
  }

  @Test("4.3.2: a stale part is validated for a range within it")
  func stalePart() async throws {
    try await storePart("bytes=4-", "bytes 4-9/10", "456789")
    trial.wait(4000)
    trial.reply(304, [.eTag: "\"1\""], "")
    let answer = try await trial.get([.range: "bytes=5-6"])
    #expect(answer.status == 206 && answer.text == "56" && answer.cache?.source == .validated)
    #expect(trial.requests[1].headerFields[.ifNoneMatch] == "\"1\"")
  }

  @Test(
    "3.3: the end of a part is not the end of the whole",
    arguments: ["bytes 0-3/10", "bytes 0-3/*"], ["bytes=-2", "bytes=2-"])
  func endOfPart(_ place: String, _ range: String) async throws {
    try await storePart("bytes=0-3", place, "0123", [:])
    trial.reply(206, [.cacheControl: "no-store", .contentRange: "bytes 8-9/10"], "89")
    #expect(try await trial.get([.range: range]).text == "89")
    #expect(try await trial.get([.range: "bytes=2-3"]).text == "23")
  }

  @Test("3.3: a part is no answer to GET without a range, to HEAD, or offline")
  func partIsNotWhole() async throws {
    try await storePart("bytes=4-5", "bytes 4-5/10", "45")
    trial.reply(200, [.cacheControl: "no-store"], "0123456789")
    #expect(try await trial.get().text == "0123456789")
    try await storePart("bytes=4-5", "bytes 4-5/10", "45")
    trial.reply(200, [.cacheControl: "no-store"], "")
    #expect(!(try await trial.send(.head)).isStored)
    trial.fail()
    await #expect(throws: HTTPError.offline) { try await trial.get() }
  }

  @Test("3.4: parts that are too large together are not combined")
  func tooLargeTogether() async throws {
    var limits = HTTPCache.Limits()
    limits.body = 5
    let trial = try CacheTrial(limits: limits)
    for (range, place, body) in [
      ("bytes=0-3", "bytes 0-3/10", "0123"), ("bytes=4-5", "bytes 4-5/10", "45"),
    ] {
      trial.reply(206, [.cacheControl: "max-age=60", .eTag: "\"1\"", .contentRange: place], body)
      _ = try await trial.get([.range: range])
    }
    #expect(try await trial.get([.range: "bytes=4-5"]).isStored)
    trial.reply(206, [.cacheControl: "no-store", .contentRange: "bytes 0-0/10"], "0")
    #expect(try await !trial.get([.range: "bytes=0-0"]).isStored)
  }

  @Test("RFC 9111, 4.3.5: a response to HEAD says nothing of a part")
  func headAndPart() async throws {
    try await storePart("bytes=4-5", "bytes 4-5/10", "45", [.eTag: "\"1\"", .contentLength: "2"])
    trial.reply(200, [.cacheControl: "no-store", .contentLength: "10"], "")
    _ = try await trial.send(.head)
    #expect(try await trial.get([.range: "bytes=4-5"]).isStored)
  }

  @Test("3.4: adjacent and overlapping parts with one strong validator are combined")
  func combined() async throws {
    try await storePart("bytes=0-3", "bytes 0-3/10", "0123")
    try await storePart("bytes=2-5", "bytes 2-5/10", "2345")
    #expect(try await trial.get([.range: "bytes=1-5"]).text == "12345")
    try await storePart("bytes=6-", "bytes 6-9/10", "6789")
    let whole = try await trial.get()
    #expect(whole.isStored && whole.status == 200 && whole.text == "0123456789")
    #expect(whole.fields[.contentLength] == "10" && !whole.fields.contains(.contentRange))
    #expect(try trial.stored == 1 && trial.requests.count == 3)
  }

  @Test("RFC 9110, 15.3.7.3: a part of all bytes is a whole response")
  func wholePart() async throws {
    try await storePart("bytes=0-", "bytes 0-9/10", "0123456789")
    let whole = try await trial.get()
    #expect(whole.isStored && whole.status == 200 && whole.text == "0123456789")
    #expect(whole.fields[.contentLength] == "10" && !whole.fields.contains(.contentRange))
    #expect(try await trial.send(.head).isStored)
    #expect(try await trial.get([.range: "bytes=8-"]).text == "89")
  }

  @Test("3.4: parts are combined in whatever order they come")
  func combinedBackwards() async throws {
    try await storePart("bytes=6-", "bytes 6-9/10", "6789")
    try await storePart("bytes=3-7", "bytes 3-7/10", "34567")
    #expect(try await trial.get([.range: "bytes=3-"]).text == "3456789")
    try await storePart("bytes=0-3", "bytes 0-3/10", "0123")
    #expect(try await trial.get().text == "0123456789")
  }

  @Test(
    "3.4: parts with a gap, or without one strong validator, replace each other",
    arguments: [
      ("\"1\"", "bytes 5-9/10"), ("\"2\"", "bytes 4-9/10"), ("W/\"1\"", "bytes 4-9/10"),
      ("", "bytes 4-9/10"), ("\"1\"", "bytes 4-9/11"),
    ])
  func notCombined(_ tag: String, _ place: String) async throws {
    try await storePart(
      "bytes=0-3", "bytes 0-3/10", "0123", [.eTag: tag.hasPrefix("W") ? tag : "\"1\""])
    let body = place.hasPrefix("bytes 5") ? "56789" : "456789"
    try await storePart("bytes=4-", place, body, tag.isEmpty ? [:] : [.eTag: tag])
    #expect(try trial.stored == 1)
    trial.reply(206, [.cacheControl: "no-store", .contentRange: "bytes 0-0/10"], "x")
    #expect(try await trial.get([.range: "bytes=0-3"]).text == "x")
  }

  @Test("3.4: a part that ends before the stored one, with a gap, is not combined with it")
  func gapBefore() async throws {
    try await storePart("bytes=6-", "bytes 6-9/10", "6789")
    try await storePart("bytes=0-3", "bytes 0-3/10", "0123")
    trial.reply(206, [.cacheControl: "no-store", .contentRange: "bytes 4-5/10"], "45")
    #expect(try await trial.get([.range: "bytes=4-5"]).text == "45")
  }

  @Test("3.4: a stored part that is shorter than its place is not combined")
  func shortPart() async throws {
    try await storePart("bytes=0-4", "bytes 0-4/10", "012")
    try await storePart("bytes=5-", "bytes 5-9/10", "56789")
    trial.reply(206, [.cacheControl: "no-store", .contentRange: "bytes 3-4/10"], "34")
    #expect(try await trial.get([.range: "bytes=3-4"]).text == "34")
  }

  @Test("3.4: a further part that is shorter than its place is not combined")
  func shortFurtherPart() async throws {
    try await storePart("bytes=0-3", "bytes 0-3/10", "0123")
    try await storePart("bytes=4-", "bytes 4-9/10", "45")
    trial.reply(206, [.cacheControl: "no-store", .contentRange: "bytes 7-9/10"], "789")
    #expect(try await trial.get([.range: "bytes=-3"]).text == "789")
  }

  @Test("3.4: parts with Content-Length are combined, too, and the result has the length of both")
  func combinedLengths() async throws {
    let tag: HTTPFields = [.eTag: "\"1\""]
    try await storePart("bytes=0-3", "bytes 0-3/10", "0123", tag + [.contentLength: "4"])
    try await storePart("bytes=4-5", "bytes 4-5/10", "45", tag + [.contentLength: "2"])
    // A stored body of another length than the announced one would count as damaged.
    let answer = try await trial.get([.range: "bytes=2-5"])
    #expect(answer.isStored && answer.text == "2345" && answer.fields[.contentLength] == "4")
  }

  @Test(
    "15.3.7: a part that answers If-Range alone makes only a stored one of another tag stale",
    arguments: ["1", "2"])
  func afterIfRange(_ tag: String) async throws {
    try await storePart("bytes=0-3", "bytes 0-3/10", "0123")
    let fields: HTTPFields = [.eTag: "\"\(tag)\"", .contentRange: "bytes 7-9/10"]
    trial.reply(206, [.cacheControl: "max-age=3600"] + fields, "789")
    _ = try await trial.get([.range: "bytes=7-9", .ifRange: "\"\(tag)\""])
    trial.reply(206, [.cacheControl: "no-store", .contentRange: "bytes 0-3/10"], "abcd")
    #expect(try await trial.get([.range: "bytes=0-3"]).text == (tag == "1" ? "0123" : "abcd"))
  }

  @Test("4.1: combined parts are selected by the fields of both, also if the later one omits Vary")
  func combinedVary() async throws {
    let (foo, other) = (HTTPFields.named(["Foo": "1"]), HTTPFields.named(["Foo": "2"]))
    let common: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
    trial.reply(206, common + [.contentRange: "bytes 0-3/10", .vary: "Foo"], "0123")
    _ = try await trial.get([.range: "bytes=0-3"] + foo)
    trial.reply(206, common + [.contentRange: "bytes 4-5/10"], "45")
    _ = try await trial.get([.range: "bytes=4-5"] + foo)
    #expect(try await trial.get([.range: "bytes=2-5"] + foo).text == "2345")
    trial.reply(206, [.cacheControl: "no-store", .contentRange: "bytes 2-5/10"], "cdef")
    #expect(try await trial.get([.range: "bytes=2-5"] + other).text == "cdef")
  }

  @Test(
    "14.4: a part whose place is missing, invalid or smaller than its body is not stored",
    arguments: [
      "", "bytes 0-3", "bytes 4-1/10", "bytes 0-3/3", "bytes */10", "lines 0-3/10", "bytes 0-1/10",
      "bytes 0-99999999999999999999/*",
    ])
  func badPlace(_ place: String) async throws {
    trial.reply(206, [.cacheControl: "max-age=60", .contentRange: place], "0123")
    _ = try await trial.get([.range: "bytes=0-3"])
    #expect(try trial.stored == 0)
  }

  @Test("A 206 that was not asked for is not stored, nor one with several parts")
  func unasked() async throws {
    trial.reply(206, [.cacheControl: "max-age=60", .contentRange: "bytes 0-2/10"])
    _ = try await trial.get()
    trial.reply(
      206, [.cacheControl: "max-age=60", .contentType: "multipart/byteranges; boundary=a"])
    _ = try await trial.get([.range: "bytes=0-1,4-5"])
    #expect(try trial.stored == 0)
  }

  @Test("An error that answers a range is not stored as the answer to all")
  func errorForRange() async throws {
    trial.reply(416, [.cacheControl: "max-age=60", .contentRange: "bytes */10"], "")
    _ = try await trial.get([.range: "bytes=20-"])
    trial.reply(200, [:], "two")
    #expect(try await trial.get().text == "two")
  }
}
