import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: ranges of whole responses (RFC 9110, section 14)")
struct CacheRangeTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  private func storeWhole(_ fields: HTTPFields = [:], _ body: String = "0123456789A") async throws {
    trial.reply(200, [.cacheControl: "max-age=3600"] + fields, body)
    _ = try await trial.get()
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
    // A slice that counts from another index would surprise its reader.
    #expect(answer.answer.body.data?.startIndex == 0)
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

  @Test(
    "A part that can't be combined with a whole response makes that stale, and does not replace it",
    arguments: [("", ""), ("\"1\"", "\"2\"")])
  func otherPart(_ tag: String, _ other: String) async throws {
    try await storeWhole(tag.isEmpty ? [:] : [.eTag: tag])
    var fields: HTTPFields = [.contentRange: "bytes 0-1/3", .cacheControl: "max-age=60"]
    if !other.isEmpty { fields[.eTag] = other }
    trial.reply(206, fields, "xy")
    let part = try await trial.get([.range: "bytes=0-1", .cacheControl: "no-cache"])
    #expect(part.status == 206 && part.text == "xy")
    trial.fail()
    let whole = try await trial.get()
    #expect(whole.status == 200 && whole.text == "0123456789A")
    #expect(whole.cache?.staleness == .unreachable && whole.requests == 3)
  }

  @Test("A part replaces a stored error")
  func afterError() async throws {
    trial.reply(404, [:], "none")
    _ = try await trial.get()
    trial.reply(206, [.contentRange: "bytes 0-1/11", .cacheControl: "max-age=60"], "01")
    for isStored in [false, true] {
      let part = try await trial.get([.range: "bytes=0-1"])
      #expect(part.status == 206 && part.text == "01" && part.isStored == isStored)
    }
  }

  @Test("A part of a representation in another encoding has no positions in the decoded body")
  func encoded() async throws {
    try await storeWhole([.contentEncoding: "gzip", .contentLength: "5"])
    #expect(try await trial.get([.range: "bytes=0-1"]).status == 200)
  }
}
