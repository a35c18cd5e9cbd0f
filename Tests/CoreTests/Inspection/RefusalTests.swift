import Inspection
import Services
@testable import Core
import TestKit
import Testing

@Suite("Invalid input is sent, and must change nothing")
@MainActor struct RefusalTests {
  private static let red = Field.Option("red", title: "Red")

  @Test("A field is sent a value of another kind and values outside its bounds")
  func fields() async throws {
    let line = String(repeating: "a", count: FieldKind.maximumTextLength + 1)
    let text = String(repeating: "a", count: FieldKind.maximumLongTextLength + 1)
    let values: [(FieldKind, [FieldValue])] = [
      (.text, [.number(0), .text(line)]), (.email, [.number(0), .text(line)]),
      (.longText, [.number(0), .text(text)]),
      (.secure, [.text("no secret"), .filled, .secret(Secret(line))]),
      (.number(0...5), [.text("5"), .number(-1), .number(6)]),
      (.number(Int.min...Int.max), [.text("5")]),
      (.choice([Self.red]), [.text("5"), .choice("no such option")]),
      (.date, [.text("2026-02-30")]),
    ]
    for (kind, refused) in values {
      let field = Field("field", label: "Field", kind: kind)
      let session = Self.session { .init(title: "Form", sections: [.init("f", .fields([field]))]) }
      await session.launch()
      let steps = session.snapshot.refusals
      #expect(
        steps == [Self.noRow] + refused.map { .refused(.fill, .field("field", $0)) }, "\(kind)")
      for step in steps { #expect(await session.problems(with: step) == [], "\(step)") }
      session.stop()
    }
  }

  @Test("An action is sent no input, unexpected input, and invalid input")
  func actions() async throws {
    let session = Self.session {
      ScreenContent(
        title: "List",
        actions: [
          Action("plain", title: "Plain"), Action("off", title: "Off", disabledReason: "not now"),
          Action("day", title: "Day", input: Field("day", label: "Day", kind: .date)),
        ])
    }
    await session.launch()
    let steps = session.snapshot.refusals
    #expect(
      steps == [
        Self.noRow, .refused("plain", .value(.number(0))),
        .refused("plain", .row("no such row")), .refused("off", .none), .refused("day", .none),
        .refused("day", .value(.text("2026-02-30"))),
      ])
    for step in steps { #expect(await session.problems(with: step) == [], "\(step)") }
    session.stop()
  }

  @Test("A step describes the invalid input in one line")
  func descriptions() {
    let long = String(repeating: "a", count: 501)
    let steps: [Step] = [
      Self.noRow, .refused("rate", .none), .refused("rate", .value(.number(6))),
      .refused(.fill, .field("name", .text(long))), .refused(.fill, .field("name", nil)),
    ]
    #expect(
      steps.map(\.description) == [
        "give select the row no such row, to be refused", "give rate nothing, to be refused",
        "give rate number(6), to be refused",
        "give name a text of 501 characters, to be refused", "give name nothing, to be refused",
      ])
  }

  @Test("The crawler finds a field that accepts a value it should refuse")
  func wrongKind() async throws {
    // Its kind differs at each snapshot.
    let fickle = { @MainActor () -> AppSession in
      var looks = 0
      return Self.session {
        looks += 1
        let kind: FieldKind = looks.isMultiple(of: 2) ? .text : .number(0...5)
        let field = Field("field", label: "Field", kind: kind)
        return ScreenContent(
          title: "Form", sections: [ContentSection("f", .fields([field]))],
          actions: .named("stay"))
      }
    }
    await #expect(throws: Crawler.Problem.self) { _ = try await Crawler(make: fickle).crawl() }
  }

  @Test("The crawler finds refused input that leads to another state")
  func otherState() async {
    let crawler = Crawler {
      var looks = 0
      var home = Feature.solo { $0.push(ListScreen("List", actions: .named("stay"))) }
      home.contributions += [
        SessionFacts {
          looks += 1
          return ["look \(looks)"]
        }
      ]
      return AppSession(context: .test(), features: [home])
    }
    let problem = await #expect(throws: Crawler.Problem.self) { _ = try await crawler.crawl() }
    #expect(problem == .notRefused(["“\(Self.noRow)” led to another state"], after: []))
  }

  @Test("A screen that changes although its input was refused is found")
  func changes() async throws {
    var looks = 0
    let session = Self.session {
      looks += 1
      return ScreenContent(title: "Look \(looks)")
    }
    await session.launch()
    let problems = await session.problems(with: Self.noRow)
    #expect(problems == ["“\(Self.noRow)” changed what is shown"])
    session.stop()
  }

  @Test("Work that is left over from refused input is found")
  func work() async throws {
    let gate = Gate()
    var looks = 0
    let session = AppSession.solo { tab in
      tab.push(
        ComputedScreen { [weak tab] in
          looks += 1
          if looks > 1 { tab?.performInBackground("work") { await gate.wait() } }
          return ScreenContent(title: "List")
        })
    }
    await session.launch()
    #expect(await session.problems(with: Self.noRow) == ["“\(Self.noRow)” left work"])
    gate.open()
    session.stop()
    await session.activity.settleAll()
  }

  @Test("An action that is no longer offered is not performed")
  func notOffered() async throws {
    try await withToy { toy, app in
      var wasPerformed = false
      let field = Field("name", label: "Name", kind: .text)
      let form = EditScreen("Form", sections: [ContentSection("f", .fields([field]))]) { _, _ in
        wasPerformed = true
      }
      try toy.tab().startChild(Flow<Int>("form", screen: form))
      let rightHere = Step.refused(.fill, .field("name", .text("5")))
      #expect(await app.session.problems(with: rightHere) == [])
      await app.session.take(rightHere)
      #expect(!wasPerformed)
    }
  }

  private static let noRow = Step.refused(.select, .row("no such row"))

  private static func session(_ content: @escaping () -> ScreenContent) -> AppSession {
    .solo { $0.push(ComputedScreen(content)) }
  }
}

/// A screen whose content is computed at each access.
private final class ComputedScreen: Screen {
  private let make: () -> ScreenContent

  init(_ make: @escaping () -> ScreenContent) {
    self.make = make
  }

  var content: ScreenContent { make() }
  func perform(_ action: Action.ID, _ input: ActionInput) async {}
}
