import Services
import Core

/// The reason why a typed line is not a valid command.
enum CommandProblem: Error, Hashable, Sendable {
  /// No action or shell command has this name.
  case unknownWord(String, nearest: String?)
  /// No action or shell command has this name; the line may be meant for one of the form's fields.
  case unknownInForm(String, takesSecrets: Bool)
  /// The argument of a shell command is none of those that it takes, such as the nearest.
  case unknownArgument(String, nearest: String)
  /// The line may be a mistyped command, or the value of the only field or of the one that it names.
  case unknownAnswer(String, nearest: String?, field: String, value: String)
  /// The line may be a mistyped command, or the text for the primary action.
  case unknownInput(String, nearest: String, usage: String)
  /// The command's argument has this problem, or the line is the text for the primary action.
  indirect case orText(CommandProblem, usage: String)
  /// The command has this problem, or an action of the screen is meant.
  indirect case orAction(CommandProblem, nearest: String)
  /// The line is neither a command nor a value of the only field.
  case unknownValue(String, field: String, InputProblem)
  /// The word is a prefix of several names.
  case ambiguous(String, [String])
  /// The line is only the beginning of an action that deletes or ends something.
  case notInFull(String, action: String)
  /// No row has this number. It may be meant for a field.
  case noSuchRow(String, count: Int, field: String?)
  /// No row has this number, because there are none. It may be meant for one of the fields.
  case numberInForm(String)
  /// The rows are in lists beside each other.
  case severalLists
  /// The rows with these numbers contain the text.
  case severalRows(String, numbers: [Int])
  /// The action needs an input.
  case missingInput(String, hint: String)
  /// The command takes no argument.
  case unexpectedInput(String)
  /// Another screen, or this one before, has such an action. The command enters the line as text, where that is
  /// possible.
  case notNow(String, usage: String?)
  /// It is a subcommand of the program.
  case subcommand(String, usage: String)
  /// The action can't be performed now.
  case disabled(String, reason: String)
  /// The screen has no field.
  case noFields
  /// The screen has no field of this name, but those with these labels.
  case noSuchField(String, nearest: String?, labels: [String])
  /// The field has a value that an editor can't change.
  case noLongText(String)
  /// There is no editor here, as in a script.
  case noEditor(String)
  /// The text is not a value of the field.
  case badValue(String, InputProblem)
  /// The text could be each of these dates.
  case ambiguousDate(String, typed: String, [CalendarDate])
  /// The argument exceeds the limit, in bytes.
  case argumentTooLong(String, limit: Int)
  /// The screen has no tabs.
  case noTabs
  /// No row contains the text, and it isn't a link. Perhaps not all rows are loaded.
  case noSuchText(String, hasMore: Bool)
  /// There is no tab of this name.
  case noSuchTab(String, [String])
  /// The link cannot be read; the example is one of the app's links, if it is known.
  case badLink(DeepLink.Problem, example: String?)
  /// The command needs an argument.
  case incomplete(ShellWord)
  /// The line exceeds the limit.
  case tooLong
  /// The line is not UTF-8.
  case notText
  /// The input has become unreadable.
  case unreadable(String)
}

extension CommandProblem {
  /// The problem and a remedy, in one line.
  var message: String {
    switch self {
    case .unknownArgument(let word, let nearest):
      "Unknown argument \(word.quoted). Did you mean \(nearest.quoted)?"
    case .unknownWord(let word, let nearest):
      "Unknown command \(word.quoted). "
        + (nearest.map { "Did you mean \($0.quoted)?" } ?? "Type help for a list.")
    case .unknownInForm(let word, let takesSecrets):
      // A secret would be visible after `set`.
      "Unknown command \(word.quoted). To fill in a field, press Enter"
        + (takesSecrets ? "." : ", or type: set FIELD VALUE")
    case .unknownAnswer(let word, let nearest, let field, let value):
      "Unknown command \(word.quoted). "
        + (nearest.map { "Did you mean \($0.quoted)? " } ?? "")
        + "To fill in the field: set \(field.plain)"
        + (value.isEmpty ? "" : " \(value.plain.truncated(to: 60))")
    case .unknownInput(let word, let nearest, let usage):
      "Unknown command \(word.quoted). Did you mean \(nearest.quoted)? "
        + "If not: \(usage.plain.truncated(to: 60))"
    case .orText(let problem, let usage): "\(problem.message) \(Self.hint(entering: usage))"
    case .orAction(let problem, let nearest):
      "\(problem.message.ended) Did you mean \(nearest.quoted)?"
    case .unknownValue(let word, let label, let problem):
      "Unknown command \(word.quoted). “\(label.plain)” takes no such value: \(problem.message)"
    case .ambiguous(let word, let words):
      "\(word.quoted) could be \(words.alternatives). Type a little more."
    case .notInFull(let line, let action):
      "\(line.quoted) is not enough for \(action.quoted), which deletes or ends something. "
        + "Type it in full."
    case .noSuchRow(let number, let count, let field):
      Self.noRow(number, of: count)
        + (field.map {
          " To fill in the field: set \($0.plain) \(number.plain.truncated(to: 60))"
        } ?? "")
    case .numberInForm(let number):
      Self.noRow(number, of: 0)
        + " Type set FIELD \(number.plain.truncated(to: 60)) to fill in a field."
    case .noSuchText(let words, hasMore: false):
      "No row here contains \(words.quoted), and it isn't a link."
    case .noSuchText(let words, hasMore: true):
      "No loaded row contains \(words.quoted), and it isn't a link. Type more to load more rows."
    case .severalLists: "Choose from one list at a time."
    case .severalRows(let words, let numbers):
      "\(words.quoted) could be row \(numbers.map(String.init).plainAlternatives.ended) Type its number."
    case .missingInput(let word, let hint): "\(word.quoted) needs a value: \(word.plain) \(hint)"
    case .unexpectedInput(let word): "\(word.quoted) takes no argument. Type it alone."
    case .notNow(let word, let usage):
      "\(word.quoted) isn't possible here now. "
        + (usage.map(Self.hint(entering:)) ?? "Type help for a list.")
    case .subcommand(let word, let usage):
      "\(word.quoted) isn't a command here. Outside of the app it is a subcommand: \(usage)"
    case .disabled(let word, let reason): "\(word.quoted) isn't available now: \(reason.plain)"
    case .noFields: "There are no fields here."
    case .noSuchField(let name, let nearest, let labels):
      "Unknown field \(name.quoted). "
        + (nearest.map { "Did you mean \($0.quoted)?" } ?? labels.choices)
    case .noLongText(let label): "\(label.plain) isn't a text. Use set to change it."
    case .noEditor(let field):
      "There is no editor here. Type: set \(field.plain) TEXT"
    case .badValue(let label, let problem): "\(label.plain): \(problem.message)"
    case .ambiguousDate(let label, let typed, let dates):
      "\(label.plain): \(typed.quoted) could be "
        + "\(dates.map(\.description).joined(separator: " or ")). Type one of these."
    case .argumentTooLong(let word, let limit):
      "The text after \(word.quoted) is longer than \(limit) bytes. Shorten it."
    case .noTabs: "There are no tabs here."
    case .noSuchTab(let name, let tabs):
      "Unknown tab \(name.quoted). Choose one of: \(tabs.plainList)".ended
    case .badLink(let problem, let example): problem.message(example: example)
    case .incomplete(let word): "\(word.rawValue.quoted) needs \(word.argument): \(word.usage)"
    case .tooLong: "The line is longer than \(LineSplitter.limit) bytes and was ignored."
    case .notText: "The line is not UTF-8 text and was ignored."
    case .unreadable(let reason): "The input can't be read: \(reason)."
    }
  }

  private static func noRow(_ number: String, of count: Int) -> String {
    switch count {
    case 0: "Nothing to choose by number here."
    case 1: "There is no row \(number.quoted), only row 1."
    default: "There is no row \(number.quoted). Choose from 1 to \(count)."
    }
  }

  private static func hint(entering usage: String) -> String {
    "To enter it as text: \(usage.plain.truncated(to: 60))"
  }
}

extension DeepLink.Problem {
  /// Returns the problem and a remedy, in one line; the example is one of the app's links.
  func message(example: String?) -> String {
    switch self {
    case .tooLong: "The link is longer than \(DeepLink.maximumLength) characters."
    case .malformed:
      "This is not a link. A link has a scheme, a place and no spaces"
        + (example.map { ": \($0.plain)." } ?? ".")
    }
  }
}
