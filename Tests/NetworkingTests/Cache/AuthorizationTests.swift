import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

@Suite("HTTP cache: users and secrets (RFC 9111, section 3.5)")
struct CacheAuthorizationTests {
  @Test("A response that Authorization selects is for that user, and the secret is not stored")
  func authorization() async throws {
    for control in ["max-age=60", "max-age=60, private, must-revalidate"] {
      let trial = try CacheTrial()
      trial.reply(200, [.cacheControl: control], "mine")
      _ = try await trial.get([.authorization: "Bearer secret-1", .cookie: "secret-2"])
      #expect(try await trial.get([.authorization: "Bearer secret-1"]).text == "mine")
      for other: HTTPFields in [[.authorization: "Bearer secret-3"], [:]] {
        trial.reply(200, [.cacheControl: "no-store"], "other")
        #expect(try await trial.get(other).text == "other", "\(control)")
      }
    }
  }

  @Test(
    "3.5: a response that is marked for all is for all users",
    arguments: ["public", "must-revalidate", "s-maxage=60"])
  func publicResponse(_ directive: String) async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60, \(directive)"], "all")
    _ = try await trial.get([.authorization: "Bearer 1"])
    #expect(try await trial.get([.authorization: "Bearer 2"]).text == "all")
    #expect(try await trial.get().text == "all")
  }

  @Test(
    "FIPS 180-4: the digest of a secret is SHA-256 of the partition, a line feed and the secret",
    arguments: [
      ("abc", "f39d39bfc99287b848780d4110eb663f0e7c344ae41f46a390c4135b89dc2756"),
      (
        String(repeating: "x", count: 54),
        "812d1bcf379036742a69250c0a74d3ed1479ae9c1a029f6e7f913d33b54b1ec1"
      ),
      (
        String(repeating: "x", count: 55),
        "4b0d2d453422996013a9f56feb1e9245556a25bc1574a6f65c83534f4f4c8224"
      ),
      (
        String(repeating: "x", count: 63),
        "8215160107a272c5571bbb85b92bffc82581a9aae36aa88bbb11e99166a814f5"
      ),
      (
        String(repeating: "x", count: 200),
        "a26fcd2c442618ac1c802d01a29b3c1da9ce224e99c58a0eac7c9dab2cf08914"
      ),
    ])
  func digest(_ secret: String, _ digest: String) async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60, public", .vary: "Cookie"])
    _ = try await trial.get([.cookie: secret])
    let text = try trial.database.read("testing") { reader throws(StorageError) in
      try reader.first("SELECT selection FROM http_cache_responses") {
        row throws(StorageError) in try row.string(0)
      }
    }
    #expect(text == "cookie: \(digest)")
  }

  @Test(
    "A user's tag is not sent with another user's request: a 304 would show that user's body",
    arguments: ["Authorization", "Cookie", "X-Api-Key"])
  func otherUsersTag(_ name: String) async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60, public", .vary: name, .eTag: "\"1\""], "first")
    _ = try await trial.get(.named([name: "one"]))
    trial.reply(200, [.cacheControl: "no-store"], "second")
    #expect(try await trial.get(.named([name: "two"])).text == "second")
    #expect(!trial.requests[1].headerFields.contains(.ifNoneMatch))
    trial.wait(61)
    trial.reply(304, [.eTag: "\"1\""], "")
    #expect(try await trial.get(.named([name: "one"])).text == "first")
    #expect(trial.requests[2].headerFields[.ifNoneMatch] == "\"1\"")
  }

  @Test("No secret that selects a response is written to the tables")
  func secrets() async throws {
    let trial = try CacheTrial()
    let secrets: HTTPFields = .named([
      "Authorization": "Bearer hush-1", "Cookie": "a=hush-2", "X-Api-Key": "hush-3",
      "X-Anything": "hush-4", "Referer": "https://a.example/?token=hush-5",
    ])
    let vary = secrets.map(\.name.rawName).joined(separator: ", ")
    trial.reply(200, [.cacheControl: "max-age=60", .vary: vary])
    _ = try await trial.get(secrets)
    let texts = try trial.database.read("testing") { reader throws(StorageError) in
      try reader.rows("SELECT selection || fields || url FROM http_cache_responses") {
        row throws(StorageError) in try row.string(0)
      }
    }
    #expect(texts.count == 1 && !texts[0].contains("hush") && texts[0].contains("cookie: "))
    #expect(try await trial.get(secrets).isStored)
    for name in secrets.map(\.name) {
      var other = secrets
      other[name] = "other"
      trial.reply(200, [.cacheControl: "no-store"], "two")
      #expect(try await trial.get(other).text == "two", "\(name)")
    }
  }
}
