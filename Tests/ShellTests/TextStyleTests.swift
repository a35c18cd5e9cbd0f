import Core
import Services
import Testing

@testable import Shell

@Suite("Styles of text")
struct TextStyleTests {
  @Test(
    "Each style has its own colour",
    arguments: [
      (TextStyle.plain, nil), (.title, "1"), (.heading, "1;36"), (.quiet, "2"), (.chosen, "1;32"),
      (.done, "32"), (.problem, "31"),
    ] as [(TextStyle, String?)])
  func colours(style: TextStyle, parameters: String?) {
    #expect(style.parameters == parameters)
  }

  @Test("A primary action has the style of a title, a destructive one the colour of a problem")
  func actions() {
    let actions = [
      Action("save", title: "Save", role: .primary),
      Action("delete", title: "Delete", role: .destructive),
      Action("skip", title: "Skip"),
    ]
    let content = ScreenContent(title: "Edit", notice: Notice("Saved."), actions: actions)
    let text = TextRenderer(width: 60, color: true).screen(.screen(content))
    #expect(text.contains("\u{1B}[1msave\u{1B}[0m  \u{1B}[31mdelete\u{1B}[0m  skip\n"), "\(text)")
    #expect(text.contains("\u{1B}[32m"), "the notice")
  }
}
