import Core
import Foundation
import Services
import Testing

@testable import Shell

/// Names of actions that other screens have, or the same one at another time.
@Suite("Actions of other screens")
@MainActor struct ElsewhereTests {
  private static let words = Field("words", label: "Words", kind: .text)

  /// A terminal that has shown a few actions.
  private var context: LineContext {
    var context = LineContext.toy
    let actions = [
      Action("more", title: "More"), Action("rate", title: "Rate", input: Self.words),
      Action("sign-in", title: "Sign in"), Action("discard", title: "Discard"),
    ]
    context.seen.add(.screen(ScreenContent(title: "Before", actions: actions)))
    return context
  }

  private var search: Snapshot {
    .screen(
      ScreenContent(
        title: "Search",
        actions: [Action("search", title: "Search", role: .primary, input: Self.words)]))
  }

  private func form(_ kind: FieldKind) -> Snapshot {
    let field = Field("name", label: "Name", kind: kind)
    return .screen(
      ScreenContent(title: "Form", sections: [ContentSection("form", .fields([field]))]))
  }

  private func message(_ line: String, in snapshot: Snapshot) -> String? {
    do throws(CommandProblem) {
      _ = try Command.parse(line, in: snapshot, with: context)
      return nil
    } catch { return error.message }
  }

  @Test(
    "Where bare words are searched for, another screen's action is refused, with how to search",
    arguments: [
      ("more", "more"), ("More", "More"), ("rate 5", "rate"), ("rate", "rate"),
      ("sign in", "sign in"), ("sign-in", "sign-in"),
    ])
  func searching(line: String, word: String) {
    #expect(
      message(line, in: search)
        == "“\(word)” isn't possible here now. To enter it as text: search \(line)")
  }

  @Test("A topic that help does not know is neither a subcommand nor a value")
  func unknownTopic() {
    var context = context
    context.takesBareValues = true
    context.subcommandUsages = ["help": "Toy help"]
    let plain = Snapshot.screen(ScreenContent(title: "Toys"))
    let text = " To enter it as text: search help sorting"
    for (snapshot, hint) in [(plain, ""), (search, text), (form(.text), "")] {
      let problem = #expect(throws: CommandProblem.self) {
        try Command.parse("help sorting", in: snapshot, with: context)
      }
      #expect(problem?.message == "Unknown command “sorting”. Type help for a list.\(hint)")
    }
  }

  @Test("With words after an action that takes none, a line is a text: “more books”")
  func words() throws {
    for line in ["more books", "Sign in to the sea", "mor"] {
      #expect(
        try Command.parse(line, in: search, with: context)
          == .perform("search", .value(.text(line)), pane: 0))
    }
  }

  @Test(
    "Another screen's action is no value of a form's only field, unless it is an option there"
  )
  func fields() throws {
    #expect(
      message("discard", in: form(.text))
        == "“discard” isn't possible here now. To enter it as text: set name discard")
    #expect(
      message("discard", in: form(.number(1...9)))
        == "“discard” isn't possible here now. Type help for a list.")
    #expect(message("discard", in: form(.secure))?.hasSuffix("Type help for a list.") == true)
    let kind = FieldKind.choice([Field.Option("discard", title: "Discard")])
    #expect(
      try Command.parse("discard", in: form(kind), with: context)
        == .fill("name", .choice("discard"), pane: 0))
    #expect(
      try Command.parse("more books", in: form(.text), with: context)
        == .fill("name", .text("more books"), pane: 0))
  }

  @Test("A usual word for an action is no value of a form's only field, even if it was never seen")
  func usualWords() throws {
    for word in ["start", "Save", "skip"] {
      #expect(
        message(word, in: form(.text))
          == "“\(word)” isn't possible here now. To enter it as text: set name \(word)")
    }
    for name in ["Anna", "anna", "start again", "Done Juan"] {
      #expect(
        try Command.parse(name, in: form(.text), with: context)
          == .fill("name", .text(name), pane: 0))
    }
    #expect(
      try Command.parse("start", in: search, with: context)
        == .perform("search", .value(.text("start")), pane: 0))
  }

  @Test(
    "Another word for an action of the screen is answered with that action, whatever others have",
    arguments: [
      ("delete", "remove"), ("Delete", "remove"), ("delete 4", "remove"), ("finished", "finish"),
      ("login", "sign-in"),
    ])
  func otherNames(line: String, name: String) {
    let delete = Action("delete", title: "Delete my account", role: .destructive)
    var context = context
    context.seen.add(.screen(ScreenContent(title: "Account", actions: [delete])))
    let actions = [
      Action("remove", title: "Remove from library", role: .destructive),
      Action("finish", title: "Move to Read"), Action("sign-in", title: "Sign in"),
    ]
    let book = Snapshot.screen(ScreenContent(title: "Dune", actions: actions))
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse(line, in: book, with: context)
    }
    let word = line.prefix { $0 != " " }
    #expect(problem?.message == "Unknown command “\(word)”. Did you mean “\(name)”?")
  }

  @Test("Beside a search, another word for an action may also be searched for")
  func otherNamesBesideASearch() throws {
    var content = search.panes[0].content
    content.actions.append(Action("remove", title: "Remove", role: .destructive))
    #expect(
      message("Delete", in: .screen(content))
        == "Unknown command “Delete”. Did you mean “remove”? If not: search Delete")
    #expect(
      try Command.parse("delete me", in: .screen(content), with: context)
        == .perform("search", .value(.text("delete me")), pane: 0))
    #expect(
      try Command.parse("delete", in: search, with: context)
        == .perform("search", .value(.text("delete")), pane: 0))
  }

  @Test("The command edit alone is answered with the only action that begins with it")
  func editing() {
    let actions = ["edit-book", "edit-shelf"].map { Action(Identifier($0), title: "Change it") }
    let book = Snapshot.screen(ScreenContent(title: "Dune", actions: [actions[0]]))
    let none = "There are no fields here."
    #expect(message("edit", in: book) == "\(none) Did you mean “edit-book”?")
    #expect(message("edit", in: .screen(ScreenContent(title: "Dune", actions: actions))) == none)
    #expect(message("edit", in: search) == none && message("clear", in: search) == none)
    #expect(message("edit", in: form(.longText)) == "“edit” needs a field: edit FIELD")
  }

  @Test("An action that another tab has is refused, and help explains it")
  func tabs() async {
    let run = await ToyRun(
      "tab account\nplanets\nunlock x\nhelp unlock\nhelp find\n2\nhelp Find\n", ["--keep-going"])
    #expect(run.errors == "line 3: “unlock” isn't possible here now. Type help for a list.\n")
    #expect(run.output.contains("\nunlock SECRET\n  Unlock\n  Not possible here now.\n"))
    #expect(run.output.components(separatedBy: "find TEXT\n  Find…\n").count == 3)
    #expect(run.output.components(separatedBy: "  Not possible here now.\n").count == 3)
  }
}
