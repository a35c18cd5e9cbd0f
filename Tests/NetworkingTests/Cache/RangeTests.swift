import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: ranges (RFC 9110, section 14, and RFC 9111, sections 3.3 and 3.4)")
struct CacheRangeTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  private func storeWhole(_ fields: HTTPFields = [:], _ body: String = "0123456789A") async throws {
    trial.reply(200, [.cacheControl: "max-age=3600"] + fields, body)
    _ = try await trial.get()
  }

  private func storePart(
    _ range: String, _ place: String, _ body: String, _ fields: HTTPFields = [.eTag: "\"1\""]
  ) async throws {
    trial.reply(206, [.cacheControl: "max-age=3600", .contentRange: place] + fields, body)
    let answer = try await trial.get([.range: range])
    #expect(answer.status == 206 && answer.text == body)
  }

  @Test(
    "14.1.2: a range is answered from a whole response",
    arguments: [
      ("bytes=0-1", "01", "bytes 0-1/11"), ("bytes=1-", "123456789A", "bytes 1-10/11"),
      ("bytes=-1", "A", "bytes 10-10/11"), ("bytes=-100", "0123456789A", "bytes 0-10/11"),
      ("bytes=9-100", "9A", "bytes 9-10/11"), ("BYTES=10-10", "A", "bytes 10-10/11"),
      ("bytes= 2-3 ", "23", "bytes 2-3/11"), ("bytes=,4-4,", "4", "bytes 4-4/11"),
      ("bytes=3-99999999999999999999", "3456789A", "bytes 3-10/11"),
      ("bytes=-99999999999999999999", "0123456789A", "bytes 0-10/11"),
    ])
  func fromWhole(_ range: String, _ body: String, _ place: String) async throws {
    try await storeWhole([.contentLength: "11"] + .named(["X-A": "1"]))
    let answer = try await trial.get([.range: range])
    #expect(answer.status == 206 && answer.text == body && answer.isStored)
    #expect(answer.fields[.contentRange] == place && answer.fields[named: "X-A"] == "1")
    #expect(answer.fields[values: .contentLength] == ["\(body.utf8.count)"])
  }

  @Test(
    "15.5.17: a range without a byte of the response is not satisfiable",
    arguments: ["bytes=11-", "bytes=11-12", "bytes=-0", "bytes=99999999999999999999-"])
  func unsatisfiable(_ range: String) async throws {
    try await storeWhole()
    let answer = try await trial.get([.range: range])
    #expect(answer.status == 416 && answer.text.isEmpty && answer.isStored)
    #expect(answer.fields[.contentRange] == "bytes */11")
  }

  @Test(
    "14.2: an invalid range, another unit, and what this cache does not support are ignored",
    arguments: [
      "bytes", "bytes=", "bytes=a-b", "bytes=5", "bytes=5-1", "bytes=-", "bytes=1--2", "bytes=+1-2",
      "lines=0-1", "bytes=0-1,4-5", "bytes 0-1", "bytes=0x1-2", "bytes=--1",
    ])
  func ignored(_ range: String) async throws {
    try await storeWhole()
    let answer = try await trial.get([.range: range])
    #expect(answer.status == 200 && answer.text == "0123456789A" && answer.isStored)
  }

  @Test("14.2: a range has no meaning for HEAD, and none for a stored error or empty response")
  func otherMethods() async throws {
    try await storeWhole()
    #expect(try await trial.send(.head, CacheTrial.url, [.range: "bytes=0-1"]).status == 200)
    let other = "https://books.example/none"
    trial.reply(404, [.cacheControl: "max-age=60"], "gone")
    _ = try await trial.get([:], other)
    let answer = try await trial.get([.range: "bytes=0-1"], other)
    #expect(answer.status == 404 && answer.text == "gone")
    trial.reply(200, [.cacheControl: "max-age=60"], "")
    _ = try await trial.get([:], "https://books.example/empty")
    #expect(try await trial.get([.range: "bytes=0-"], "https://books.example/empty").status == 416)
  }

  @Test(
    "13.1.5: after If-Range for another representation the answer is the whole one",
    arguments: [
      ("\"1\"", 206), ("\"2\"", 200), ("W/\"1\"", 200), ("1", 200),
      ("Sun, 06 Nov 1994 07:49:37 GMT", 206), ("Sun, 06 Nov 1994 07:49:38 GMT", 200),
    ])
  func ifRange(_ condition: String, _ status: Int) async throws {
    try await storeWhole([.eTag: "\"1\"", .lastModified: trial.date(-3600)])
    let answer = try await trial.get([.range: "bytes=0-1", .ifRange: condition])
    #expect(answer.status == status && answer.isStored)
  }

  @Test("13.1.5: a weak tag, and a date that is hardly older than the response, name nothing")
  func weakIfRange() async throws {
    let (weak, recent) = ("W/\"1\"", trial.date(-30))
    try await storeWhole([.eTag: weak, .lastModified: recent])
    #expect(try await trial.get([.range: "bytes=0-1", .ifRange: weak]).status == 200)
    #expect(try await trial.get([.range: "bytes=0-1", .ifRange: recent]).status == 200)
  }

  @Test("13.2.2: a condition comes before the range")
  func conditionFirst() async throws {
    try await storeWhole([.eTag: "\"1\""])
    #expect(try await trial.get([.range: "bytes=0-1", .ifNoneMatch: "\"1\""]).status == 304)
    #expect(try await trial.get([.range: "bytes=0-1", .ifNoneMatch: "\"2\""]).status == 206)
  }

  @Test("A stale whole response is validated, and the range is taken from it")
  func staleWhole() async throws {
    try await storeWhole([.eTag: "\"1\""])
    trial.wait(4000)
    trial.reply(304, [.eTag: "\"1\""], "")
    let answer = try await trial.get([.range: "bytes=0-1"])
    #expect(answer.status == 206 && answer.text == "01")
    let asked = trial.requests[1].headerFields
    #expect(asked[.ifNoneMatch] == "\"1\"" && asked[.range] == "bytes=0-1")
    trial.wait(4000)
    trial.reply(206, [.eTag: "\"2\"", .contentRange: "bytes 0-1/3"], "xy")
    #expect(try await trial.get([.range: "bytes=0-1"]).text == "xy")
  }

  @Test("A part of the same representation updates a whole response without damaging it")
  func partOfWhole() async throws {
    try await storeWhole([.eTag: "\"1\""])
    trial.reply(
      206,
      [.eTag: "\"1\"", .contentRange: "bytes 0-1/11", .cacheControl: "max-age=60"]
        + .named(["X-A": "2"]), "01")
    _ = try await trial.get([.range: "bytes=0-1", .cacheControl: "no-cache"])
    let whole = try await trial.get()
    #expect(whole.isStored && whole.status == 200 && whole.text == "0123456789A")
    #expect(whole.fields[named: "X-A"] == "2" && !whole.fields.contains(.contentRange))
  }

  @Test("A part of a representation in another encoding has no positions in the decoded body")
  func encoded() async throws {
    try await storeWhole([.contentEncoding: "gzip", .contentLength: "5"])
    #expect(try await trial.get([.range: "bytes=0-1"]).status == 200)
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
    let first = 10 - (body.hasSuffix("9") ? body.utf8.count : 5)
    #expect(
      answer.fields[.contentRange] == "bytes \(first)-\(first + body.utf8.count - 1)/10")
  }

  @Test(
    "3.3: a stored part never answers for more than it has",
    arguments: ["bytes=3-5", "bytes=0-", "bytes=-7", "bytes=0-3", "bytes=10-", "bytes=0-1,4-5"])
  func beyondPart(_ range: String) async throws {
    try await storePart("bytes=4-", "bytes 4-9/10", "456789", [:])
    trial.reply(206, [.cacheControl: "no-store", .contentRange: "bytes 0-0/10"], "x")
    let answer = try await trial.get([.range: range])
    #expect(answer.text == "x" && trial.requests[1].headerFields[.range] == range)
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

  @Test("3.4: in whatever order they come")
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

  @Test(
    "14.4: a part whose place is missing, invalid or smaller than its body is not stored",
    arguments: [
      "", "bytes 0-3", "bytes 4-1/10", "bytes 0-3/3", "bytes */10", "lines 0-3/10", "bytes 0-1/10",
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

@Suite("HTTP cache: completing partial content (RFC 9111, section 3.3)")
struct CacheCompletionTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  private func storePart(_ place: String, _ body: String, _ fields: HTTPFields = [.eTag: "\"1\""])
    async throws
  {
    trial.reply(206, [.cacheControl: "max-age=3600", .contentRange: place] + fields, body)
    _ = try await trial.get([.range: "bytes=0-"])
  }

  @Test("The rest of a beginning is requested and joined with it, as it arrives")
  func beginning() async throws {
    try await storePart("bytes 0-4/10", "01234")
    trial.reply(
      206, [.eTag: "\"1\"", .contentRange: "bytes 5-9/10", .contentLength: "5"], "56789", chunks: 3)
    let whole = try await trial.get()
    let asked = trial.requests[1].headerFields
    #expect(asked[.range] == "bytes=5-" && asked[.ifRange] == "\"1\"")
    #expect(whole.status == 200 && whole.text == "0123456789" && whole.answer.body.length == 10)
    #expect(whole.fields[.contentLength] == "10" && !whole.fields.contains(.contentRange))
    let again = try await trial.get()
    #expect(again.isStored && again.text == "0123456789")
  }

  @Test("The beginning before an end is requested, too")
  func end() async throws {
    let modified = trial.date(-3600)
    try await storePart("bytes 5-9/10", "56789", [.lastModified: modified])
    trial.reply(206, [.lastModified: modified, .contentRange: "bytes 0-4/10"], "01234")
    #expect(try await trial.get().text == "0123456789")
    let asked = trial.requests[1].headerFields
    #expect(asked[.range] == "bytes=0-4" && asked[.ifRange] == modified)
    #expect(try await trial.get().isStored)
  }

  @Test("A whole response instead is used as it is")
  func whole() async throws {
    try await storePart("bytes 0-4/10", "01234")
    trial.reply(200, [.eTag: "\"2\"", .cacheControl: "max-age=60"], "abcdefghijkl")
    #expect(try await trial.get().text == "abcdefghijkl")
    #expect(try await trial.get().text == "abcdefghijkl")
  }

  @Test(
    "What does not fit is not joined: everything is requested",
    arguments: [
      ("\"2\"", "bytes 5-9/10"), ("\"1\"", "bytes 6-9/10"), ("\"1\"", "bytes 5-8/10"),
      ("\"1\"", "bytes 5-9/11"), ("\"1\"", "bytes 5-9/*"), ("W/\"1\"", "bytes 5-9/10"),
      ("\"1\"", ""),
    ])
  func misfit(_ tag: String, _ place: String) async throws {
    try await storePart("bytes 0-4/10", "01234")
    trial.reply(206, [.eTag: tag, .contentRange: place], "56789")
    trial.reply(200, [.eTag: tag, .cacheControl: "max-age=60"], "all of it")
    #expect(try await trial.get().text == "all of it")
    #expect(!trial.requests[2].headerFields.contains(.range))
  }

  @Test("A rest that the origin does not have leads to a request for everything")
  func unsatisfiable() async throws {
    try await storePart("bytes 0-4/10", "01234")
    trial.reply(416, [.contentRange: "bytes */5"], "")
    trial.reply(200, [:], "01234")
    #expect(try await trial.get().status == 200)
  }

  @Test("Without a strong validator the origin may send everything; a part is not joined")
  func withoutValidator() async throws {
    try await storePart("bytes 0-4/10", "01234", [:])
    trial.reply(206, [.contentRange: "bytes 5-9/10"], "56789")
    trial.reply(200, [:], "0123456789")
    #expect(try await trial.get().text == "0123456789")
    #expect(trial.requests[1].headerFields[.range] == "bytes=5-")
    #expect(!trial.requests[1].headerFields.contains(.ifRange) && trial.requests.count == 3)
  }

  @Test("A rest that is shorter or longer than it says is an error, and not stored")
  func wrongLength() async throws {
    for rest in ["567", "567890"] {
      try await storePart("bytes 0-4/10", "01234")
      trial.reply(206, [.eTag: "\"1\"", .contentRange: "bytes 5-9/10"], rest)
      await #expect(throws: HTTPError.self) { try await trial.get() }
      trial.reply(200, [.cacheControl: "no-store"], "all")
      #expect(try await trial.get().text == "all")
    }
  }

  @Test("A rest that fails on its way is an error, and the part is still there")
  func interrupted() async throws {
    try await storePart("bytes 0-4/10", "01234")
    trial.fail(.interrupted(host: "a"))
    await #expect(throws: HTTPError.interrupted(host: "a")) { try await trial.get() }
    #expect(try await trial.get([.range: "bytes=0-4"]).text == "01234")
  }

  @Test("A part that is shorter than its place is used for what it has")
  func short() async throws {
    trial.reply(206, [.cacheControl: "max-age=60", .contentRange: "bytes 4-9/10"], "01234")
    _ = try await trial.get([.range: "bytes=-5"])
    for (range, body, place) in [
      ("bytes=-5", "01234", "bytes 5-9/10"), ("bytes=6-8", "234", "bytes 6-8/10"),
      ("bytes=6-", "234", "bytes 6-8/10"), ("bytes=-1", "4", "bytes 9-9/10"),
    ] {
      let answer = try await trial.get([.range: range])
      #expect(answer.isStored && answer.text == body && answer.fields[.contentRange] == place)
    }
    trial.reply(200, [:], "all")
    #expect(try await trial.get().text == "all")
    #expect(!trial.requests[1].headerFields.contains(.range))
  }
}
