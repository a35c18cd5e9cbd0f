import Core
import Observation
import Services
import TestKit
import Testing

@Suite("Actions and fields beside what they do") @MainActor struct ScreenActionTests {
  @Observable final class NoteViewModel {
    var text = ""
    var stars: Int?
    var isClosed = false
    var selected: [Row.ID] = []
  }

  /// A screen of each kind of action and field.
  final class NoteScreen: ModelScreen {
    let viewModel: NoteViewModel

    init(_ viewModel: NoteViewModel) { self.viewModel = viewModel }

    var content: ScreenContent {
      ScreenContent(
        title: "Note",
        sections: [
          ContentSection("note", .fields(fields.map(\.field))),
          ContentSection("rows", .rows([Row("one", title: "One")])),
        ], actions: actions.map(\.action))
    }
  }

  private func note(
    _ body: @MainActor (NoteViewModel, AppSession) async throws -> Void
  ) async throws {
    try await withToy { toy, app in
      let viewModel = NoteViewModel()
      try toy.tab().startChild(Flow<Int>("note", screen: NoteScreen(viewModel)))
      try await body(viewModel, app.session)
    }
  }

  @Test("An action does what it is declared with, and is given its input")
  func actions() async throws {
    try await note { viewModel, session in
      #expect(await session.perform("rate", .value(.number(4))) == .performed)
      #expect(viewModel.stars == 4)
      #expect(!viewModel.isClosed)
      #expect(await session.perform("close") == .disabled("Write a note first."))
      #expect(await session.fill("text", .text("Sand.")) == .performed)
      #expect(await session.perform("close") == .performed)
      #expect(viewModel.isClosed)
    }
  }

  @Test("A value goes where its field is declared to put it")
  func fields() async throws {
    try await note { viewModel, session in
      #expect(await session.fill("text", .text("Sand.")) == .performed)
      #expect(viewModel.text == "Sand.")
      #expect(await session.fill("other", .text("Spice.")) == .performed)
      #expect(viewModel.text == "Sand.")
      #expect(await session.fill("text", nil) == .performed)
      #expect(viewModel.text == "")
    }
  }

  @Test("A row is selected by its identifier; no action is performed")
  func rows() async throws {
    try await note { viewModel, session in
      #expect(await session.select("one") == .performed)
      #expect(viewModel.selected == ["one"])
      #expect(viewModel.stars == nil)
      #expect(await session.select("two") == .unknown)
    }
  }

  @Test("A view model that outlives its screen is named as a leak")
  func leak() async throws {
    let toy = Toy()
    let session = toy.session()
    await session.launch()
    let viewModel = NoteViewModel()
    try toy.tab().startChild(Flow<Int>("note", screen: NoteScreen(viewModel)))
    #expect(session.leaks.isEmpty)
    await session.back()
    #expect(session.leaks.map(\.subject) == [.model(of: "Note")])
    withExtendedLifetime(viewModel) {}
    session.stop()
    await session.settleAll()
  }
}

extension ScreenActionTests.NoteScreen {
  var fields: [ScreenField] {
    [
      ScreenField("text", label: "Text", kind: .text, value: FieldValue(text: viewModel.text)) {
        [viewModel] in viewModel.text = $0.text
      },
      ScreenField("other", label: "Other", kind: .text) { _ in },
    ]
  }

  var actions: [ScreenAction] {
    let stars = Field("stars", label: "Stars", kind: .number(1...5))
    return [
      ScreenAction("rate", title: "Rate", input: stars) { [viewModel] in
        viewModel.stars = $0.number
      },
      ScreenAction(
        "close", title: "Close", role: .destructive,
        disabledReason: viewModel.text.isEmpty ? "Write a note first." : nil
      ) { [viewModel] in viewModel.isClosed = true },
    ]
  }

  func select(_ row: Row.ID) async { viewModel.selected.append(row) }
}
