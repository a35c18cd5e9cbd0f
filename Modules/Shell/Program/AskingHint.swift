import Inspection
import Services
import Core

/// The hints at the prompts of fields.
enum AskingHint {
  private static let commands = "Commands need a colon here, such as :help or :quit."

  /// The hint below a form, with the action that saves it; nil without fields. Beside a list a number chooses a row, so
  /// that the only field needs its command.
  static func onScreen(_ items: VisibleItems) -> String? {
    let fields = items.fields.map(\.thing)
    guard let first = fields.first else { return nil }
    let submission = items.submission.map { ", then type \($0.id.rawValue.plain)" } ?? ""
    guard fields.count == 1, !first.kind.isSecret else {
      return "Enter walks through the fields\(submission)."
    }
    let label = first.label.plain
    return items.rows.isEmpty
      ? "Type the value of “\(label)”, or press Enter to be asked\(submission)."
      : "For “\(label)”, press Enter or type: \(ShellWord.set) \(first.id.rawValue.plain) VALUE"
  }

  /// The hint before the fields of a form.
  static let form =
    "Enter keeps a value, \(Field.emptyingWord) empties it, Ctrl-C stops. \(commands)"

  /// The hint before a secret field of a form, where every text may be a secret.
  static func secret(_ field: Field) -> String {
    "\(enter(field)), Ctrl-C stops. All else is the value itself, also \(Field.emptyingWord)"
      + " and :quit."
  }

  /// What Enter does at the prompt of a secret field, which shows no value.
  private static func enter(_ field: Field) -> String {
    field.value == nil ? "Enter leaves it empty" : "Enter keeps the value"
  }

  /// The message if the repeated password differs from the first.
  static let differentPasswords =
    "These are two different passwords. Type the new one again, then once more."

  /// The hint before a field.
  static func field(_ field: Field) -> String {
    field.kind.isSecret
      ? "\(enter(field)), Ctrl-C cancels."
      : "Enter keeps the value, \(Field.emptyingWord) empties it, Ctrl-C cancels. \(commands)"
  }

  /// The hint before an action's input.
  static func action(_ input: Field) -> String {
    if input.kind.isSecret { return "Ctrl-C cancels." }
    guard let value = input.value else { return "Ctrl-C cancels. \(commands)" }
    if value == .text("") { return "Enter leaves it empty, Ctrl-C cancels. \(commands)" }
    let canBeEmptied = input.isEmptiedAsInput(by: Field.emptyingWord[...])
    let emptying = canBeEmptied ? ", \(Field.emptyingWord) empties it" : ""
    return "Enter takes the value in brackets\(emptying), Ctrl-C cancels. \(commands)"
  }

  /// The hint after a command without a colon.
  static func command(_ line: String) -> String {
    let word = line.trimmed.firstWordInLowerCase
    return ShellWord(typed: word) == nil
      ? "To use “\(word.plain)” instead, press Ctrl-C first."
      : "For the command, type :\(word.plain)"
  }

  /// The refusal of an unknown word after a colon.
  static func unknown(_ word: String, nearest: String?) -> String {
    "Unknown command \(":\(word)".quoted)."
      + (nearest.map { " Did you mean \(":\($0)".quoted)?" } ?? "")
  }

  /// The hint how to enter a line as text that begins like a command.
  static func literal(_ line: String, _ command: String) -> String {
    let text = line.plain
    return text.displayWidth > 60
      ? "To enter it as text, press Ctrl-C and type \(command.quoted) before the text."
      : "To enter it as text, press Ctrl-C and type: \(command.plain) \(text)"
  }

  /// The answer to `:help` at a field's prompt: the accepted values, and the hint of that prompt.
  static func help(_ field: Field, _ hint: String) -> [String] { [field.explanation, "", hint] }
}

extension String {
  fileprivate var firstWordInLowerCase: String {
    String(self[...].firstWord.word).bounded.lowercased()
  }
}

extension Field {
  /// The prompt of the field: its label, a hint and the current value.
  var question: String {
    "\(label.plain)\(answers.map { " (\($0))" } ?? "")\(shownValue)"
  }

  /// The prompt without the hint.
  var shortQuestion: String { "\(label.plain)\(shownValue)" }

  private var shownValue: String {
    if let value, let shown = value.shortText(of: self) { " [\(shown)]: " } else { ": " }
  }
}
