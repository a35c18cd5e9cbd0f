import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: several stored responses that match (RFC 9111, section 4.1)")
struct CacheChoiceTests {
  /// A request that selects two stored responses.
  private let selectingTwo = HTTPFields.named(["Foo": "1", "Bar": "2"])
  /// A request that selects “foo” alone.
  private let selectingFoo = HTTPFields.named(["Foo": "1", "Bar": "1"])

  /// Stores “foo”, and later “bar”, which ``selectingTwo`` selects.
  private func trialWithTwo(_ fields: HTTPFields = [:]) async throws -> CacheTrial {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo"] + fields, "foo")
    _ = try await trial.get(selectingFoo)
    trial.wait(1)
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "Bar"] + fields, "bar")
    _ = try await trial.get(.named(["Foo": "2", "Bar": "2"]))
    #expect(try trial.stored == 2)
    return trial
  }

  @Test("Of several that match, the most recent one is used")
  func mostRecent() async throws {
    #expect(try await trialWithTwo().get(selectingTwo).text == "bar")
  }

  @Test("The most recent one is that with the latest Date, whenever it has arrived")
  func mostRecentDate() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=600", .vary: "Foo"], "foo")
    _ = try await trial.get(selectingFoo)
    trial.wait(1)
    trial.reply(200, [.cacheControl: "max-age=600", .vary: "Bar", .date: trial.date(-60)], "bar")
    _ = try await trial.get(.named(["Foo": "2", "Bar": "2"]))
    #expect(try trial.stored == 2)
    #expect(try await trial.get(selectingTwo).text == "foo")
  }

  @Test("A variant is used instead of a later default response that omits Vary")
  func defaultResponse() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo"], "foo")
    _ = try await trial.get(.named(["Foo": "1"]))
    trial.wait(1)
    trial.reply(200, [.cacheControl: "max-age=60"], "default")
    _ = try await trial.get()
    #expect(try await trial.get(.named(["Foo": "1"])).text == "foo")
    #expect(try await trial.get(.named(["Foo": "2"])).text == "default")
    #expect(try trial.stored == 2 && trial.requests.count == 2)
  }

  @Test("4.3.4: a 304 updates all of them that have its strong validator")
  func confirmedTogether() async throws {
    for (tag, areBoth) in [("\"1\"", true), ("W/\"1\"", false)] {
      let trial = try await trialWithTwo([.eTag: tag])
      trial.wait(100)
      trial.reply(304, [.cacheControl: "max-age=600", .eTag: tag], "")
      #expect(try await trial.get(selectingTwo).text == "bar")
      trial.reply(200, [.cacheControl: "no-store"], "new")
      let other = try await trial.get(selectingFoo)
      #expect(other.isStored == areBoth && other.text == (areBoth ? "foo" : "new"), "\(tag)")
    }
  }

  @Test("4.3.4: a variant with the same tag that the request does not select stays as it is")
  func confirmedApart() async throws {
    let trial = try CacheTrial()
    for value in ["1", "2"] {
      trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo", .eTag: "\"1\""], value)
      _ = try await trial.get(.named(["Foo": value]))
    }
    trial.wait(100)
    trial.reply(304, [.cacheControl: "max-age=600", .eTag: "\"1\""], "")
    #expect(try await trial.get(.named(["Foo": "2"])).cache?.source == .validated)
    #expect(try trial.stored == 2)
    trial.fail()
    let other = try await trial.get(.named(["Foo": "1"]))
    #expect(other.text == "1" && other.cache?.staleness == .unreachable)
  }

  @Test("4.3.4: a 304 without a validator updates only the most recent one")
  func confirmedAlone() async throws {
    let trial = try await trialWithTwo([.eTag: "\"1\""])
    trial.wait(100)
    trial.reply(304, [.cacheControl: "max-age=600"], "")
    #expect(try await trial.get(selectingTwo).text == "bar")
    trial.reply(200, [.cacheControl: "no-store"], "new")
    let other = try await trial.get(selectingFoo)
    #expect(!other.isStored && other.text == "new")
  }

  @Test("A response that is not stored ends all that its request selects")
  func replacedByUnstored() async throws {
    let trial = try await trialWithTwo()
    trial.reply(200, [.cacheControl: "no-store"], "new")
    _ = try await trial.get(selectingTwo + [.cacheControl: "no-cache"])
    trial.reply(200, [.cacheControl: "no-store"], "newer")
    #expect(try await trial.get(selectingTwo).text == "newer")
  }
}
