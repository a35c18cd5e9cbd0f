import Foundation
import HTTP
import Networking
import TestKit
import Testing

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

  @Test("A part from the middle is not completed: everything is requested")
  func middle() async throws {
    try await storePart("bytes 4-5/10", "45")
    trial.reply(200, [.cacheControl: "max-age=60"], "0123456789")
    #expect(try await trial.get().text == "0123456789")
    #expect(!trial.requests[1].headerFields.contains(.range))
  }

  @Test("A whole response instead is used as it is")
  func whole() async throws {
    try await storePart("bytes 0-4/10", "01234")
    trial.reply(200, [.eTag: "\"2\"", .cacheControl: "max-age=60"], "abcdefghijkl")
    #expect(try await trial.get().text == "abcdefghijkl")
    #expect(try await trial.get().text == "abcdefghijkl")
  }

  @Test(
    "A part that does not fit is not joined: everything is requested",
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

  @Test("Parts of different tags that are too long to be sent back are not joined by their date")
  func longTags() async throws {
    let (modified, long) = (trial.date(-3600), String(repeating: "a", count: 600))
    let first: HTTPFields = [.eTag: "\"\(long)1\"", .lastModified: modified]
    try await storePart("bytes 0-4/10", "01234", first)
    let second: HTTPFields = [.eTag: "\"\(long)2\"", .lastModified: modified]
    trial.reply(206, second + [.contentRange: "bytes 5-9/10"], "56789")
    trial.reply(200, second + [.cacheControl: "max-age=60"], "all of it")
    #expect(try await trial.get().text == "all of it")
  }

  @Test(
    "A part that is announced to be shorter than its place is not joined: everything is requested")
  func announcedLength() async throws {
    try await storePart("bytes 0-4/10", "01234")
    let fields: HTTPFields = [.eTag: "\"1\"", .contentRange: "bytes 5-9/10", .contentLength: "3"]
    trial.reply(206, fields, "567")
    trial.reply(200, [.cacheControl: "max-age=60"], "all of it")
    #expect(try await trial.get().text == "all of it")
    #expect(try await trial.get().isStored)
  }

  @Test("A 304 to the request for the rest is not passed on: everything is requested")
  func notModified() async throws {
    try await storePart("bytes 0-4/10", "01234")
    trial.reply(304, [.eTag: "\"1\""], "")
    trial.reply(200, [.cacheControl: "max-age=60"], "all of it")
    let whole = try await trial.get()
    #expect(whole.status == 200 && whole.text == "all of it")
    #expect(trial.requests.last?.headerFields.contains(.range) == false)
  }

  @Test("A compressed answer is not passed on: the range of the cache kept it from being decoded")
  func compressed() async throws {
    for status in [200, 404] {
      try await storePart("bytes 0-4/10", "01234")
      trial.reply(status, [.contentEncoding: "gzip", .cacheControl: "max-age=60"], "zipped")
      trial.reply(status, [.cacheControl: "no-store"], "all")
      let whole = try await trial.get()
      #expect(whole.status == status && whole.text == "all")
      #expect(trial.requests.last?.headerFields.contains(.range) == false)
    }
  }

  @Test("4.1: a whole whose fields vary now is selected by the request that has completed it")
  func varyingRest() async throws {
    try await storePart("bytes 0-4/10", "01234")
    let rest: HTTPFields = [.eTag: "\"1\"", .vary: "Accept-Language"]
    trial.reply(206, rest + [.contentRange: "bytes 5-9/10"], "56789")
    #expect(try await trial.get([.acceptLanguage: "fr"]).text == "0123456789")
    trial.reply(200, [.cacheControl: "no-store"], "other")
    #expect(try await trial.get([.acceptLanguage: "en"]).text == "other")
    #expect(try await trial.get([.acceptLanguage: "fr"]).isStored)
  }

  @Test("5.2.2.4: a field of the rest that no-cache names is for this request, and not stored")
  func noCacheFields() async throws {
    try await storePart("bytes 0-4/10", "01234")
    let rest: HTTPFields = [.eTag: "\"1\"", .cacheControl: "max-age=60, no-cache=\"X-A\""]
    let place: HTTPFields = [.contentRange: "bytes 5-9/10"]
    trial.reply(206, rest + place + .named(["X-A": "1"]), "56789")
    #expect(try await trial.get().fields[named: "X-A"] == "1")
    let again = try await trial.get()
    #expect(again.isStored && again.text == "0123456789" && again.fields[named: "X-A"] == nil)
  }

  @Test("A request with a condition of its own asks for everything")
  func conditional() async throws {
    try await storePart("bytes 0-4/10", "01234")
    trial.reply(304, [.eTag: "\"2\""], "")
    #expect(try await trial.get([.ifNoneMatch: "\"2\""]).status == 304)
    #expect(!trial.requests[1].headerFields.contains(.range))
  }

  @Test("A weak tag does not name a part")
  func weakTag() async throws {
    try await storePart("bytes 0-4/10", "01234", [.eTag: "W/\"1\""])
    trial.reply(200, [:], "0123456789")
    _ = try await trial.get()
    let asked = trial.requests[1].headerFields
    #expect(asked[.range] == "bytes=5-" && !asked.contains(.ifRange))
  }

  @Test("A whole that is larger than the request allows is not joined")
  func tooLarge() async throws {
    try await storePart("bytes 0-4/10", "01234")
    trial.reply(206, [.eTag: "\"1\"", .contentRange: "bytes 5-9/10"], "56789")
    trial.reply(200, [:], "all")
    var options = HTTPOptions()
    options.maximumBodySize = 9
    #expect(try await trial.send(options: options).text == "all")
  }

  @Test("A rest that says no-store is joined; the whole is not stored, and the part is deleted")
  func noStore() async throws {
    try await storePart("bytes 0-4/10", "01234")
    let rest: HTTPFields = [.eTag: "\"1\"", .cacheControl: "no-store, max-age=60"]
    trial.reply(206, rest + [.contentRange: "bytes 5-9/10"], "56789")
    #expect(try await trial.get().text == "0123456789")
    #expect(try trial.stored == 0)
    trial.reply(200, [.cacheControl: "no-store"], "two")
    #expect(try await trial.get().text == "two")
  }

  @Test("5.2.2.3: a rest that says must-understand beside no-store is stored with the whole")
  func mustUnderstand() async throws {
    try await storePart("bytes 0-4/10", "01234")
    let rest: HTTPFields = [
      .eTag: "\"1\"", .cacheControl: "max-age=60, no-store, must-understand",
    ]
    trial.reply(206, rest + [.contentRange: "bytes 5-9/10"], "56789")
    #expect(try await trial.get().text == "0123456789")
    #expect(try await trial.get().isStored)
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

  @Test("A rest that is shorter or longer than it says is an error, and the part is given up")
  func wrongLength() async throws {
    for rest in ["567", "567890"] {
      try await storePart("bytes 0-4/10", "01234")
      trial.reply(206, [.eTag: "\"1\"", .contentRange: "bytes 5-9/10"], rest)
      await #expect(throws: HTTPError.self) { try await trial.get() }
      trial.reply(200, [.cacheControl: "no-store"], "all")
      #expect(try await trial.get().text == "all")
      #expect(trial.requests.last?.headerFields.contains(.range) == false)
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
