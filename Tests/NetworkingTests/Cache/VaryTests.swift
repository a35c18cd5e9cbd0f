import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: Vary (RFC 9111, section 4.1)")
struct CacheVaryTests {
  /// Whether a response to one request is used for another one.
  private func isReused(
    _ vary: [String], _ first: HTTPFields, _ second: HTTPFields, _ fields: HTTPFields = [:]
  ) async throws -> Bool {
    let trial = try CacheTrial()
    var stored: HTTPFields = [.cacheControl: "max-age=5000, public"] + fields
    stored[values: .vary] = vary
    trial.reply(200, stored)
    _ = try await trial.get(first)
    trial.reply(200, [:], "two")
    let answer = try await trial.get(second)
    #expect(answer.isStored == (answer.text == "one"))
    return answer.isStored
  }

  @Test("A response is used for requests with the same values of the fields that it names")
  func match() async throws {
    let three: HTTPFields = .named(["Foo": "1", "Bar": "abc", "Baz": "789"])
    #expect(try await isReused(["Foo"], .named(["Foo": "1"]), .named(["Foo": "1"])))
    #expect(try await !isReused(["Foo"], .named(["Foo": "1"]), .named(["Foo": "2"])))
    #expect(try await !isReused(["Foo"], .named(["Foo": "1"]), [:]))
    #expect(try await !isReused(["Foo"], [:], .named(["Foo": "1"])))
    #expect(try await !isReused(["Foo"], [:], .named(["Foo": ""])))
    #expect(try await isReused(["Foo"], [:], .named(["Other": "1"])))
    #expect(try await isReused(["foo, BAR, baz"], three, HTTPFields(three.reversed())))
    #expect(try await isReused(["Foo", "Bar", "Baz"], three, three))
    for name in ["Foo", "Bar", "Baz"] {
      let other = HTTPFields(three.filter { $0.name.rawName != name })
      #expect(try await !isReused(["Foo, Bar, Baz"], three, other), "\(name)")
      #expect(try await !isReused(["Foo", "Bar, Baz"], three, other + .named([name: "x"])))
      #expect(try await isReused(["Foo, Bar, Baz"], other, other))
    }
  }

  @Test(
    "A response with the member * is used for no other request",
    arguments: [["*"], ["*, *"], ["*", "*"], [", *"], ["", "*"], ["*, Foo"], ["Foo, *"], ["a b"]])
  func star(_ vary: [String]) async throws {
    let fields: HTTPFields = .named(["Foo": "1", "*": "1"])
    #expect(try await !isReused(vary, fields, fields))
  }

  @Test("An empty Vary names nothing", arguments: [[""], [","], []])
  func empty(_ vary: [String]) async throws {
    #expect(try await isReused(vary, .named(["Foo": "1"]), .named(["Foo": "2"])))
  }

  @Test("Values are compared without the white space of lists, and with their lines joined")
  func normalized() async throws {
    #expect(try await isReused(["Foo"], .named(["Foo": "1,2"]), .named(["Foo": " 1, 2 "])))
    #expect(
      try await isReused(["Foo"], .named(["Foo": "1, 2"]), .named(["Foo": "1", "Foo": "2"])))
    #expect(try await !isReused(["Foo"], .named(["Foo": "1, 2"]), .named(["Foo": "2, 1"])))
    #expect(try await !isReused(["Foo"], .named(["Foo": "a b"]), .named(["Foo": "ab"])))
    #expect(try await !isReused(["Foo"], .named(["Foo": "\"a, b\""]), .named(["Foo": "\"a,b\""])))
    #expect(try await !isReused(["Foo"], .named(["Foo": "a"]), .named(["Foo": "A"])))
  }

  @Test(
    "Languages and encodings are compared without their order, case and ways to write a weight",
    arguments: [
      ("en, de", "de, en", true), ("en, de", "eN, De", true), ("en, de", " en ,   de", true),
      ("en;q=0.5", "en; q=0.50", true), ("en;q=1.0", "en", true), ("en;q=0.5", "en;q=0.6", false),
      ("en, de;q=0.5", "en;q=0.5, de", false), ("en", "en, de", false), ("en;q=x", "en", false),
    ])
  func languages(_ first: String, _ second: String, _ isSame: Bool) async throws {
    for name in ["Accept-Language", "Accept-Encoding"] {
      let (one, two): (HTTPFields, HTTPFields) = (.named([name: first]), .named([name: second]))
      #expect(try await isReused([name], one, two) == isSame)
    }
  }

  @Test(
    "Of media types, values of parameters are compared with their case (RFC 9110, section 8.3.1)",
    arguments: [
      ("a/b;profile=\"/A\"", "a/b;profile=\"/a\"", false),
      ("a/b;v=A;q=0.5", "a/b;v=a;q=0.5", false),
      ("a/b;v=A, c/d;q=0.5", "C/D; Q=0.50, A/B;V=A", true), ("a/b;v=\"=A\"", "A/b;V=\"=A\"", true),
    ])
  func mediaTypes(_ first: String, _ second: String, _ isSame: Bool) async throws {
    #expect(try await isReused(["Accept"], [.accept: first], [.accept: second]) == isSame)
  }

  @Test(
    "A response in the language that the request likes best is used for it",
    arguments: [
      ("de", "fr;q=0.5, de;q=1.0", true), ("DE", "fr;q=0.5, de", true), ("de", "fr, de", false),
      ("de", "de, fr", false),
      ("de", "fr", false), ("de", "fr, de;q=0.9", false), ("de", "de;q=0", false),
      ("de, en", "de", false), ("*", "*", false), ("de", "", false),
    ])
  func preferred(_ language: String, _ asked: String, _ isUsed: Bool) async throws {
    let reused = try await isReused(
      ["Accept-Language"], [.acceptLanguage: "en, de"], [.acceptLanguage: asked],
      [.contentLanguage: language])
    #expect(reused == isUsed)
    let other = try await isReused(
      ["Accept-Language, Foo"], [.acceptLanguage: "en, de"] + .named(["Foo": "1"]),
      [.acceptLanguage: asked], [.contentLanguage: language])
    #expect(!other)
    let star = try await isReused(
      ["Accept-Language, *"], [.acceptLanguage: "en, de"], [.acceptLanguage: asked],
      [.contentLanguage: language])
    #expect(!star)
  }

  @Test("Several variants are stored at once, and each replaces its own")
  func variants() async throws {
    let trial = try CacheTrial()
    for value in ["1", "2", "3", "2"] {
      trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo"], "body \(trial.requests.count)")
      _ = try await trial.get(
        .named(["Foo": value, "Cache-Control": "no-cache"]))
    }
    for (value, body) in [("1", "body 0"), ("2", "body 3"), ("3", "body 2")] {
      #expect(try await trial.get(.named(["Foo": value])).text == body)
    }
    #expect(try trial.stored == 3 && trial.requests.count == 4)
  }

  @Test("A response with another Vary replaces the one that its request would have selected")
  func otherVary() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60"], "all")
    _ = try await trial.get()
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo"], "foo")
    _ = try await trial.get(.named(["Foo": "1", "Cache-Control": "no-cache"]))
    #expect(try await trial.get(.named(["Foo": "1"])).text == "foo")
    trial.reply(200, [:], "other")
    #expect(try await trial.get(.named(["Foo": "2"])).text == "other")
  }

  @Test("4.3.1: another variant's tag is asked about, and confirmed for the new request")
  func otherVariant() async throws {
    let trial = try CacheTrial()
    for (value, tag) in [("1", "\"a\""), ("2", "\"b\"")] {
      trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo", .eTag: tag], "for \(tag)")
      _ = try await trial.get(
        .named(["Foo": value, "Cache-Control": "no-cache"]))
    }
    trial.reply(304, [.eTag: "\"b\"", .vary: "Foo"], "")
    let answer = try await trial.get(.named(["Foo": "3"]))
    #expect(trial.requests[2].headerFields[.ifNoneMatch] == "\"a\", \"b\"")
    #expect(answer.text == "for \"b\"" && answer.cache?.source == .validated)
    #expect(try await trial.get(.named(["Foo": "3"])).isStored)
    #expect(try await trial.get(.named(["Foo": "1"])).text == "for \"a\"")
    #expect(try trial.stored == 3)
  }

  @Test("4.3.1: of many variants the eight most recent are asked about")
  func manyVariants() async throws {
    let trial = try CacheTrial()
    for number in 0...9 {
      let fields: HTTPFields = [.cacheControl: "max-age=60", .vary: "Foo", .eTag: "\"\(number)\""]
      trial.reply(200, fields)
      _ = try await trial.get(.named(["Foo": "\(number)"]))
      trial.wait(1)
    }
    trial.reply(200, [.cacheControl: "no-store"])
    _ = try await trial.get(.named(["Foo": "x"]))
    let tags = (2...9).map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(trial.requests.last?.headerFields[.ifNoneMatch] == tags)
  }

  @Test("4.3.4: of several variants with the tag of a 304, the most recent one is confirmed")
  func mostRecentVariant() async throws {
    // Whatever the order in which the store finds them.
    for values in [["1", "2"], ["2", "1"]] {
      let trial = try CacheTrial()
      for (value, body) in zip(values, ["old", "new"]) {
        trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo", .eTag: "W/\"a\""], body)
        _ = try await trial.get(.named(["Foo": value]))
        trial.wait(1)
      }
      trial.reply(304, [.eTag: "W/\"a\"", .vary: "Foo"], "")
      #expect(try await trial.get(.named(["Foo": "3"])).text == "new")
    }
  }

  @Test("A part of another variant is not offered to a request for the whole")
  func partOfOtherVariant() async throws {
    let trial = try CacheTrial()
    let fields: HTTPFields = [.cacheControl: "max-age=60", .vary: "Foo", .eTag: "\"a\""]
    trial.reply(206, fields + [.contentRange: "bytes 0-2/10"], "012")
    _ = try await trial.get([.range: "bytes=0-2"] + .named(["Foo": "1"]))
    #expect(try trial.stored == 1)
    trial.reply(200, fields, "whole")
    #expect(try await trial.get(.named(["Foo": "2"])).text == "whole")
    #expect(!trial.requests[1].headerFields.contains(.ifNoneMatch))
  }

  @Test("A compressed variant is not offered to a request that accepts another coding")
  func compressedVariant() async throws {
    let trial = try CacheTrial()
    let fields: HTTPFields = [
      .cacheControl: "max-age=60", .vary: "Accept-Encoding", .contentEncoding: "gzip",
      .eTag: "W/\"a\"",
    ]
    trial.reply(200, fields, "zipped")
    _ = try await trial.get([.acceptEncoding: "gzip"])
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "Accept-Encoding"], "plain")
    #expect(try await trial.get([.acceptEncoding: "identity"]).text == "plain")
    #expect(!trial.requests[1].headerFields.contains(.ifNoneMatch))
  }

  @Test("4.3.1: a request with a condition or range of its own asks about no other variant's tag")
  func otherVariantUnasked() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo", .eTag: "\"a\""])
    _ = try await trial.get()
    trial.reply(304, [.eTag: "\"b\""], "")
    let asked: HTTPFields = [.ifNoneMatch: "\"b\""]
    #expect(try await trial.get(asked + .named(["Foo": "1"])).status == 304)
    #expect(trial.requests[1].headerFields[.ifNoneMatch] == "\"b\"")
    trial.reply(206, [.contentRange: "bytes 0-1/3"], "on")
    _ = try await trial.get([.range: "bytes=0-1"] + .named(["Foo": "1"]))
    #expect(!trial.requests[2].headerFields.contains(.ifNoneMatch))
  }

  @Test("4.3.1: a response with * is validated, too")
  func validatedStar() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "*", .eTag: "\"a\""])
    _ = try await trial.get()
    trial.reply(304, [.eTag: "\"a\""], "")
    #expect(try await trial.get().text == "one")
    #expect(trial.requests[1].headerFields[.ifNoneMatch] == "\"a\"")
    #expect(try trial.stored == 1)
  }
}
