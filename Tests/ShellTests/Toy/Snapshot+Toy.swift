import Services
@testable import Core

extension Snapshot {
  /// Creates a snapshot of one screen.
  static func screen(
    _ content: ScreenContent, kind: ScreenKind = "Toy", leave: Header.Leave = .none,
    tabs: [(TabID, String)] = []
  ) -> Snapshot {
    Snapshot(
      panes: [Pane(kind: kind, header: Header(leave: leave), content: content)],
      tabs: tabs.enumerated().map { Tab(id: $1.0, title: $1.1, isSelected: $0 == 0) },
      layers: leave == .close ? 1 : 0)
  }

  /// Creates a snapshot of two screens side by side.
  static func split(_ first: ScreenContent, _ second: ScreenContent) -> Snapshot {
    Snapshot(
      panes: [
        Pane(kind: "First", header: Header(leave: .none), content: first),
        Pane(kind: "Second", header: Header(leave: .back), content: second),
      ], tabs: [], layers: 0)
  }

  /// A screen with two rows, a form, many actions and two tabs.
  static var everything: Snapshot {
    .screen(
      ScreenContent(
        title: "Everything",
        sections: [
          ContentSection("rows", .rows([Row("a", title: "First"), Row("b", title: "Second")])),
          ContentSection(
            "form",
            .fields([
              Field("name", label: "Full name", kind: .text),
              Field("note", label: "Note", kind: .longText),
              Field("pages", label: "Pages", kind: .number(1...10)),
              Field(
                "shelf", label: "Shelf",
                kind: .choice([
                  Field.Option("read", title: "Read"), Field.Option("reading", title: "Reading"),
                ])),
              Field("begun", label: "Begun on", kind: .date),
              Field("pin", label: "PIN", kind: .secure),
            ])),
        ],
        actions: [
          Action("search", title: "Search…", input: Field("q", label: "Query", kind: .text)),
          Action("sort", title: "Sort by title"),
          Action("add", title: "Add"),
          Action("add-book", title: "Add book", input: Field("t", label: "Title", kind: .text)),
          Action("home", title: "House"),
          Action("buy", title: "Buy", disabledReason: "The shop is closed."),
        ]),
      tabs: [("planets", "Planets"), ("account", "My account")])
  }
}
