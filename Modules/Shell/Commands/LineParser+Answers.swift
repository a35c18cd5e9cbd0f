import Services
import Core

// Lines that aren't commands: the bare value of the only field, and the answer to a question.
extension LineParser {
  /// Returns the line as the value of the screen's only field, or nil to report the problem.
  func answer(insteadOf problem: CommandProblem) throws(CommandProblem) -> Command? {
    let fields = things.fields
    if fields.isEmpty { return try input(insteadOf: problem) }
    guard fields.count == 1, let field = fields.first, !field.thing.kind.isSecret else {
      return nil
    }
    if context.takesBareValues, field.thing.isEmptied(by: line) {
      return .fill(field.thing.id, nil, pane: field.pane)
    }
    switch problem {
    case .noSuchRow(_, count: 0, _): break
    case .unknownWord(let word, let nearest):
      if line.hasPrefix(":") { return nil }
      if nearest != nil || !context.takesBareValues, field.thing.kind.takesAnyText {
        throw .unknownAnswer(
          word, nearest: nearest, field: field.thing.id.rawValue, value: String(line).trimmed)
      }
    default: return nil
    }
    guard context.takesBareValues else { return nil }
    do throws(CommandProblem) {
      guard let value = try field.thing.value(from: String(line), with: context) else { return nil }
      return .fill(field.thing.id, value, pane: field.pane)
    } catch {
      guard line.first?.isLetter == true else { throw error }
      // A word is more likely a mistyped command than a value.
      guard case .unknownWord(let word, nil) = problem, case .badValue(let label, let why) = error
      else { return nil }
      throw .unknownValue(word, field: label, why)
    }
  }
}

extension LineParser {
  /// Returns the refusal of a line that begins with an action that another screen has, or that this screen had
  /// earlier; nil for another line. With words after an action without an input, such as “more books”, a line can
  /// be a text.
  func notNow(insteadOf problem: CommandProblem) -> CommandProblem? {
    guard case .unknownWord = problem, let (action, rest) = context.seen.action(in: line),
      rest.isBlank || action.takesInput || !things.takesAnyText
    else { return nil }
    return .notNow(
      String(line[..<rest.startIndex]).trimmed,
      tab: context.seen.tab(with: action.id, in: snapshot),
      usage: things.command(entering: String(line).trimmed))
  }

  /// Returns the refusal of a line that begins with a subcommand of the program; nil for another line.
  func subcommand(insteadOf problem: CommandProblem) -> CommandProblem? {
    guard case .unknownWord = problem,
      let word = line.split(whereSeparator: \.isWhitespace).first.map(String.init),
      let usage = context.subcommands[word]
    else { return nil }
    return .subcommand(word, usage: usage)
  }

  /// Returns the primary action with the line as its input, such as words to search for; nil to
  /// report the problem.
  private func input(insteadOf problem: CommandProblem) throws(CommandProblem) -> Command? {
    guard context.takesBareValues, !line.hasPrefix(":"), let action = things.textAction,
      let input = action.thing.input
    else { return nil }
    let word = action.thing.id.rawValue
    switch problem {
    case .noSuchRow(_, count: 0, _), .unknownWord(_, nearest: nil): break
    case .unknownWord(let typed, let nearest?):
      throw .unknownInput(typed, nearest: nearest, usage: "\(word) \(String(line).trimmed)")
    // “Close Range” is a title that begins like a command.
    case .unexpectedInput(let command):
      let typed = String(line).trimmed
      throw .unknownInput(typed, nearest: command, usage: "\(word) \(typed)")
    default: return nil
    }
    guard let value = try input.value(from: String(line), with: context) else { return nil }
    return .perform(action.thing.id, .value(value), pane: action.pane)
  }
}

extension FieldKind {
  /// Whether every word is a valid value.
  var takesAnyText: Bool {
    switch self {
    case .text, .longText, .email: true
    case .secure, .newPassword, .number, .choice, .choices, .date: false
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

  /// The only primary action that takes any text, or nil.
  var textAction: Placed<Action>? {
    let found = actions.filter {
      $0.thing.role == .primary && $0.thing.isEnabled && $0.thing.input?.kind.takesAnyText == true
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the button for `yes` or `no`, or nil if the screen is no question with two buttons, of
  /// which one keeps the current state.
  func button(for line: Substring) -> Placed<Action>? {
    guard let answer = Agreement(line.firstWord.word), line.firstWord.rest.isBlank,
      isQuestion, rows.isEmpty, fields.isEmpty
    else { return nil }
    let buttons = actions.filter { $0.thing.isEnabled && !$0.thing.takesInput }
    let keeping = buttons.filter { $0.thing.role == .cancel }
    let others = buttons.filter { $0.thing.role != .cancel }
    guard actions.count == 2, keeping.count == 1, others.count == 1 else { return nil }
    return answer == .yes ? others[0] : keeping[0]
  }
}
