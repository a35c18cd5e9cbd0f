import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: hostile fields")
struct CacheHostileTests {
  private static let names: [HTTPField.Name] = [
    .cacheControl, .vary, .date, .expires, .age, .eTag, .lastModified, .contentRange,
    .contentLength,
    .contentLanguage, .contentLocation, .location, .connection, .pragma, .contentEncoding,
  ]
  private static let asked: [HTTPField.Name] = [
    .cacheControl, .ifNoneMatch, .ifModifiedSince, .ifRange, .range, .acceptLanguage, .accept,
    .pragma,
    .authorization, .cookie, .ifMatch,
  ]
  private static let texts =
    Hostile.texts.map { String($0.unicodeScalars.prefix(1000)) } + [
      "\"", "\"\\", ",\",", "=", "==", ";q=", "max-age=\"\\\"", "max-age==1", "bytes=", "bytes=-",
      "bytes -/",
      "bytes 0-0/0", "bytes 9223372036854775807-9223372036854775807/9223372036854775807",
      "bytes=9223372036854775807-9223372036854775807", "bytes=-9223372036854775808", "W/", "W/\"",
      "*",
      "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
      "Fri, 31 Dec 9999 23:59:59 GMT",
      "Sat, 01 Jan 0000 00:00:00 GMT", "Monday, 99-Zzz-99 99:99:99 GMT", ", , , ", "  ", "-", "1-",
      "+1",
      String(repeating: "max-age=1,", count: 200), String(repeating: "\"", count: 999),
      String(repeating: "no-cache=\"a\",", count: 200), String(repeating: ";", count: 1000),
    ]

  @Test("No field of a response makes the cache fail, or change a body", arguments: names)
  func response(_ name: HTTPField.Name) async throws {
    let trial = try CacheTrial()
    for (number, text) in Self.texts.enumerated() {
      let url = "https://books.example/\(number)"
      var fields: HTTPFields = [.cacheControl: "max-age=60, stale-while-revalidate=60"]
      fields.append(HTTPField(name: name, value: text))
      for round in 0..<2 {
        trial.origin.replace(with: .answer(200, fields, Data("one".utf8), chunks: round + 1))
        let answer = try await trial.send(.get, url, options: .withoutRedirects)
        #expect(answer.text == "one", "\(name): \(text.prefix(50))")
        trial.wait(50)
      }
      trial.origin.replace(with: .answer(201, fields, Data(), chunks: nil))
      _ = try await trial.send(.post, url, body: "x")
    }
    await trial.cache.settle()
  }

  @Test("No field of a request makes the cache fail, or change a body", arguments: asked)
  func request(_ name: HTTPField.Name) async throws {
    let trial = try CacheTrial()
    let fields: HTTPFields = [
      .cacheControl: "max-age=60", .vary: "Accept-Language, Accept, Cookie", .eTag: "\"1\"",
      .contentLanguage: "de",
    ]
    for text in Self.texts {
      let asked = HTTPFields([HTTPField(name: name, value: text)])
      for _ in 0..<2 {
        trial.origin.replace(with: .answer(200, fields, Data("one".utf8), chunks: 1))
        let answer = try await trial.get(asked)
        #expect(answer.text.isEmpty || "one".contains(answer.text), "\(name): \(text.prefix(50))")
        #expect([200, 206, 304, 416, 504].contains(answer.status))
      }
    }
  }
}
