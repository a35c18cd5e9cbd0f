import Services
import Inspection
import Core
import TestKit
import Testing

@Suite("The crawler finds dead ends")
@MainActor struct CrawlerTests {
  @Test("A state with actions from which the start cannot be reached is a dead end")
  func trap() async throws {
    let map = try await Crawler { Self.session(hasWayOut: false) }.crawl()
    let enter = Step.perform("enter", .none)
    #expect(map.deadEnds == [[enter], [enter, .perform("turn", .none)]])
    #expect(map.screens == ["List": 0, "Detail": 1, "Sheet": 1, "Edit": 2])
  }

  @Test("A state that leads back to the start in several steps is not a dead end")
  func wayOut() async throws {
    let map = try await Crawler { Self.session(hasWayOut: true) }.crawl()
    #expect(map.deadEnds.isEmpty)
    #expect(map.paths.count == 4)
  }

  @Test("A crawl reports what each state shows, with the path to it")
  func visits() async throws {
    var shown: [[Step]: ScreenKind] = [:]
    var crawler = Crawler { Self.session(hasWayOut: true) }
    crawler.visit = { snapshot, path in shown[path] = snapshot.panes.last?.kind }
    let map = try await crawler.crawl()
    #expect(shown.count == map.paths.count)
    for (number, path) in map.paths.enumerated() {
      #expect(shown[path] != nil && shown[path] == map.tops[number], "\(path)")
    }
  }

  @Test("A first state without actions is a dead end")
  func nothing() async throws {
    let map = try await Crawler {
      .solo { $0.push(ListScreen("Only")) }
    }.crawl()
    #expect(map.deadEnds == [[]])
  }

  @Test(
    "The screen behind a form with a number is found, whatever the number's bounds are",
    arguments: [0...Int.max, Int.min...2, 1...2])
  func numbers(range: ClosedRange<Int>) async throws {
    let map = try await Crawler {
      .solo { tab in
        var amount: FieldValue?
        let field = Field("amount", label: "Amount", kind: .number(range))
        let form = EditScreen(
          "Form", actions: .named("send"), sections: [ContentSection("form", .fields([field]))])
        form.onPerform = { [weak tab] action, input in
          if case .field(_, let value) = input { amount = value }
          if action == "send", amount != nil { tab?.push(DetailScreen("Sent")) }
        }
        tab.push(form)
      }
    }.crawl()
    #expect(map.screens["Detail"] == 2)
  }

  @Test("The screen behind a form that can be sent only when it is complete is found")
  func complete() async throws {
    let map = try await Crawler {
      .solo { tab in
        let fields = ["name", "city"].map { Field(Field.ID($0), label: $0, kind: .text) }
        let form = EditScreen("Form", sections: [ContentSection("form", .fields(fields))])
        form.content.actions = [Action("send", title: "Send", disabledReason: "Fill in both.")]
        var filled: Set<Field.ID> = []
        form.onPerform = { [weak tab, weak form] action, input in
          if case .field(let field, let value) = input {
            if value == nil { filled.remove(field) } else { filled.insert(field) }
            form?.content.actions = [
              Action(
                "send", title: "Send", disabledReason: filled.count == 2 ? nil : "Fill in both.")
            ]
          }
          if action == "send" { tab?.push(DetailScreen("Sent")) }
        }
        tab.push(form)
      }
    }.crawl()
    #expect(map.screens["Detail"] == 3)
  }

  @Test("A crawl that reaches its bound names the screens that most states show")
  func bound() async {
    let crawler = Crawler(bound: 5) {
      .solo { tab in
        tab.push(
          ListScreen("List", actions: .named("open")) { [weak tab] _, _ in
            let counter = DetailScreen("Counter", actions: .named("1"))
            counter.onPerform = { [weak counter] action, _ in
              counter?.content.actions = .named(action.rawValue + "1")
            }
            tab?.push(counter)
          })
      }
    }
    let problem = await #expect(throws: Crawler.Problem.self) { _ = try await crawler.crawl() }
    #expect(problem == .tooManyStates(5, mostly: ["Detail", "List"]))
    #expect(problem?.description.hasSuffix(" Most of them show Detail, List.") == true)
  }

  @Test("A shorter path that only a used session can take does not count")
  func usedSession() async throws {
    let map = try await Crawler {
      .solo { tab in
        let fields = ["name", "city"].map { Field(Field.ID($0), label: $0, kind: .text) }
        let form = EditScreen(
          "Form", actions: .named("enter", "send"), sections: [ContentSection("f", .fields(fields))]
        )
        var filled: Set<Field.ID> = []
        form.onPerform = { [weak tab] action, input in
          if case .field(let field, let value) = input {
            if value == nil { filled.remove(field) } else { filled.insert(field) }
          }
          if action == "send", filled.count == 2 { tab?.showOnly(DetailScreen("Sent")) }
          if action == "enter" { tab?.push(room(in: tab)) }
        }
        tab.push(form)
      }
    }.crawl()
    // Filling in both fields and sending them; not entering and jumping, for which one has to look first.
    #expect(map.screens == ["Edit": 0, "List": 1, "Detail": 3])

    func room(in tab: SoloCoordinator?) -> ListScreen {
      var hasLooked = false
      return ListScreen("Room", actions: .named("look", "jump")) { [weak tab] action, _ in
        if action == "jump", hasLooked { tab?.showOnly(DetailScreen("Sent")) }
        hasLooked = true
      }
    }
  }

  @Test("A path that leads to another state when it is taken again is named")
  func notRepeatable() async {
    var launches = 0
    let crawler = Crawler {
      launches += 1
      // The third session proves the path to the detail, and the fourth one explores it.
      let action = launches < 4 ? "stay" : "other"
      return .solo { tab in
        tab.push(
          ListScreen("List", actions: .named("enter")) { [weak tab] _, _ in
            tab?.push(DetailScreen("Detail", actions: .named(action)))
          })
      }
    }
    let problem = await #expect(throws: Crawler.Problem.self) { _ = try await crawler.crawl() }
    #expect(problem == .notRepeatable([.perform("enter", .none)]))
    let text = "The same steps lead to another state the second time: enter. "
    #expect(problem?.description.hasPrefix(text) == true)
  }

  @Test("A refresh in the background ends before the screen is explored")
  func refresh() async throws {
    let map = try await Crawler {
      .solo { tab in
        let screen = ListScreen("Cached", actions: .named("stay"))
        screen.onPerform = { [weak tab] action, _ in
          if action == "enter" { tab?.push(DetailScreen("Detail")) }
        }
        tab.push(screen)
        tab.performInBackground("refresh") { [weak screen] in
          for _ in 0..<100 { await Task.yield() }
          screen?.content.actions = .named("enter")
        }
      }
    }.crawl()
    #expect(map.screens == ["List": 0, "Detail": 1])
    #expect(map.paths == [[], [.perform("enter", .none)]])
  }

  @Test("A crawl of the ways explores each of two columns by itself, and draws the same map")
  func columns() async throws {
    var maps: [AppMap] = []
    for coverage in [Crawler.Coverage.states, .ways] {
      let crawler = Crawler(coverage: coverage) {
        .solo(layout: .wide) { tab in
          guard let columns = tab.pushSplit() else { return }
          tab.push(Self.switching(ListScreen("List"), "open", "shut"), on: columns.primary)
          tab.push(Self.switching(EditScreen("Form"), "start", "stop"), on: columns.secondary)
        }
      }
      maps.append(try await crawler.crawl())
    }
    #expect(maps[0].paths.count == maps[1].paths.count + 1)
    #expect(maps[0].edges == maps[1].edges && maps[0].screens == maps[1].screens)
  }

  /// Lets a screen offer one of two actions, each of which offers the other one.
  private static func switching<Screen: ToyScreen>(
    _ screen: Screen, _ on: String, _ off: String
  ) -> Screen {
    screen.content.actions = .named(on)
    screen.onPerform = { [weak screen] action, _ in
      screen?.content.actions = action.rawValue == on ? .named(off) : .named(on)
    }
    return screen
  }

  /// Creates a list, a detail that can be left, and two more screens that only `out` leaves.
  private static func session(hasWayOut: Bool) -> AppSession {
    func showList(_ root: SoloCoordinator) {
      root.showOnly(
        ListScreen("List", actions: .named("enter", "show")) { [weak root] action, _ in
          guard let root else { return }
          if action == "show" { root.push(DetailScreen("Detail")) } else { showRoom(root) }
        })
    }
    func showRoom(_ root: SoloCoordinator) {
      root.showOnly(
        SheetScreen("Room", actions: .named("turn")) { [weak root] _, _ in
          if let root { showOtherSide(root) }
        })
    }
    func showOtherSide(_ root: SoloCoordinator) {
      let actions: [Action] = hasWayOut ? .named("turn", "out") : .named("turn")
      root.showOnly(
        EditScreen("Other side", actions: actions) { [weak root] action, _ in
          guard let root else { return }
          if action == "out" { showList(root) } else { showRoom(root) }
        })
    }
    return .solo(showList)
  }
}
