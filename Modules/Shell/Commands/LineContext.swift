import Core
import Services

/// The context in which a typed line is read, besides the visible screens.
struct LineContext: Sendable {
  /// The user's current date, for `today`.
  let today: CalendarDate
  /// Returns the order of day and month in a date such as 3/4/2026, or nil if it is unknown.
  var dateOrder: @Sendable () -> DateOrder? = { nil }
  /// The app's own words.
  var shortcuts: [Shortcut] = []
  /// The usages of the program's subcommands of one word, by the word.
  var subcommandUsages: [String: String] = [:]
  /// One of the app's links, for messages, or nil.
  var linkExample: String?

  /// The beginning of the app's links, such as `example://`, or nil.
  var linkBeginning: String? {
    guard let linkExample, let mark = linkExample.firstRange(of: "://") else { return nil }
    return String(linkExample[..<mark.upperBound])
  }

  /// The actions that screens have offered so far.
  var seen = SeenActions()

  /// Whether a line that isn't a command is the value of the screen's only field. In a script it is
  /// a mistake.
  var takesBareValues = false

  /// The words that work on every screen.
  var words: [String] { ShellWord.allCases.map(\.rawValue) + shortcuts.map(\.word) }
}
