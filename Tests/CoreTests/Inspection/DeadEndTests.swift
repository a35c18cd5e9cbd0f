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
            if action == "enter" { tab?.showOnly(SheetScreen("Room", actions: .named("stay"))) }
          })
      }
      home.contributions += [SessionFacts { isUsed ? ["trial used"] : [] }]
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

  @Test("A sheet that can't be closed is a dead end, though the same screens are shown and below")
  func sheet() async throws {
    let map = try await Crawler {
      .solo { tab in
        tab.push(DetailScreen("House"))
        let flow = LockedCoordinator { flow in
          flow.push(DetailScreen("Hall", lock: .unsaved))
          let door = ListScreen("Door", actions: .named("stay", "enter"), lock: .unsaved)
          let entry = flow.push(door)
          door.onPerform = { [weak flow] action, _ in
            guard action == "enter", let flow, let entry else { return }
            // Instead of the door, a sheet shows the room above the hall.
            flow.dismiss(entry)
            let room = LockedCoordinator {
              $0.push(ListScreen("Room", actions: .named("stay"), lock: .unsaved))
            }
            flow.startChild(room, .present)
          }
        }
        tab.startChild(flow, .present)
      }
    }.crawl()
    #expect(map.deadEnds == [[.perform("enter", .none)]])
  }

  @Test("A second tab from which nothing leads to the first one's screen is a dead end")
  func tab() async throws {
    let map = try await Crawler {
      weak var second: SoloCoordinator?
      let first = Feature.solo(tab: "first") { tab in
        tab.push(
          ListScreen("Door", actions: .named("stay", "enter")) { [weak tab] action, _ in
            guard action == "enter" else { return }
            second?.showOnly(ListScreen("Room", actions: .named("stay")))
            tab?.showOnly(DetailScreen("Wall"))
          })
      }
      let other = Feature.solo(tab: "second") { tab in
        second = tab
        tab.push(DetailScreen("Hall"))
      }
      return AppSession(context: .test(), features: [first, other])
    }.crawl()
    let enter = Step.perform("enter", .none)
    #expect(map.deadEnds == [[enter], [enter, .tab("second")]])
  }

  @Test("A screen above another one is a dead end, though a screen of its kind was there alone")
  func above() async throws {
    let map = try await Crawler {
      .solo { tab in
        tab.push(
          ListScreen("Door", actions: .named("stay", "enter")) { [weak tab] action, _ in
            guard action == "enter" else { return }
            tab?.showOnly(DetailScreen("Hall"))
            tab?.push(ListScreen("Room", actions: .named("stay")))
          })
      }
    }.crawl()
    let enter = Step.perform("enter", .none)
    #expect(map.deadEnds == [[enter], [enter, .back]])
  }

  @Test("A first screen that is locked for good is no dead end")
  func locked() async throws {
    let map = try await Crawler {
      .solo { tab in
        let list = ListScreen("List", actions: .named("edit"))
        list.onPerform = { [weak list] _, _ in list?.lock = .unsaved }
        tab.push(list)
      }
    }.crawl()
    #expect(map.deadEnds.isEmpty)
    #expect(map.paths.count == 2)
  }

  @Test("A launch gate that can't be passed is a dead end")
  func gate() async throws {
    let map = try await Crawler {
      let gate = LaunchGate(isNeeded: { true }) {
        Flow<Void>("gate", screen: DetailScreen("Sign in", actions: .named("stay")))
      }
      let home = Feature.solo { $0.push(ListScreen("Home")) }
      return AppSession(context: .test(), features: [Feature("gate", gates: [gate]), home])
    }.crawl()
    #expect(map.screens == ["Detail": 0])
    #expect(map.deadEnds == [[]])
  }
}

/// A flow whose locked screens can't be left.
private final class LockedCoordinator: Coordinator<Void> {
  private let begin: (LockedCoordinator) -> Void

  init(_ begin: @escaping (LockedCoordinator) -> Void) {
    self.begin = begin
    super.init()
  }

  override func start() { begin(self) }

  override func confirmLeaving(_ lock: Lock) async -> Bool { false }
}
