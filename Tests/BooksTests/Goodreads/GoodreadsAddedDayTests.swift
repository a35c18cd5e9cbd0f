import Catalogue
import Core
import Files
import Foundation
import Services
import Testing

@testable import Books

@Suite("The day on which a book of a Goodreads file was added")
struct GoodreadsAddedDayTests {
  private var file: String {
    ([GoodreadsScene.header] + GoodreadsScene.rows).map { "\($0)\n" }.joined()
  }

  @Test(
    "An imported book has the day of its file in the reader's time zone, in winter and in summer",
    arguments: ["Pacific/Auckland", "Pacific/Fiji", "Pacific/Honolulu", "Europe/Berlin"])
  func day(_ name: String) async throws {
    let zone = try #require(TimeZone(identifier: name))
    let scene = try GoodreadsScene(timeZone: zone)
    let days = ["2025-01-05", "2025-07-05"]
    let rows = days.enumerated().map { number, day in
      "\(number),Book \(number),\(day.replacing("-", with: "/"))"
    }
    try await scene.importFile(rows, header: "Book Id,Title,Date Added")
    for (number, day) in days.enumerated() {
      let entry = try await scene.entry("Book \(number)")
      #expect(CalendarDate(of: entry.added, in: zone) == CalendarDate(day), "\(day)")
    }
  }

  @Test("A book added in the app has the reader's day, and an imported one the day of its file")
  func addedDay() async throws {
    let zone = try #require(TimeZone(secondsFromGMT: -8 * 3600))
    let scene = try GoodreadsScene(timeZone: zone)
    try await scene.importFile(text: file)
    // On the second of January at 20:00 in this zone.
    let entry = LibraryEntry(
      id: "mine", book: BookCopy(title: "Emma"), shelves: [.reading],
      added: Date(timeIntervalSince1970: 2 * 86_400 + 4 * 3600))
    try await scene.stores.store(of: .guest).save(entry)
    let text = try await scene.exportFile()
    #expect(text.hasPrefix(file) && text.dropFirst(file.count).contains(",1970/01/02,"))
    // Also after the reader has moved.
    for hours in [-8, 1, 14, -11] {
      scene.timeZone = try #require(TimeZone(secondsFromGMT: hours * 3600))
      let report = try await scene.importFile(text: text)
      #expect(report.count("Books unchanged") == 6 && report.differences == [], "\(hours)")
      #expect(try await scene.exportFile() == text, "\(hours)")
    }
  }

  @Test("A book that was in the library on an earlier day than the file's keeps its day")
  func otherDay() async throws {
    let scene = try GoodreadsScene()
    try await scene.importFile(["1,Emma,2025/01/05"], header: "Book Id,Title,Date Added")
    // As after the merge with a guest's copy.
    try await scene.change("Emma") { $0.added -= 2 * 86_400 }
    #expect(try await scene.exportFile() == "Book Id,Title,Date Added\n1,Emma,2025/01/03\n")
  }
}
