import Services
import Core
import TestKit
import Testing

@Suite("Input is checked before it reaches a screen")
@MainActor struct ActionInputTests {
  private static let option = Field.Option("red", title: "Red")
  private static let fields = [
    Field("text", label: "Text", kind: .text), Field("secret", label: "Secret", kind: .secure),
    Field("rating", label: "Rating", kind: .number(0...5)),
    Field("colour", label: "Colour", kind: .choice([option])),
    Field("day", label: "Day", kind: .date),
  ]

  private func form(_ body: @MainActor (Toy, AppSession) async throws -> Void) async throws {
    try await withToy { toy, app in
      let actions = [
        Action("plain", title: "Plain"),
        Action("rate", title: "Rate", input: Self.fields[2]),
        Action("off", title: "Off", disabledReason: "not now"),
      ]
      let screen = EditScreen(
        "form", actions: actions, sections: [ContentSection("f", .fields(Self.fields))]
      ) { action, _ in toy.journal.write("\(action)") }
      try toy.tab().startChild(Flow<Int>("form", screen: screen))
      try await body(toy, app.session)
    }
  }

  @Test("Values of a field's kind within its bounds are accepted, and so is clearing it")
  func taken() async throws {
    let day = try #require(CalendarDate("2026-11-20"))
    let values: [(Field.ID, FieldValue)] = [
      ("text", .text("a")), ("secret", .secret(Secret("a"))), ("rating", .number(5)),
      ("colour", .choice("red")), ("day", .date(day)),
    ]
    try await form { toy, session in
      for (field, value) in values {
        #expect(await session.fill(field, value) == .performed)
        #expect(await session.fill(field, nil) == .performed)
      }
      #expect(toy.journal.lines == Array(repeating: "fill", count: values.count * 2))
    }
  }

  @Test("An action may be named like the filling of a field, and may start a flow")
  func actionNamedFill() async throws {
    try await withToy { toy, app async throws in
      let screen = EditScreen("form", actions: [Action("fill", title: "Fill in")]) { _, _ in
        let flow = Flow<Int>("child", screen: ListScreen("Child"))
        _ = try? await toy.tab().run(flow, .present)
      }
      try toy.tab().startChild(Flow<Int>("form", screen: screen))
      await app.session.settle()
      #expect(await app.session.perform("fill") == .performed)
      #expect(app.title == "Child")
    }
  }

  @Test("Fields are filled while an action that is named like that runs", .timeLimit(.minutes(60)))
  func filledMeanwhile() async throws {
    let (running, filled) = (Gate(), Gate())
    filled.open()
    try await withToy { toy, app async throws in
      let field = Field("text", label: "Text", kind: .text)
      let screen = EditScreen(
        "form", actions: [Action("fill", title: "Fill in")],
        sections: [ContentSection("f", .fields([field]))]
      ) { _, input in
        await (input == .none ? running : filled).wait()
      }
      try toy.tab().startChild(Flow<Int>("form", screen: screen))
      let action = Task { await app.session.perform("fill") }
      await running.arrived()
      let filling = Task { await app.session.fill("text", .text("a")) }
      await filled.arrived()
      running.open()
      #expect(await filling.value == .performed)
      #expect(await action.value == .performed)
    }
  }

  @Test("A text's length is counted in characters, however many bytes they have")
  func length() async throws {
    let limit = FieldKind.maximumTextLength
    try await form { _, session in
      let longest = String(repeating: "я", count: limit)
      #expect(await session.fill("text", .text(longest)) == .performed)
      #expect(
        await session.fill("text", .text(longest + "я")) == .invalid(.tooLong(limit: limit)))
    }
  }

  @Test("Values of another kind or outside a field's bounds never reach the screen")
  func refused() async throws {
    let long = String(repeating: "a", count: FieldKind.maximumTextLength + 1)
    let values: [(Field.ID, FieldValue, InputProblem)] = [
      ("text", .number(1), .unexpected), ("secret", .text("a"), .unexpected),
      ("secret", .filled, .unexpected), ("day", .text("2026-11-20"), .unexpected),
      ("text", .text(long), .tooLong(limit: FieldKind.maximumTextLength)),
      ("text", .text("two\nlines"), .severalLines), ("text", .text("a\n"), .severalLines),
      ("rating", .number(6), .outOfRange(0...5)), ("rating", .number(.min), .outOfRange(0...5)),
      ("colour", .choice("blue"), .noSuchOption(["Red"])),
    ]
    try await form { toy, session in
      for (field, value, problem) in values {
        #expect(await session.fill(field, value) == .invalid(problem))
      }
      #expect(toy.journal.lines.isEmpty)
    }
  }

  @Test("An invalid request is answered with the reason")
  func answers() async throws {
    try await form { toy, session in
      #expect(await session.perform("missing") == .unknown)
      #expect(await session.perform("off") == .disabled("not now"))
      #expect(await session.perform("plain", .value(.number(1))) == .invalid(.unexpected))
      #expect(await session.perform("rate") == .invalid(.missing))
      #expect(await session.perform("rate", .value(.number(9))) == .invalid(.outOfRange(0...5)))
      #expect(await session.perform("rate", .value(.text("5"))) == .invalid(.unexpected))
      #expect(await session.perform("plain", .row("a")) == .invalid(.unexpected))
      #expect(await session.select("no such row") == .unknown)
      #expect(await session.fill("no such field", .text("a")) == .unknown)
      #expect(toy.journal.lines.isEmpty)
      #expect(await session.perform("rate", .value(.number(5))) == .performed)
      #expect(toy.journal.lines == ["rate"])
    }
  }
}
