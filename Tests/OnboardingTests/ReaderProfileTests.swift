import Core
import Services
import Foundation
@testable import Onboarding
import Testing

@Suite("Reader profiles")
struct ReaderProfileTests {
  @Test("A profile survives encoding and decoding")
  func coding() throws {
    let profile = ReaderProfile(displayName: "Ada 🪐", genres: ["poetry"], yearlyGoal: 24)
    let data = try JSONEncoder().encode(profile)
    #expect(try JSONDecoder().decode(ReaderProfile.self, from: data) == profile)
  }

  @Test("Invalid values are left out, and the rest stays")
  func checked() {
    let wild = ReaderProfile(
      displayName: "\u{1B}[2J", genres: ["poetry", "poetry", "drama", "poetry"], yearlyGoal: -1)
    #expect(wild.checked == ReaderProfile(genres: ["poetry", "drama"]))
    #expect(ReaderProfile(yearlyGoal: .max).checked.yearlyGoal == nil)
    #expect(OnboardingHarness.ada.checked == OnboardingHarness.ada)
  }

  @Test("Unknown genres are kept but are no favourites, and the number of genres is limited")
  func unknownGenres() {
    let all = ReaderProfile(genres: ["knitting"] + Genre.all.map(\.id)).checked
    #expect(all.genres.first == "knitting")
    #expect(all.favourites == Array(Genre.all.prefix(Genre.maximumFavourites)))
    let many = ReaderProfile(genres: (0..<10_000).map { Identifier("genre-\($0)") }).checked
    #expect(many.genres.count == 100)
  }

  @Test(
    "A goal is a number from 1 to 1000, or none",
    arguments: [
      (nil, nil), (1, 1), (1000, 1000), (24, 24), (-1, nil), (0, nil), (1001, nil), (.min, nil),
      (.max, nil),
    ] as [(Int?, Int?)])
  func goal(typed: Int?, goal: Int?) {
    #expect(YearlyGoal.valid(typed) == goal)
  }
}
