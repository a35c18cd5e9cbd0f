import Core
import Inspection
import Services
import TestKit
import Testing

@Suite("The steps of a crawl or a walk on a screen")
@MainActor struct ScreenStepsTests {
  @Test("A field gets a valid value, an unusual one and none, or the samples that are given")
  func fields() async {
    let fields = [
      Field("days", label: "Days", kind: .number(1...9)),
      Field("name", label: "Name", kind: .text),
    ]
    let samples = SampleInputs(["name": [.text("Ada")]])
    let steps = await steps([ContentSection("form", .fields(fields))], samples)
    let expected: [Step] = [
      .perform(.fill, .field("days", .number(9))), .perform(.fill, .field("days", .number(1))),
      .perform(.fill, .field("days", nil)), .perform(.fill, .field("name", .text("Ada"))),
    ]
    #expect(steps == expected)
  }

  @Test("The first row, the last one and one for each badge are selected, and each row of a menu")
  func rows() async {
    let badges: [String?] = [nil, "new", "new", nil, nil]
    let data = badges.indices.map { index in
      Row(Row.ID("trip:\(index)"), title: "Trip", badge: badges[index])
    }
    let menu = (1...12).map { Row(Row.ID("menu-\($0)"), title: "Menu") }
    let long = (1...13).map { Row(Row.ID("long-\($0)"), title: "Long") }
    let steps = await steps([
      ContentSection("data", .rows(data)), ContentSection("menu", .rows(menu)),
      ContentSection("long", .rows(long)),
    ])
    let chosen =
      ["trip:0", "trip:1", "trip:4"] + menu.map(\.id.rawValue) + ["long-1", "long-13"]
    let expected = chosen.map { Step.perform(.select, .row(Row.ID($0))) }
    #expect(steps == expected)
  }

  private func steps(
    _ sections: [ContentSection], _ samples: SampleInputs = SampleInputs()
  ) async -> [Step] {
    let session = AppSession.solo { $0.push(ListScreen("List", sections: sections)) }
    await session.launch()
    defer { session.stop() }
    return session.snapshot.steps(samples)
  }
}
