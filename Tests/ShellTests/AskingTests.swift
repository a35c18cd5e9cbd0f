import Terminal
import Core
import Foundation
import Services
import Testing

@testable import Shell

/// Answers prompts like a user at a terminal.
@Suite("Prompts of fields")
@MainActor struct AskingTests {
  private let services = ToyServices()

  private func talk(_ lines: String..., end: [InputLine] = []) async -> String {
    let run = await ToyRun(
      typing: lines.map(InputLine.text) + end, ["--width", "120"], services: services)
    #expect(run.status == 0 && run.errors == "")
    return run.output
  }

  @Test("A missing input is asked for with a hint, which is not repeated")
  func asking() async {
    let text = await talk("find", "us", "find", "er")
    let hint = "Ctrl-C cancels. Commands need a colon here, such as :help or :quit."
    #expect(text.contains("Planets> \(hint)\nText: [Planets]"))
    #expect(text.contains("Planets> Text: [Planets]"))
    #expect(text.contains("1   Venus\n"))
  }

  @Test("Enter takes the value in brackets, and without one the question is cancelled")
  func brackets() async {
    let text = await talk("open toy://moons", "order", "1", "order", "", "home", "find", "")
    #expect(
      text.contains("Enter takes the value in brackets, Ctrl-C cancels. Commands need a colon"))
    #expect(text.contains("Order (1 By name, 2 By size) [By size]: [Planets]"))
    #expect(text.contains("Order (1 By name, 2 By size) [By name]: [Planets]"))
    #expect(text.components(separatedBy: "Ordered by name.").count == 3)
    #expect(text.contains("\nText: Cancelled.\n"))
  }

  @Test("A hyphen at an action's prompt is a text without a value, and no option of a choice")
  func hyphen() async {
    let text = await talk("find", "-", "open toy://moons", "order", "-", "1")
    #expect(text.contains("\nText: [Planets]") && !text.contains("Cancelled."))
    #expect(text.contains("Order: Choose one of: By name, By size.\nOrder (1 By name"))
    #expect(text.contains("Ordered by name."))
  }

  @Test("Enter walks through the fields, and asks again after an invalid value")
  func walk() async {
    let text = await talk("2", "edit", "", "Warm", "7", "5", "save")
    #expect(
      text.contains(
        """
        Enter walks through the fields, then type save.
        Planets › Venus › Note> \
        Enter keeps a value, - empties it, Ctrl-C stops. \
        Commands need a colon here, such as :help or :quit.
          My note (text; \\n starts a new line): \
          Stars (a number from 1 to 5): Stars: Enter a number from 1 to 5.
          Stars (a number from 1 to 5): Note
        """))
    #expect(text.contains("Warm\n"))
    #expect(text.hasSuffix("Planets › Venus> \n"))
  }

  @Test("A hyphen empties a field, at its prompt and in the walk")
  func emptying() async {
    services.notes["Venus"] = "Cold"
    let text = await talk("2", "edit", "set note", "-", "set stars 4", "", "", "-")
    #expect(text.contains("My note (text; \\n starts a new line) [Cold]: "))
    #expect(text.contains("  My note (text; \\n starts a new line):   Stars"))
    #expect(text.contains("[4]: Note"))
    #expect(text.components(separatedBy: "Stars:    —").count == 4)
  }

  @Test("A command after a colon is run at the prompt of a field, and :help explains the field")
  func commands() async {
    let text = await talk("2", "edit", "", ":help", "Warm", ":where", "set stars", ":show", ":quit")
    #expect(text.contains("My note: text; \\n starts a new line\n"))
    #expect(text.contains("Planets › Venus › Note\n  save"))
    #expect(services.notes.isEmpty)
    #expect(text.contains("Discard it?"))
  }

  @Test("At each prompt, :help names the keys of that prompt")
  func helpAtPrompts() async {
    let order = await talk("open toy://moons", "order", ":help", "")
    let action = "Enter takes the value in brackets, Ctrl-C cancels. Commands need a colon here"
    #expect(order.contains("Order: By name, By size\n\n\(action)"))
    #expect(!order.contains("empties it"))
    let stars = await talk("home", "2", "edit", "set stars", ":help", "4")
    let field = "Enter keeps the value, - empties it, Ctrl-C cancels. Commands need a colon here"
    #expect(stars.contains("Stars: a number from 1 to 5\n\n\(field)"))
    let walk = await talk("home", "2", "edit", "", ":help", "Warm", "4")
    #expect(walk.contains("starts a new line\n\nEnter keeps a value, - empties it, Ctrl-C stops."))
  }

  @Test("The answer of :help at a prompt has the example that the prompt has")
  func helpWithExample() {
    let field = Field("at", label: "Progress", kind: .text, placeholder: "120 or 40%")
    #expect(
      AskingHint.help(field, "Ctrl-C cancels.") == [
        "Progress: text (120 or 40%)", "", "Ctrl-C cancels.",
      ])
  }

  @Test("A command without a colon, where only a value can be, is answered with what to type")
  func misplacedCommands() async {
    let text = await talk("2", "edit", "set stars", "quit", "save", "3", ":back", "yes")
    #expect(text.contains("Stars: Enter a whole number.\nFor the command, type :quit\nStars (a"))
    #expect(text.contains("To use “save” instead, press Ctrl-C first.\n"))
    #expect(text.hasSuffix("Planets › Venus> \n"))
  }

  @Test("A refused value that could be a text to search for is not called a command")
  func refusedValue() async {
    let text = await talk("open toy://moons", "order", "4.3", "saturn", "goal", "1")
    #expect(text.contains("Order: Choose one of: By name, By size.\nOrder (1 By name"))
    #expect(text.components(separatedBy: "Order: Choose one of: By name, By size.").count == 4)
    #expect(text.contains("To use “goal” instead, press Ctrl-C first.\n"))
    #expect(!text.contains("To use “4.3”") && !text.contains("To use “saturn”"))
  }

  @Test("A command that is typed again at its own prompt gives its value, unless any text is one")
  func repeatedCommand() async {
    let text = await talk(
      "open toy://moons", "order", "order name", "goal", "set count", "set count 12", "save")
    #expect(text.contains("Ordered by name.") && !text.contains("Choose one of"))
    #expect(text.contains("Moons a year:  12"))
    let found = await talk("home", "find", "find er")
    #expect(found.components(separatedBy: "Text: ").last?.contains("Mercury") == false)
  }

  @Test("An unknown word after a colon is no value, and the answer says how to enter it as text")
  func unknownCommands() async {
    let text = await talk(
      "2", "edit", "set note", ":sav", "Warm", "set stars", ":five", "4", "save")
    #expect(
      text.contains(
        """
        Unknown command “:sav”. Did you mean “:save”?
        To enter it as text, press Ctrl-C and type: set note :sav
        My note (text;
        """))
    #expect(text.contains("Unknown command “:five”.\nStars (a number"))
    #expect(services.notes == ["Venus": "Warm"])
    let found = await talk(":back", "find", ":bogus", "er")
    #expect(found.contains("Ctrl-C and type: find :bogus\nText: "))
    #expect(found.contains("2   Jupiter\n"))
    let long = ":bogus \(String(repeating: "x", count: 60))"
    let refused = await talk("find", long, "er")
    #expect(refused.contains("press Ctrl-C and type “find” before the text.\nText: "))
  }

  @Test("A colon before an action or a word of the app runs it at the prompt of a field")
  func commandsOfTheApp() async {
    let saved = await talk("2", "edit", "set note Warm", "set stars", ":Save")
    #expect(saved.hasSuffix("Planets › Venus> \n"))
    #expect(services.notes == ["Venus": "Warm"])
    let left = await talk("2", "edit", "set note", ":look Jupiter")
    #expect(left.hasSuffix("Planets › Jupiter> \n"))
    _ = await talk(":back", "2", "edit", "set note", ":) :D", "save")
    #expect(services.notes == ["Venus": ":) :D"])
  }

  @Test("At the prompt of a secret a colon and a hyphen are part of it")
  func secrets() async {
    let text = await talk("tab 2", "set password", ":help", "unlock", ":help", "set password", "-")
    #expect(text.contains("Enter leaves it empty, Ctrl-C cancels.\nPassword: "))
    #expect(text.contains("Enter keeps the value, Ctrl-C cancels.\nPassword"))
    #expect(text.contains("Unlocked."))
    #expect(services.password == "-")
  }

  @Test("The walk through a form says before a secret that a hyphen and a command are part of it")
  func secretInForm() async {
    let text = await talk("tab 2", "", ":quit", "60", "", "", "")
    let hint = "Ctrl-C stops. All else is the value itself, also - and :quit.\n  Password"
    #expect(text.contains("Enter leaves it empty, \(hint): "))
    #expect(text.components(separatedBy: "Enter keeps the value, \(hint)").count == 2)
    #expect(services.password == ":quit")
  }

  @Test("A new password is asked for twice, and again if the two differ")
  func newPassword() async {
    services.isPasswordNew = true
    let text = await talk(
      "tab 2", "set password", "first try", "", "first try", "other", "-", "-")
    #expect(services.password == "-")
    let refusal =
      "Password: Password, again: These are two different passwords. "
      + "Type the new one again, then once more.\n"
    #expect(text.contains(refusal + refusal + "Password: Password, again: "))
  }

  @Test("Ctrl-C or the end of the input at the second prompt leaves the password as it was")
  func newPasswordStopped() async {
    services.isPasswordNew = true
    #expect(
      await talk("tab 2", "set password", "first", end: [.interrupted])
        .contains("Password, again: \nPassword is unchanged."))
    #expect(
      await talk("tab 2", "", "first", end: [.end]).contains("Stopped. What you filled in so far"))
    #expect(services.password == nil)
  }

  @Test("The walk through a form asks for a new password twice, a typed command sets it at once")
  func newPasswordInForm() async {
    services.isPasswordNew = true
    let text = await talk("tab 2", "", "one", "one", "60")
    #expect(text.contains("  Password: \u{20} Password, again: "))
    #expect(services.password == "one")
    _ = await talk("tab 2", "set password two")
    #expect(services.password == "two")
  }

  @Test("A question names the first few of many options by their numbers, or by numeric names")
  func manyOptions() async {
    let text = await talk("tab account", "set language", "60")
    // A question that leaves no room for typing is above the prompt.
    #expect(
      text.contains(
        """
        Language: 1 Language 1, 2 Language 2, 3 Language 3, 4 Language 4, 5 Language 5, 6 Language 6, \
        7 Language 7, 8 Language
        8, and 52 more; help set lists them
        Language: \

        """))
    #expect(text.contains("Language:  Language 60"))
    let helped = await talk("tab account", "set language", "help set", "60")
    #expect(helped.contains("59"))
    #expect(helped.contains("Language:  Language 60"))
    let stars = await talk("open toy://moons", "rate")
    #expect(stars.contains("Stars (No stars, 1, 2, 3): "))
  }

  @Test("A screen with one field says that it takes the value, and takes it")
  func oneField() async {
    let text = await talk("open toy://moons", "goal", "help", "52", "", "12")
    #expect(text.contains("Any other line is the value of the field.\n"))
    let hint = "Type the value of “Moons a year”, or press Enter to be asked, then type save."
    #expect(text.contains("\(hint)\n"))
    #expect(text.contains("Moons a year:  52"))
    #expect(text.contains("  Moons a year (a number from 1 to 99) [52]: "))
    #expect(text.contains("Moons a year:  12"))
  }
}
