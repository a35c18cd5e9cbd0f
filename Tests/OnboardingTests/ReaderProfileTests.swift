import Core
import Foundation
import Onboarding
import Testing

@Suite("What a reader told about themselves")
struct ReaderProfileTests {
  @Test("A profile survives being kept")
  func coding() throws {
    let profile = ReaderProfile(displayName: "Ada 🪐", genres: ["poetry"], yearlyGoal: 24)
    let data = try JSONEncoder().encode(profile)
    #expect(try JSONDecoder().decode(ReaderProfile.self, from: data) == profile)
  }
}
