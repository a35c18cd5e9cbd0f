import Core
import Foundation
import Observation
import Services
import Terminal
import Testing

@testable import Shell

@Suite("Rows that a command adds to a list")
@MainActor struct AddedRowsTests {
  /// Types lines at a terminal of 14 rows; returns the screens, the first one included.
  private func screens(_ lines: [String]) async -> [String] {
    let services = ToyServices()
    var configuration = ShellConfiguration.toy(services)
    configuration.makeWorld = { _ in
      ShellConfiguration.World {
        AppSession(context: services.context, features: [.numbers], places: services.places)
      }
    }
    let run = await ToyRun(
      typing: lines.map(InputLine.text), configuration: configuration
    ) { console in
      console.columns = { 60 }
      console.rows = { 14 }
    }
    #expect(run.status == 0)
    return run.output.components(separatedBy: "Numbers> ").dropLast()
  }

  @Test("The rows that more has loaded are seen first, and after a broader search the first row")
  func seen() async {
    let screens = await screens(["narrow", "broaden", "more"])
    let isFirstSeen = screens.map { $0.contains("Number 1\n") }
    #expect(isFirstSeen == [true, true, true, false], "\(screens)")
    #expect(screens.last?.contains("Number 21\n") == true)
  }

  @Test(
    "The rows that more-own, or a retry, has loaded are seen first",
    arguments: [["more-own"], ["lose", "again"]])
  func others(lines: [String]) async {
    let screens = await screens(lines)
    let isFirstSeen = screens.map { $0.contains("Number 1\n") }
    #expect(isFirstSeen == lines.map { _ in true } + [false], "\(screens)")
    #expect(screens.last?.contains("Number 21\n") == true)
  }
}

extension Feature {
  /// One list of numbers.
  @MainActor fileprivate static var numbers: Feature {
    Feature("numbers", tabs: [TabItem("numbers", title: "Numbers") { NumbersCoordinator() }])
  }
}

@MainActor private final class NumbersCoordinator: Coordinator<Never>, PlaceCoordinator {
  init() { super.init(name: "numbers") }

  override func start() { push(NumbersScreen()) }
}

@Observable private final class NumbersScreen: Screen {
  private static let actions = ["narrow", "broaden", "more", "more-own", "lose", "again"]

  private var last = 20
  private var isOffline = false

  var content: ScreenContent {
    let rows = (1...last).map { Row(Row.ID("n\($0)"), title: "Number \($0)") }
    return ScreenContent(
      title: "Numbers",
      status: isOffline ? .offline(message: "No network.", retry: "again") : .idle,
      sections: [ContentSection("rows", .rows(rows))],
      actions: Self.actions.map { Action(Action.ID($0), title: $0) })
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    isOffline = action == "lose"
    switch action {
    case "lose": break
    case "narrow": last = 1
    case "more", "more-own", "again": last += 20
    default: last = 20
    }
  }
}
