import Services
import Core

// The rules for lines that aren't commands, and the problem with a line to which no rule applies. At a terminal such a
// line may be the value of the only field or, without fields, the text for the primary action.
extension LineParser {
  /// A number, date or choice for the screen's only field, or a hyphen that empties it.
  func choiceForField() -> Command? {
    guard context.takesBareValues, let field = onlyField else { return nil }
    if field.thing.isEmptied(by: line) {
      return .fill(field.thing.id, nil, pane: field.pane)
    }
    if field.thing.kind.takesAnyText { return nil }
    return try? fill(field)
  }

  /// An action that another screen has, or that this one had earlier, is refused. With words after an action without
  /// an input, such as “more books”, a line can be a text.
  func actionNotHere() throws(CommandProblem) -> Command? {
    if usualName != nil { return nil }
    guard !isNumbers, let (action, rest) = context.seen.action(in: line),
      rest.isBlank || action.takesInput || !things.takesAnyText
    else { return try usualActionNotHere() }
    throw .notNow(
      String(line[..<rest.startIndex]).trimmed,
      usage: things.command(entering: String(line).trimmed))
  }

  /// A usual word for an action is not stored in the only field, so that this does not depend on the screens that were
  /// seen.
  private func usualActionNotHere() throws(CommandProblem) -> Command? {
    guard context.takesBareValues, onlyField != nil, things.takesAnyText, rest.isBlank,
      Self.usualActions.contains(String(word).bounded.lowercased())
    else { return nil }
    throw .notNow(String(word), usage: things.command(entering: String(word)))
  }

  /// What many apps call their actions. As with an action of the screen, the word in full counts in any case: “Done” is
  /// an action, and only “Don” a name. Some are names, too, such as Skip; the message says how to enter them.
  static let usualActions = Set([
    "add", "apply", "buy", "cancel", "continue", "create", "discard", "done", "finish", "keep",
    "later", "more", "new", "next", "ok", "previous", "redo", "remove", "rename", "reset", "retry",
    "save", "send", "sign-in", "sign-out", "skip", "start", "stay", "stop", "submit", "undo",
  ]).union(usualNames.keys)

  /// The text for the screen's only field or, without fields, for its primary action, such as words to search for.
  /// A word that resembles a command is more likely mistyped.
  func text() throws(CommandProblem) -> Command? {
    guard context.takesBareValues, things.takesAnyText, isNumbers || nearest == nil else {
      return nil
    }
    if let field = onlyField { return try isLikelyValue(of: field.thing.kind) ? fill(field) : nil }
    guard let action = things.textAction,
      let value = try action.thing.input?.value(from: String(line), with: context)
    else { return nil }
    return .perform(action.thing.id, .value(value), pane: action.pane)
  }

  /// Whether a person means the line as a value of a text field: an address has an @, and numbers are those of rows,
  /// unless one has three digits or more, as in a year or an ISBN.
  private func isLikelyValue(of kind: FieldKind) -> Bool {
    if kind == .email { return line.contains("@") }
    return !isNumbers || line.utf8.split { !(0x30...0x39 ~= $0) }.contains { $0.count > 2 }
  }

  /// The reason why the line is neither a command nor a value.
  var problem: CommandProblem {
    let (typed, nearest) = (String(line).trimmed, isNumbers ? nil : nearest)
    if let problem = optionOfForm ?? problemOfValue(nearest) { return problem }
    if isNumbers {
      let fields = things.fields.filter { !$0.thing.kind.isSecret }
      return fields.count > 1
        ? .numberInForm(typed)
        : .noSuchRow(typed, count: 0, field: fields.first?.thing.id.rawValue)
    }
    let word = String(word)
    if let field = onlyField, field.thing.kind.takesAnyText {
      return .unknownAnswer(
        word, nearest: nearest, field: field.thing.id.rawValue, value: typed)
    }
    if context.takesBareValues, let nearest, let usage = things.command(entering: typed) {
      return .unknownInput(word, nearest: nearest, usage: usage)
    }
    if let usage = context.subcommandUsages[word] { return .subcommand(word, usage: usage) }
    let meant = suggestion(for: typed, nearest: nearest)
    return meant == nil && isInForm
      ? .unknownInForm(word, takesSecrets: things.takesSecrets)
      : .unknownWord(word, nearest: meant)
  }

  /// The answer to a line that is an option of one of several fields, with the command that chooses it; nil for another
  /// line.
  var optionOfForm: CommandProblem? {
    let (typed, fields) = (String(line).trimmed, things.fields)
    let wanted = typed.bounded.lowercased()
    guard context.takesBareValues, fields.count > 1, !wanted.isEmpty, !isNumbers else { return nil }
    let field = fields.first { field in
      field.thing.kind.options.contains { option in
        [option.id.rawValue, option.title].contains { $0.lowercased() == wanted }
      }
    }
    return field.map {
      .unknownAnswer(typed, nearest: nil, field: $0.thing.id.rawValue, value: typed)
    }
  }

  /// Whether the screen of the fields is a form of several, where Enter asks for each.
  private var isInForm: Bool {
    let fields = things.fields
    guard context.takesBareValues, fields.count > 1 else { return false }
    return things.rows.allSatisfy { $0.pane != fields[0].pane }
  }

  /// The command that is most likely meant. One word is a mistyped command rather than a part of a row's title; several
  /// words are a row's text, a mistyped command with its argument, or a text for the app's word that takes one.
  private func suggestion(for typed: String, nearest: String?) -> String? {
    // A script may have thousands of unknown words, and a few letters are in many titles.
    let isText = context.takesBareValues && typed.utf8.count > 2
    let rows = isText ? things.rows(with: typed.bounded) : []
    let opening = rows.isEmpty ? nil : "\(ShellWord.open) \(typed)"
    let text = RowText(typed)
    if rest.isBlank, !rows.contains(where: { text.equals($0.row.thing.title) }) {
      return nearest ?? opening ?? textCommand(typed)
    }
    // A tab's name isn't a mistyped word.
    let isTab = nearest?.hasPrefix("\(ShellWord.tab) ") == true
    let command = nearest.flatMap { isTab || takesArgument($0) ? $0 : nil }
    return opening ?? command ?? textCommand(typed) ?? nearest
  }

  /// The problem of an argument after a command that takes none: “Close Range” is a title to search for that begins
  /// like a command.
  func unexpectedInput(after command: String) -> CommandProblem {
    guard let usage = usage(ofTitle: line) else { return .unexpectedInput(command) }
    return .unknownInput(String(line).trimmed, nearest: command, usage: usage)
  }

  /// Returns the problem of a command's argument, with the command that enters the line as text: “Up in the Air” is a
  /// title to search for, too. After `open` in lower case only the argument is the title.
  func orText(_ problem: CommandProblem) -> CommandProblem {
    let isRow = name == ShellWord.open.rawValue && word.first?.isLowercase == true
    guard !rest.isBlank, let usage = usage(ofTitle: isRow ? rest : line) else { return problem }
    return .orText(problem, usage: usage)
  }

  /// Returns the command that enters a text, if it may be a title to search for.
  private func usage(ofTitle text: Substring) -> String? {
    guard context.takesBareValues, things.fields.isEmpty, word.first != ":" else { return nil }
    return things.command(entering: String(text).trimmed)
  }

  /// The only field, if the line is a value of it that could be meant beside a list; else nil.
  var fieldForLine: String? {
    guard let field = onlyField,
      (try? field.thing.value(from: String(line), with: context)) != nil
    else { return nil }
    return field.thing.id.rawValue
  }

  /// The problem of the line as a number, date or choice for the only field; nil for a mistyped command.
  private func problemOfValue(_ nearest: String?) -> CommandProblem? {
    guard context.takesBareValues, let field = onlyField, !field.thing.kind.takesAnyText else {
      return nil
    }
    do throws(CommandProblem) {
      _ = try fill(field)
      return nil
    } catch {
      guard line.first?.isLetter == true else { return error }
      guard nearest == nil, case .badValue(let label, let why) = error else { return nil }
      return .unknownValue(String(word), field: label, why)
    }
  }

  /// The screen's only field, unless it takes a secret.
  private var onlyField: VisibleItems.Placed<Field>? {
    let fields = things.fields
    return fields.count == 1 && !fields[0].thing.kind.isSecret ? fields[0] : nil
  }

  private func fill(_ field: VisibleItems.Placed<Field>) throws(CommandProblem) -> Command? {
    guard let value = try field.thing.value(from: String(line), with: context) else { return nil }
    return .fill(field.thing.id, value, pane: field.pane)
  }
}

extension FieldKind {
  /// Whether every word is a valid value.
  var takesAnyText: Bool {
    switch self {
    case .text, .longText, .email: true
    case .secure, .newPassword, .number, .choice, .date: false
    }
  }
}

extension VisibleItems {
  /// Whether every word is a valid value of the screen's only field or, without fields, the text for
  /// the primary action.
  var takesAnyText: Bool {
    let fields = fields
    if fields.isEmpty { return textAction != nil }
    return fields.count == 1 && fields[0].thing.kind.takesAnyText
  }

  /// Returns the command that enters a text where every word is valid (``takesAnyText``), else nil.
  func command(entering text: String) -> String? {
    guard takesAnyText else { return nil }
    let field = fields.first.map { "\(ShellWord.set) \($0.thing.id)" }
    return (field ?? textAction.map { "\($0.thing.id)" }).map { "\($0) \(text)" }
  }

  /// The only primary action that takes any text, if it is on the last screen; else nil: with a book beside the
  /// results, words aren't a new search.
  var textAction: Placed<Action>? {
    let found = actions.filter {
      $0.thing.role == .primary && $0.thing.isEnabled && $0.thing.input?.kind.takesAnyText == true
    }
    return found.count == 1 && isLast(found[0].pane) ? found[0] : nil
  }

  /// Returns the button for `yes` or `no`, or nil if the screen isn't a question with two buttons, of
  /// which one keeps the current state.
  func button(for line: Substring) -> Placed<Action>? {
    guard isQuestion, rows.isEmpty, fields.isEmpty else { return nil }
    let (word, rest) = line.firstWord
    guard let answer = Agreement(word), rest.isBlank else { return nil }
    let buttons = actions.filter { $0.thing.isEnabled && !$0.thing.takesInput }
    let keeping = buttons.filter { $0.thing.role == .cancel }
    let others = buttons.filter { $0.thing.role != .cancel }
    guard actions.count == 2, keeping.count == 1, others.count == 1 else { return nil }
    return answer == .yes ? others[0] : keeping[0]
  }
}
