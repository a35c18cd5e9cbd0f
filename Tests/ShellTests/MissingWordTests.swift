import Core
import Foundation
import Services
import Testing

@testable import Shell

@Suite("Lines without the command that they need")
@MainActor struct MissingWordTests {
  @Test("A title like “Open City” or “Help Wanted” is answered with how to search for it")
  func titlesAfterOpen() throws {
    let words = Field("words", label: "Words", kind: .text)
    var content = ScreenContent(
      title: "Search",
      actions: [Action("search", title: "Search", role: .primary, input: words)])
    let link = "This is not a link. A link has a scheme, a place and no spaces: toy://planets."
    let none = "No row here contains “Water”, and it isn't a link."
    for (line, message) in [
      ("Open Water", none), ("Open Veins: Five Centuries", link),
      ("h is for hawk", "Unknown command “is for hawk”. Type help for a list."),
      ("help wanted", "Unknown command “wanted”. Type help for a list."),
    ] {
      let problem = #expect(throws: CommandProblem.self) {
        try Command.parse(line, in: .screen(content))
      }
      #expect(problem?.message == "\(message) To enter it as text: search \(line)")
    }
    let rows = ["Blue Water", "Black Water"].map { Row(Row.ID($0), title: $0) }
    content.sections = [ContentSection("rows", .rows(rows))]
    for (line, message) in [
      (
        "Open City",
        "No row here contains “City”, and it isn't a link. To enter it as text: search Open City"
      ),
      (
        "open City",
        "No row here contains “City”, and it isn't a link. To enter it as text: search City"
      ),
      ("Open Water", "“Water” could be row 1 or 2. Type its number."),
      ("open toy:/x", link),
    ] {
      let problem = #expect(throws: CommandProblem.self) {
        try Command.parse(line, in: .screen(content))
      }
      #expect(problem?.message == message)
    }
    #expect(
      try Command.parse("Open blue", in: .screen(content)) == .choose("Blue Water", pane: 0))
  }

  @Test("A link of the app is opened without open, also where a text is searched for")
  func link() throws {
    let words = Field("words", label: "Words", kind: .text)
    let search = Snapshot.screen(
      ScreenContent(
        title: "Search",
        actions: [Action("search", title: "Search", role: .primary, input: words)]))
    let link = Command.open(try DeepLink("toy://planets/Venus"))
    for snapshot in [search, .everything, .screen(ScreenContent(title: "Empty"))] {
      #expect(try Command.parse("toy://planets/Venus ", in: snapshot) == link)
    }
    #expect(
      try Command.parse("TOY://planets", in: search) == .open(try DeepLink("TOY://planets")))
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("toy://planets a b", in: search)
    }
    #expect(problem?.message.hasPrefix("This is not a link.") == true)
    for text in ["other://planets", "toy: a story"] {
      #expect(
        try Command.parse(text, in: search) == .perform("search", .value(.text(text)), pane: 0))
    }
  }

  @Test("Where a text is no value, an unknown line is answered with the app's word that takes text")
  func wordThatTakesText() throws {
    let row = Row("dune", title: "Children of Dune")
    let content = ScreenContent(
      title: "Discover", sections: [ContentSection("rows", .rows([row]))],
      actions: [Action("more", title: "More")])
    func answer(_ line: String, in snapshot: Snapshot) -> String? {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: snapshot) }
      return problem?.message.components(separatedBy: "”. ").last
    }
    let discover = Snapshot.screen(content, tabs: [("discover", "Discover")])
    #expect(answer("agatha christie", in: discover) == "Did you mean “look agatha christie”?")
    #expect(answer("of dune", in: discover) == "Did you mean “open of dune”?")
    #expect(answer("moer", in: discover) == "Did you mean “more”?")
    for title in ["catch-22", "sci-fi"] {
      #expect(answer(title, in: discover) == "Did you mean “look \(title)”?")
    }
    for line in [
      "-x", "Delete", "delete 4", "finished", "Log-in", "remove-selected", "edit-book",
    ] {
      #expect(answer(line, in: discover) == "Type help for a list.")
    }
    // A question, a screen before the tabs, and one with another meaning of the word.
    let question = Snapshot.screen(content, leave: .close, tabs: [("discover", "Discover")])
    var other = content
    other.actions = [Action("look", title: "Look away")]
    for snapshot in [
      question, .screen(content), .screen(other, tabs: [("discover", "Discover")]),
    ] {
      #expect(answer("agatha christie", in: snapshot) == "Type help for a list.")
    }
  }

  @Test("Above the tabs an unknown line is answered with the only action that takes a text")
  func actionThatTakesText() {
    let name = Field("name", label: "Name of the shelf", kind: .text)
    var content = ScreenContent(
      title: "Choose a shelf",
      sections: [ContentSection("rows", .rows([Row("lend", title: "To lend")]))],
      actions: [Action("new", title: "New…", input: name)])
    func answer(_ line: String) -> String? {
      let screen = Snapshot.screen(content, leave: .close, tabs: [("discover", "Discover")])
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: screen) }
      return problem?.message.components(separatedBy: "”. ").last
    }
    #expect(answer("To give away") == "Did you mean “new To give away”?")
    #expect(answer("sci-fi 2") == "Did you mean “new sci-fi 2”?")
    #expect(answer("sci-fi") == "Did you mean “new sci-fi”?")
    #expect(answer("to lend") == "Did you mean “open to lend”?")
    #expect(answer("save") == "Type help for a list.")
    content.actions.append(Action("note", title: "Add a note", input: name))
    #expect(answer("To give away") == "Type help for a list.")
  }

  @Test("One word is a mistyped command rather than a part of a title, and several words a title")
  func order() {
    let rows = ["Hello, Qui Nhon", "Home", "The Moer"].map { Row(Row.ID($0), title: $0) }
    let input = Field("day", label: "Day", kind: .text)
    let content = ScreenContent(
      title: "Discover", sections: [ContentSection("rows", .rows(rows))],
      actions: [Action("more", title: "More"), Action("rate", title: "Rate", input: input)])
    let discover = Snapshot.screen(content, tabs: [("discover", "Discover")])
    for (line, command) in [
      ("hel", "help"), ("qui", "quit"), ("hom", "home"), ("moer", "more"), ("nhon", "open nhon"),
      ("the moer", "open the moer"), ("let the right one in", "look let the right one in"),
      ("raet 5", "rate"), ("loko venus", "look"), ("opne x", "open"),
    ] {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: discover) }
      #expect(problem?.message.hasSuffix(" Did you mean “\(command)”?") == true, "\(line)")
    }
  }

  @Test("The words sign in are the app's word on other screens, and log in is answered with it")
  func logInElsewhere() throws {
    var context = LineContext.toy
    context.shortcuts.append(
      Shortcut("sign-in", explanation: "Goes to the account.", link: "toy://account"))
    for line in ["log in", "login", "Log-in"] {
      let problem = #expect(throws: CommandProblem.self) {
        try Command.parse(line, in: .screen(ScreenContent(title: "Toys")), with: context)
      }
      #expect(problem?.message == "Unknown command “\(line)”. Did you mean “sign-in”?")
    }
    let account = Command.open(try DeepLink("toy://account"))
    let actions = [Action("sign-out", title: "Sign out"), Action("again", title: "Sign in again")]
    context.seen.add(
      .screen(ScreenContent(title: "Guest", actions: [Action("sign-in", title: "Sign in")])))
    for line in ["sign in", "Sign  In ", "sign-in"] {
      for count in [0, 1] {
        let visible = Array(actions.prefix(count))
        let snapshot = Snapshot.screen(ScreenContent(title: "Toys", actions: visible))
        #expect(try Command.parse(line, in: snapshot, with: context) == account)
      }
    }
    // The beginning of an action's title comes first.
    #expect(
      try Command.parse(
        "sign in", in: .screen(ScreenContent(title: "Toys", actions: actions)), with: context)
        == .perform("again", .none, pane: 0))
  }

  @Test("The words log in and log out are answered with the screen's own words for them")
  func logIn() {
    let content = ScreenContent(title: "Guest", actions: [Action("sign-in", title: "Sign in")])
    for (line, message) in [
      ("log in", "Unknown command “log in”. Did you mean “sign-in”?"),
      ("Log In ", "Unknown command “Log In”. Did you mean “sign-in”?"),
      ("log out", "Unknown argument “out”. Did you mean “log warnings”?"),
    ] {
      let problem = #expect(throws: CommandProblem.self) {
        try Command.parse(line, in: .screen(content))
      }
      #expect(problem?.message == message)
    }
  }
}
