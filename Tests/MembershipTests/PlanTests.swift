import Foundation
import Membership
import Testing

@Suite("Plans")
struct PlanTests {
  @Test("A plan survives encoding and decoding")
  func coding() throws {
    let text = #"{"id":"yearly","period":"year","price":{"minorUnits":2400,"currency":"EUR"}}"#
    let plan = try JSONDecoder().decode(Plan.self, from: Data(text.utf8))
    #expect(plan.price.minorUnits == 2400)
    let data = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(Plan.self, from: data) == plan)
  }
}
