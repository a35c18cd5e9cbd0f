import Services
import Testing

@testable import Core
@testable import Shell

@Suite("Text renderer")
struct TextRendererTests {
  private func text(_ snapshot: Snapshot, width: Int = 40, color: Bool = false) -> String {
    TextRenderer(width: width, color: color).screen(snapshot)
  }

  @Test("Rows align in columns and are numbered across sections, with wide and right-to-left text")
  func rows() {
    let content = ScreenContent(
      title: "Books",
      sections: [
        ContentSection(
          "a", title: "One",
          .rows([
            Row("1", title: "源氏物語", detail: "1008", badge: "read"),
            Row("2", title: "ليلى", detail: "900", isSelected: true),
            Row("3", title: "e\u{301}e\u{301}", detail: "👨‍👩‍👧‍👦", badge: "new"),
          ])),
        ContentSection(
          "b", title: "Two",
          .rows([Row("4", title: "A title that is longer than a line may be", detail: "1999")])),
      ])
    #expect(
      text(.screen(content)) == """
        Books

        One
          1   源氏物語  1008  [read]
          2 • \u{2068}ليلى\u{2069}      900
          3   e\u{301}e\u{301}        👨‍👩‍👧‍👦    [new]

        Two
          4   A title that is longer than a line
              may be
              1999

        """)
  }

  @Test("Fields are listed with their options and problems, and a secret as bullets")
  func fields() {
    let content = ScreenContent(
      title: "Edit",
      sections: [
        ContentSection(
          "f",
          .fields([
            Field("a", label: "Name", kind: .text, value: .text("Ada\nLovelace")),
            Field("b", label: "Mail", kind: .email, placeholder: "you@example.org"),
            Field(
              "c", label: "Password", kind: .secure, value: .filled, problem: "It is too short."),
            Field(
              "d", label: "Shelf",
              kind: .choice([Field.Option("x", title: "Read"), Field.Option("y", title: "New")]),
              value: .choice("y")),
            Field("e", label: "Pages", kind: .number(0...9000), value: .number(1024)),
            Field("g", label: "Begun", kind: .date),
          ]))
      ],
      actions: [
        Action("save", title: "Save", role: .primary),
        Action("find", title: "Find…", input: Field("q", label: "Q", kind: .text)),
        Action("sell", title: "Sell", disabledReason: "No."),
      ])
    #expect(
      text(.screen(content, leave: .close)) == """
        Edit                             × close

          Name:      Ada
                     Lovelace
          Mail:      — (you@example.org)
          Password:  ••••••••
                     ! It is too short.
          Shelf:     New  (Read | New)
          Pages:     1024
          Begun:     —

        › save  find…  (sell)

        """)
  }

  private func languages(_ count: Int) -> Snapshot {
    let options = (1...count).map { Field.Option(Field.Option.ID("l\($0)"), title: "L\($0)") }
    let field = Field("l", label: "Language", kind: .choice(options), value: .choice("l1"))
    return .screen(
      ScreenContent(title: "Edit", sections: [ContentSection("f", .fields([field]))]))
  }

  @Test("A long list of options shows the first few, and help set lists them all")
  func manyOptions() {
    #expect(
      text(languages(60), width: 100) == """
        Edit

          Language:  L1  (L1 | L2 | L3 | L4 | L5 | L6 | L7 | L8 | and 52 more; help set lists them)

        """)
    #expect(text(languages(9), width: 100).contains("| L8 | L9)"))
    #expect(text(languages(10), width: 100).contains("| L8 | and 2 more; help set lists them)"))

    let lines = HelpText(snapshot: languages(60)).lines(about: .word(.set))
    let help = TextRenderer(width: 80).answer(lines).split(separator: "\n").map(String.init)
    #expect(
      help.dropFirst(2).first
        == "  Language: L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12, L13, L14, L15,")
    #expect(help.last?.hasPrefix("    L") == true && help.last?.hasSuffix("L60") == true)
  }

  @Test("All other kinds of content are drawn")
  func others() {
    let content = ScreenContent(
      title: "Statistics", subtitle: "This year",
      status: .offline(message: "The network is away.", retry: "again"),
      notice: Notice("Saved."),
      sections: [
        ContentSection("a", .picture(Picture(source: nil, alternative: "A cover"))),
        ContentSection("b", .progress(LoadingProgress(label: "Import", fraction: 0.5))),
        ContentSection(
          "c", title: "Months",
          .chart(
            BarChart(
              unit: "books",
              points: [
                BarChart.Point(label: "一月", value: 10), BarChart.Point(label: "Feb", value: 2.5),
                BarChart.Point(label: "March", value: 0),
              ]))),
        ContentSection("d", title: "Empty", .rows([])),
        ContentSection("e", .text("First.\n\nSecond, which is long enough to be wrapped.")),
      ])
    #expect(
      text(.screen(content, leave: .back, tabs: [("a", "One"), ("b", "Two")]))
        == """
        [One]   Two

        Statistics                        ‹ back
        This year

        ✓ Saved.

        ! The network is away.
          Try again: again

        [A cover]

        Import
        ███████████████░░░░░░░░░░░░░░░  50%

        Months · books
          一月    10  ██████████████████████████
          Feb    2.5  ██████▌
          March    0

        Empty

        First.

        Second, which is long enough to be
        wrapped.

        """)
  }

  @Test("Two screens are drawn side by side, or stacked if there is no room")
  func split() {
    let first = ScreenContent(
      title: "List", sections: [ContentSection("r", .rows([Row("x", title: "東京")]))])
    let second = ScreenContent(
      title: "Tokyo", sections: [ContentSection("r", .rows([Row("y", title: "Tower")]))],
      actions: [Action("go", title: "Go")])
    let wide = text(.split(first, second), width: 75)
    #expect(
      wide == """
        List                         │ Tokyo                                 ‹ back
                                     │
          1   東京                   │   2   Tower
                                     │
                                     │ › go

        """)
    #expect(!text(.split(first, second), width: 50).contains("│"))
  }

  @Test("Each status has a message")
  func statuses() {
    func status(_ status: ContentStatus) -> String {
      text(.screen(ScreenContent(title: "T", status: status)))
    }
    #expect(status(.idle) == "T\n")
    #expect(status(.loading(nil)) == "T\n\n… Loading\n")
    #expect(status(.empty(message: "Nothing yet.")) == "T\n\nNothing yet.\n")
    #expect(status(.failed(message: "No.", retry: nil)) == "T\n\n! No.\n")
    #expect(text(Snapshot(panes: [], tabs: [], layers: 0)) == "Nothing is shown.\n")
  }

  @Test("Colours add control sequences and change nothing else")
  func color() throws {
    let plain = text(.everything)
    let colored = text(.everything, color: true)
    #expect(colored.contains("\u{1B}[1mEverything\u{1B}[0m"))
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.replacing(try Regex("\u{1B}\\[[0-9;]*m"), with: "") == plain)
  }

  @Test("No line is wider than the screen, and no text from outside controls the terminal")
  func bounds() {
    let evil = "\u{1B}[31m\u{202E}a\u{9B}2J\r\nb\tc\u{7}" + String(repeating: "漢", count: 60)
    let bells = String(repeating: "\u{7}", count: 18)
    let points = [
      BarChart.Point(label: evil, value: 1e300), BarChart.Point(label: "b", value: -1),
    ]
    let field = Field("f", label: evil, kind: .text, value: .text(evil), problem: evil)
    let rows = [
      Row("r", title: evil, detail: evil, badge: evil), Row("s", title: "seventy", badge: evil),
    ]
    let content = ScreenContent(
      title: evil, subtitle: evil, status: .failed(message: evil, retry: Action.ID(evil)),
      notice: Notice(evil, tone: .problem),
      sections: [
        ContentSection("r", title: evil, .rows(rows)),
        ContentSection("f", title: evil, .fields([field])), ContentSection("t", .text(evil)),
        ContentSection("p", .picture(Picture(source: nil, alternative: evil))),
        ContentSection("g", .progress(LoadingProgress(label: evil, fraction: 1))),
        ContentSection("h", .progress(LoadingProgress(label: "a\u{7}\u{7}b", fraction: 0.5))),
        ContentSection("u", title: "U", .chart(BarChart(unit: bells, points: points))),
        ContentSection("c", title: evil, .chart(BarChart(unit: evil, points: points))),
      ],
      actions: [Action(Action.ID("x"), title: evil), Action("y", title: evil)])
    for width in stride(from: 20, through: 130, by: 11) {
      for snapshot in [
        Snapshot.screen(content, leave: .back, tabs: [("a", evil), ("b", evil)]),
        .split(content, content),
      ] {
        let text = text(snapshot, width: width)
        let widest = text.split(separator: "\n").map { String($0).displayWidth }.max() ?? 0
        #expect(widest <= width)
        let controls = text.unicodeScalars.filter {
          $0.value < 0x20 && $0 != "\n" || 0x7F...0x9F ~= $0.value || $0.value == 0x202E
        }
        #expect(controls.isEmpty)
      }
    }
  }
}
