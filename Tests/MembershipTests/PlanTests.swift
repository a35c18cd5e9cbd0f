import Foundation
import Membership
import Testing

@Suite("What a member pays for")
struct PlanTests {
  @Test("A plan survives being kept")
  func coding() throws {
    let text = #"{"id":"yearly","period":"year","price":{"minorUnits":2400,"currency":"EUR"}}"#
    let plan = try JSONDecoder().decode(Plan.self, from: Data(text.utf8))
    #expect(plan.price.minorUnits == 2400)
    let data = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(Plan.self, from: data) == plan)
  }
}
