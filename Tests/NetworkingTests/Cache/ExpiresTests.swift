import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: Expires and dates (RFC 9111, section 5.3)")
struct CacheExpiresTests {
  @Test("4.2.1: without max-age a response is fresh for Expires minus Date")
  func expires() async throws {
    let trial = try CacheTrial()
    for (date, expires, wait, isFresh) in [
      (0.0, 60.0, 59.0, true), (0, 60, 60, false), (0, 0, 0, false), (0, -60, 0, false),
      (400, 300, 0, false), (400, 460, 59, true), (400, 460, 60, false), (-10, 60, 59, true),
    ] {
      let fields: HTTPFields = [.date: trial.date(date), .expires: trial.date(expires)]
      #expect(
        try await CacheTrial.isReused(fields, after: wait) == isFresh, "\(date) \(expires) \(wait)")
    }
    let both: HTTPFields = [.cacheControl: "max-age=60", .expires: trial.date(-60)]
    #expect(try await CacheTrial.isReused(both, after: 59))
    let neither: HTTPFields = [.cacheControl: "max-age=0", .expires: trial.date(60)]
    #expect(try await !CacheTrial.isReused(neither, after: 1))
    let two: HTTPFields = [.expires: trial.date(60), .expires: trial.date(-60)]
    #expect(try await CacheTrial.isReused(two, after: 1))
  }

  @Test(
    "RFC 9110, 5.6.7: dates have three formats, whose names ignore case",
    arguments: [
      "Sun, 06 Nov 1994 09:49:37 GMT", "sun, 06 nov 1994 09:49:37 gmt",
      "SUN, 06 NOV 1994 09:49:37 GMT",
      "Sunday, 06-Nov-94 09:49:37 GMT", "SUNDAY, 06-nov-94 09:49:37 GMT",
      "Sun Nov  6 09:49:37 1994",
      "Sun Nov 06 09:49:37 1994", "Thu, 29 Feb 1996 00:00:00 GMT", "Thu, 18 Aug 2050 02:01:18 GMT",
      "Fri, 31 Dec 9999 23:59:60 GMT", "Sunday, 06-Nov-44 08:49:37 GMT",
    ])
  func dates(_ text: String) async throws {
    #expect(try await CacheTrial.isReused([.expires: text], after: 60))
  }

  @Test(
    "RFC 9110, 5.6.7: a year of two digits that is more than 50 years ahead is in the past",
    arguments: [("94", false), ("77", false), ("76", true), ("27", true), ("25", false)])
  func century(_ year: String, _ isAhead: Bool) async throws {
    let trial = try CacheTrial(at: Date(timeIntervalSince1970: 1_795_000_000))  // November 2026
    trial.reply(200, [.expires: "Sunday, 06-Nov-\(year) 08:49:37 GMT"])
    _ = try await trial.get()
    trial.reply(200, [:], "two")
    #expect(try await trial.get().isStored == isAhead)
  }

  @Test(
    "5.3: an invalid Expires is in the past",
    arguments: [
      "0", "", "-1", "soon", "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 02:01:18 +0000",
      "Thu, 18 Aug 50 02:01:18 GMT", "Thu 18 Aug 2050 02:01:18 GMT",
      "Thu, 18  Aug  2050 02:01:18 GMT",
      "Thu, 18-Aug-2050 02:01:18 GMT", "Thu, 18 Aug 2050 02.01.18 GMT",
      "Thu, 18 Aug 2050 2:01:18 GMT",
      "Thu, 18 Aug 2050 24:00:00 GMT", "Thu, 31 Feb 2050 02:01:18 GMT",
      "Thu, 00 Aug 2050 02:01:18 GMT",
      "Thu, 29 Feb 2100 02:01:18 GMT", "Xyz, 18 Aug 2050 02:01:18 GMT",
      "Thu, 18 Aug 12050 02:01:18 GMT",
      "Thu, 18 Aug 2050 02:01:18", "2050-08-18T02:01:18Z", "Sunday, 06-Nov-95 09:49:37",
      "Sunday, 06-Nov-80 09:49:37 GMT", "Sun Nov 6 09:49:37 2050 GMT", "Sun Nov   6 09:49:37 2050",
      "Thu, +8 Aug 2050 02:01:18 GMT", "Thu, 18 Aug 2050 02:01:61 GMT",
    ])
  func invalidDates(_ text: String) async throws {
    #expect(try await !CacheTrial.isReused([.expires: text], after: 1))
  }

  @Test("RFC 9110, 6.6.1: without a valid Date the time of arrival counts")
  func missingDate() async throws {
    let trial = try CacheTrial()
    for date in ["foo", "", "0"] {
      #expect(try await CacheTrial.isReused([.date: date, .expires: trial.date(60)], after: 59))
      #expect(try await !CacheTrial.isReused([.date: date, .expires: trial.date(60)], after: 60))
    }
    #expect(try await CacheTrial.isReused([.expires: trial.date(60)], after: 59, dated: false))
    #expect(try await CacheTrial.isReused([.cacheControl: "max-age=60"], after: 59, dated: false))
  }
}
