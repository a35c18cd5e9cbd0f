import Core
import Services

@testable import Shell

extension Command {
  /// Parses a line as a terminal does on 2026-11-22, with words of the app and no locale.
  static func parse(_ line: String, in snapshot: Snapshot) throws(CommandProblem) -> Command {
    try parse(line, in: snapshot, with: .toy)
  }
}

extension LineContext {
  /// A terminal on 2026-11-22, without a locale, and the words of the toy app.
  static let toy = LineContext(
    today: CalendarDate(daysSince1970: 20779), shortcuts: [.look, .account],
    linkExample: "toy://planets", takesBareValues: true)
}

extension Shortcut {
  /// A word with an argument.
  static let look = Shortcut(
    "look", argument: "NAME", explanation: "Looks at a planet.", link: "toy://planets",
    parameter: "name")
  /// A word that is also the name of a tab.
  static let account = Shortcut(
    "account", explanation: "Goes to the account.", link: "toy://account")
}
