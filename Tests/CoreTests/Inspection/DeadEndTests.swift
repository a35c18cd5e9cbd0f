import Core
import Inspection
import Services
import TestKit
import Testing

@Suite("What can't be undone makes no dead ends")
@MainActor struct DeadEndTests {
  @Test("With a fact that holds for ever, only a screen that can't be left is a dead end")
  func fact() async throws {
    let map = try await Crawler {
      var isUsed = false
      var home = Feature.solo { tab in
        tab.push(
          ListScreen("List", actions: .named("try", "show", "enter")) { [weak tab] action, _ in
            if action == "try" { isUsed = true }
            if action == "show" { tab?.push(DetailScreen("Detail")) }
            if action == "enter" { tab?.setRoot(SheetScreen("Room", actions: .named("stay"))) }
          })
      }
      home.contributions.append(SessionFacts { isUsed ? ["trial used"] : [] })
      return AppSession(context: .test(), features: [home])
    }.crawl()
    let (use, enter) = (Step.perform("try", .none), Step.perform("enter", .none))
    #expect(map.deadEnds == [[enter], [use, enter]])
    #expect(map.paths.count == 6)
  }

  @Test("A list from which nothing is removed is no dead end, with or without rows")
  func firstRow() async throws {
    let map = try await Crawler {
      .solo { tab in
        let name = Field("name", label: "Name", kind: .text)
        let list = ListScreen("List", actions: [Action("add", title: "Add…", input: name)])
        list.onPerform = { [weak list] action, _ in
          guard action == "add" else { return }
          list?.content.sections = [ContentSection("rows", .rows([Row("row", title: "Row")]))]
        }
        tab.push(list)
      }
    }.crawl()
    #expect(map.deadEnds.isEmpty)
    #expect(map.paths.count == 2)
  }
}
