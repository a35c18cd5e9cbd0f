import Accounts
@testable import Core
import Foundation
import Services
import TestKit
import Testing

@Suite("The driver that tests use an app with")
@MainActor struct AppDriverTests {
  @Test("In two columns, fields and notices of the second one come first")
  func columns() async {
    await withApp({ .solo(layout: .wide) { Self.showColumns(in: $0) } }) { app in
      #expect(app.notice == "Two books.")
      await app.fill("Name", "Emma")
      #expect(app.value(of: "Name") == .text("Emma"))
      #expect(app.value(of: "Filter") == .text("all"))
      #expect(app.notice == "Renamed.")
    }
  }

  @Test("Of two columns with the same identifiers, the one that has the title is used")
  func sameIdentifiers() async {
    let journal = Journal()
    await withApp({ .solo(layout: .wide) { Self.showAlike(in: $0, journal) } }) { app in
      for name in ["left", "right"] {
        await app.tap("Open \(name)")
        await app.choose("Row \(name)")
        await app.fill("Field \(name)", "Emma")
      }
    }
    #expect(
      journal.lines == [
        "left open", "left select", "left fill", "right open", "right select", "right fill",
      ])
  }

  @Test("An app whose test throws is stopped with its work, and the error is passed on")
  func throwing() async {
    let gate = Gate()
    let session = AppSession.solo { tab in
      tab.push(ListScreen("List"))
      tab.performInBackground("work") { await gate.wait() }
    }
    await #expect(throws: CancellationError.self) {
      try await withApp({ session }) { _ in throw CancellationError() }
    }
    #expect(!session.root.isRunning)
    #expect(session.activity.unsettled.isEmpty)
  }

  @Test(
    "A step that the screen does not allow is an issue, with the screen as text",
    arguments: Misstep.allCases)
  fileprivate func missteps(_ step: Misstep) async {
    await withApp({ .solo { $0.push(Self.home()) } }) { app in
      await withKnownIssue {
        await step.take(with: app)
      } matching: { issue in
        issue.comments.contains {
          $0.rawValue.hasPrefix(step.problem) && $0.rawValue.contains("\n[List] Home")
        }
      }
    }
  }

  @Test("A step in an app that shows nothing is an issue that says so")
  func nothing() async {
    await withApp({ .solo { _ in } }) { app in
      await withKnownIssue {
        await app.tap("save")
      } matching: { issue in
        issue.comments.contains {
          $0.rawValue == "There is no action “save”.\nThe app shows nothing."
        }
      }
    }
  }

  @Test("A condition that never becomes true is an issue, with the screen as text")
  func neverTrue() async {
    await withApp({ .solo { $0.push(Self.home()) } }) { app in
      await withKnownIssue {
        await app.until(patience: .milliseconds(1)) { app.title == "Away" }
      } matching: { issue in
        issue.comments.contains {
          $0.rawValue.hasPrefix("The condition never became true.\n[List] Home")
        }
      }
    }
  }

  @Test(
    "An app that shows something after its end is an issue, and so is one that runs on",
    arguments: [true, false])
  func notEnded(showsScreen: Bool) async {
    let late = NavigationTree.Entry(
      id: NavigationTree.EntryID(number: 99), body: .screen("Late"), route: nil)
    let session = AppSession.solo { tab in
      tab.push(ListScreen("Home"))
      let (navigation, root) = (tab.navigator.navigation, tab.parent)
      // The flow ends with the app, and then this work goes on.
      tab.perform("watch") { [weak tab, weak root] in
        _ = await tab?.run(Flow<Int>("flow", screen: DetailScreen("Detail")))
        if showsScreen {
          navigation.commit(Change(kind: .push, reason: .replaced) { $0.push(late, onto: $0.root) })
        } else {
          root?.state = .running
        }
      }
    }
    await session.launch()
    await withKnownIssue {
      await AppDriver(session).end()
    } matching: { issue in
      if case .expectationFailed = issue.kind { true } else { false }
    }
  }

  /// A screen with a disabled action, an action and a field that take a number.
  private static func home() -> ListScreen {
    func number(_ label: String) -> Field {
      Field("number", label: label, kind: .number(0...5))
    }
    return ListScreen(
      "Home",
      actions: [
        Action("off", title: "Off", disabledReason: "Not now."),
        Action("count", title: "Count", input: number("Count")),
      ], sections: [ContentSection("form", .fields([number("Number")]))])
  }

  /// Shows a list with a notice and two fields, and beside it a form with a field of the same label.
  private static func showColumns(in tab: SoloCoordinator) {
    guard let columns = tab.pushSplit() else { return }
    let list = ListScreen(
      "List",
      sections: [
        ContentSection(
          "search",
          .fields([
            Field("query", label: "Name", kind: .text),
            Field("filter", label: "Filter", kind: .text, value: .text("all")),
          ]))
      ])
    list.content.notice = Notice("Two books.")
    let form = EditScreen("Form", sections: [section(nil)])
    form.onPerform = { [weak form] _, input in
      guard case .field(_, let value) = input else { return }
      form?.content.sections = [Self.section(value)]
      form?.content.notice = Notice("Renamed.")
    }
    tab.push(list, on: columns.primary)
    tab.push(form, on: columns.secondary)
  }

  /// Shows two screens side by side that differ only in their titles.
  private static func showAlike(in tab: SoloCoordinator, _ journal: Journal) {
    guard let columns = tab.pushSplit() else { return }
    for (name, column) in [("left", columns.primary), ("right", columns.secondary)] {
      let field = Field("field", label: "Field \(name)", kind: .text)
      let screen = ListScreen(
        name, actions: [Action("open", title: "Open \(name)")],
        sections: [
          ContentSection("rows", .rows([Row("row", title: "Row \(name)")])),
          ContentSection("form", .fields([field])),
        ]
      ) { action, _ in journal.write("\(name) \(action)") }
      tab.push(screen, on: column)
    }
  }

  private static func section(_ value: FieldValue?) -> ContentSection {
    ContentSection("form", .fields([Field("name", label: "Name", kind: .text, value: value)]))
  }
}

/// A step that the first screen does not allow.
private enum Misstep: CaseIterable {
  case action, row, field, tab, disabledAction, input, value, back, close, link, noLink, expired

  /// The beginning of the issue.
  var problem: String {
    switch self {
    case .action: "There is no action “nowhere”."
    case .row: "There is no row “nowhere”."
    case .field: "There is no field “nowhere”."
    case .tab: "There is no tab “nowhere”; tabs: [Solo]."
    case .disabledAction: "“tap Off” was answered by disabled"
    case .input: "“many” isn't valid input for “Count”: "
    case .value: "“many” isn't a value for “Number”: "
    case .back: "There is nothing to leave by “back”."
    case .close: "There is nothing to leave by “close”."
    case .link: "“example://nowhere” was refused: noPage."
    case .noLink: "“nowhere” isn't a link: malformed"
    case .expired: "“Solo” was not selected."
    }
  }

  @MainActor func take(with app: AppDriver) async {
    switch self {
    case .action: await app.tap("nowhere")
    case .row: await app.choose("nowhere")
    case .field: await app.fill("nowhere", "1")
    case .tab: await app.tab("nowhere")
    case .disabledAction: await app.tap("Off")
    case .input: await app.tap("Count", "many")
    case .value: await app.fill("Number", "many")
    case .back: await app.back()
    case .close: await app.close()
    case .link: await app.open("example://nowhere")
    case .noLink: await app.open("nowhere")
    case .expired:
      await app.session.context.currentOwner.signIn("ada", expires: .distantPast)
      // The session has expired: the app starts again instead.
      await app.tab("Solo")
    }
  }
}
