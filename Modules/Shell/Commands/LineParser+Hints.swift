import Services
import Core

// Hints for a line whose first word is another name of an action, or that lacks its first word.
extension LineParser {
  /// Other words for actions, with the usual ones.
  static let usualNames = [
    "delete": "remove", "finished": "finish", "log-in": "sign-in", "log-out": "sign-out",
    "login": "sign-in", "logout": "sign-out",
  ]

  /// The action of the screen that the first word is another name of: `remove` for “delete”. With more words a line can
  /// be a text.
  var usualName: String? {
    rest.isBlank || !things.takesAnyText ? usualName(of: String(word)) : nil
  }

  /// Returns the action of the screen, or the word of the app, that a text is another name of, or nil.
  func usualName(of text: String) -> String? {
    guard let name = Self.usualNames[text.bounded.lowercased()] else { return nil }
    let isWord = context.shortcuts.contains { $0.word == name }
    return isWord || !things.actions { $0.id.rawValue == name }.isEmpty ? name : nil
  }

  /// Returns whether a command takes an argument here, which it needs.
  func takesArgument(_ command: String) -> Bool {
    switch ShellWord(rawValue: command) {
    case .open, .tab: true
    case .set, .clear, .edit: !things.fields.isEmpty
    case .some: false
    case nil:
      context.shortcuts.contains { $0.word == command && $0.argument != nil }
        || !things.actions { $0.takesInput && $0.names.contains(command) }.isEmpty
    }
  }

  /// The name of a field without `set` is answered with the whole command, even if another screen has an action of that
  /// name. Where a text is a value, it can begin with any word.
  func fieldWithoutSet() throws(CommandProblem) -> Command? {
    guard !things.takesAnyText,
      let (field, value) = WordMatch.inFull(line, among: things.fields, names: \.thing.names)
    else { return nil }
    throw .unknownAnswer(
      String(line[..<value.startIndex]).trimmed, nearest: nil, field: field.thing.id.rawValue,
      // A secret is asked for, because the hint would show it.
      value: field.thing.kind.isSecret ? "" : String(value).trimmed)
  }

  /// Returns the problem of `edit` without a field, with the only action that begins with the word, such as
  /// `edit-book`.
  func orEdit(_ problem: CommandProblem) -> CommandProblem {
    let beginning = "\(ShellWord.edit.rawValue)-"
    let begun = things.actions { $0.id.rawValue.hasPrefix(beginning) }
    return begun.count == 1 ? .orAction(problem, nearest: begun[0].thing.id.rawValue) : problem
  }

  /// The command that takes the line as a text, on a screen where a text isn't a value: the app's word, such as
  /// `search agatha christie`, or above the tabs the screen's only action with a text, such as `new To lend` in a choice
  /// of a shelf. A form asks for something else, and so does a usual word for an action, or one that looks like an
  /// action of another screen, such as `remove-selected`.
  func textCommand(_ text: String) -> String? {
    guard context.takesBareValues, things.fields.isEmpty, !text.bounded.isEmpty,
      text.first.map({ $0.isLetter || $0.isNumber }) == true,
      !Self.usualActions.contains(String(word).lowercased()), !looksLikeAction
    else { return nil }
    if snapshot.layers == 0 { return shortcut(taking: text) }
    let found = things.actions { $0.isEnabled && $0.input?.kind.takesAnyText == true }
    return found.count == 1 ? "\(found[0].thing.id) \(text)" : nil
  }

  private func shortcut(taking text: String) -> String? {
    guard !snapshot.tabs.isEmpty,
      let own = context.shortcuts.first(where: { $0.argument != nil })?.word
    else { return nil }
    // An action of that name comes first.
    let others = things.actions { $0.names.contains { $0.lowercased() == own } }
    return others.allSatisfy(\.thing.takesInput) ? "\(own) \(text)" : nil
  }

  /// Whether the line is one word that begins with a usual action or a command in lower case, and a hyphen.
  private var looksLikeAction: Bool {
    guard rest.isBlank, let hyphen = word.firstIndex(of: "-") else { return false }
    let beginning = String(word[..<hyphen]).bounded
    return Self.usualActions.contains(beginning) || ShellWord(typed: beginning) != nil
  }
}
