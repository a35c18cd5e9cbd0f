import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: keys (RFC 9111, section 2)")
struct CacheKeyTests {
  @Test("2: the key is the URL: query and path count, the fragment and an equal spelling do not")
  func key() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get([:], "https://books.example/a?x=1")
    for same in [
      "https://books.example/a?x=1#part", "HTTPS://Books.Example:443/a?x=1",
      "https://user:secret@books.example/a?x=1",
    ] {
      #expect(try await trial.get([:], same).isStored, "\(same)")
    }
    for other in [
      "https://books.example/a?x=2", "https://books.example/a", "https://books.example/A?x=1",
      "http://books.example/a?x=1", "https://books.example:444/a?x=1",
      "https://books.example/a?x=1&",
      "https://other.example/a?x=1", "https://books.example/a/?x=1",
      "https://books.example/%61?x=1",
    ] {
      trial.reply(200, [:], "two")
      #expect(try await trial.get([:], other).text == "two", "\(other)")
    }
  }

  @Test("2: the port after an IPv6 address is not a part of it")
  func addressAndPort() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get([:], "http://[::1]:8080/a")
    trial.reply(200, [.cacheControl: "no-store"], "two")
    #expect(try await trial.get([:], "http://[::1:8080]/a").text == "two")
    #expect(try await trial.get([:], "http://[::1]:8080/a").isStored)
  }

  @Test("GET with a body, OPTIONS and TRACE neither use nor change the store")
  func methods() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get()
    for (method, body): (HTTPRequest.Method, String?) in [
      (.get, "x"), (.options, nil), (.trace, nil),
    ] {
      trial.reply(200, [.cacheControl: "max-age=60"], "two")
      #expect(try await trial.send(method, CacheTrial.url, body: body).text == "two")
    }
    #expect(try await trial.get().text == "one")
  }

  @Test("Each partition has its own responses")
  func partitions() async throws {
    let trial = try CacheTrial()
    let other = trial.other(partition: "ada")
    trial.reply(200, [.cacheControl: "max-age=60", .eTag: "\"1\""])
    _ = try await trial.get()
    trial.reply(200, [.cacheControl: "max-age=60"], "two")
    #expect(try await other.get().text == "two")
    #expect(!trial.requests[1].headerFields.contains(.ifNoneMatch))
    #expect(try await trial.get().text == "one")
    try await other.cache.removeAll()
    #expect(try await trial.get().isStored)
    #expect(try await other.get([.cacheControl: "only-if-cached"]).status == 504)
  }

  @Test("Redirects are stored under their own URLs, even if their bodies arrive in chunks")
  func redirects() async throws {
    let trial = try CacheTrial()
    trial.reply(301, [.cacheControl: "max-age=60", .location: "/works/2"], "moved", chunks: 2)
    trial.reply(200, [.cacheControl: "max-age=5"], "two")
    let first = try await trial.get()
    #expect(first.text == "two" && first.answer.url.path() == "/works/2")
    #expect(try trial.stored == 2)
    #expect(try await trial.get().isStored)
    trial.wait(6)
    trial.reply(200, [:], "three")
    #expect(try await trial.get().text == "three")
    #expect(trial.requests.map { $0.url.path() } == ["/works/1", "/works/2", "/works/2"])
    let unfollowed = try await trial.send(options: .withoutRedirects)
    #expect(unfollowed.status == 301 && unfollowed.text == "moved" && unfollowed.isStored)
  }

  @Test("A redirect's long or broken body still reaches a caller that does not follow it")
  func redirectBodies() async throws {
    let trial = try CacheTrial()
    let long = String(repeating: "x", count: 200_000)
    trial.reply(302, [.cacheControl: "max-age=60", .location: "/b"], long, chunks: 10)
    #expect(try await trial.send(options: .withoutRedirects).text == long)
    #expect(try await trial.send(options: .withoutRedirects).text == long)
    #expect(trial.requests.count == 1)
  }

  @Test("5.2.1.7: only-if-cached also holds behind a stored redirect to another origin")
  func storedRedirect() async throws {
    let trial = try CacheTrial()
    trial.reply(301, [.cacheControl: "max-age=60", .location: "https://covers.example/1"], "")
    trial.reply(200, [.cacheControl: "no-store"], "cover")
    #expect(try await trial.get().text == "cover")
    trial.reply(200, [:], "asked")
    #expect(try await trial.get([.cacheControl: "only-if-cached"]).status == 504)
    #expect(trial.requests.count == 2)
  }
}
