import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: several stored responses that match (RFC 9111, section 4.1)")
struct CacheChoiceTests {
  /// A request that selects two stored responses.
  private let selectingTwo = HTTPFields.named(["Foo": "1", "Bar": "2"])

  /// Stores “foo”, and later “bar”, which ``selectingTwo`` selects.
  private func trialWithTwo() async throws -> CacheTrial {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo"], "foo")
    _ = try await trial.get(.named(["Foo": "1", "Bar": "1"]))
    trial.wait(1)
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "Bar"], "bar")
    _ = try await trial.get(.named(["Foo": "2", "Bar": "2"]))
    #expect(try trial.stored == 2)
    return trial
  }

  @Test("Of several that match, the most recent one is used")
  func mostRecent() async throws {
    #expect(try await trialWithTwo().get(selectingTwo).text == "bar")
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

  @Test("A response that is not stored ends all that its request selects")
  func replacedByUnstored() async throws {
    let trial = try await trialWithTwo()
    trial.reply(200, [.cacheControl: "no-store"], "new")
    _ = try await trial.get(selectingTwo + [.cacheControl: "no-cache"])
    trial.reply(200, [.cacheControl: "no-store"], "newer")
    #expect(try await trial.get(selectingTwo).text == "newer")
  }
}
