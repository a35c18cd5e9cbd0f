import Services
import Core

/// Parses one line that is neither empty nor a comment.
struct LineParser {
  let snapshot: Snapshot
  let things: VisibleItems
  let context: LineContext
  /// The line without white space at its start.
  let line: Substring
  /// Its first word, and the text after that.
  let word: Substring
  let rest: Substring
  /// The first word in lower case; empty if it is longer than any known word.
  let name: String

  /// Creates the parser of a line without white space at its start.
  init(line: Substring, snapshot: Snapshot, things: VisibleItems, context: LineContext) {
    (self.snapshot, self.things, self.context, self.line) = (snapshot, things, context, line)
    (word, rest) = line.firstWord
    name = String(word).bounded.lowercased()
  }

  /// Returns the command of the line.
  ///
  /// The rules are tried in turn. A rule returns nil for a line that belongs to another rule, and throws for one of its
  /// own that has a mistake.
  func command() throws(CommandProblem) -> Command {
    if let command = try rows() { return command }
    if let command = try link() { return command }
    if let command = try wordAfterColon() { return command }
    if let command = try actionInFull() { return command }
    if let command = try shellWord() { return command }
    if let command = try shortcutWithArgument() { return command }
    if let command = try shortcutInWords() { return command }
    if let command = answerToQuestion() { return command }
    if let command = try actionByBeginning() { return command }
    if let command = tab() { return command }
    if let command = try shortcut() { return command }
    if let command = choiceForField() { return command }
    if let command = try fieldWithoutSet() { return command }
    if let command = try actionNotHere() { return command }
    if let command = try text() { return command }
    throw problem
  }
}

// The rules for commands.
extension LineParser {
  /// A number selects a row, several numbers select several.
  private func rows() throws(CommandProblem) -> Command? {
    let rows = things.rows
    guard isNumbers, !rows.isEmpty else { return nil }
    guard let numbers = NumberList(line, upTo: rows.count)?.numbers else {
      throw .noSuchRow(String(line).trimmed, count: rows.count, field: fieldForLine)
    }
    let chosen = numbers.map { rows[$0 - 1] }
    if chosen.count == 1 { return .choose(chosen[0].thing.id, pane: chosen[0].pane) }
    guard chosen.allSatisfy({ $0.pane == chosen[0].pane }) else { throw .severalLists }
    return .chooseSeveral(chosen.map(\.thing.id), pane: chosen[0].pane)
  }

  /// A link of the app, which needs no `open`.
  private func link() throws(CommandProblem) -> Command? {
    guard word.utf8.contains(UInt8(ascii: ":")), let beginning = context.linkBeginning,
      word.prefix(beginning.count).lowercased() == beginning
    else { return nil }
    return try Command.parse(.open, line, in: snapshot, with: context)
  }

  /// After a colon: a shell command or a word of the app, whatever the names of the screen's actions.
  private func wordAfterColon() throws(CommandProblem) -> Command? {
    guard word.first == ":" else { return nil }
    let name = String(name.dropFirst())
    if let own = ShellWord(typed: name) { return try command(own) }
    if let shortcut = context.shortcuts.first(where: { $0.word == name }) {
      return try open(shortcut)
    }
    let typed = String(word.dropFirst())
    throw .unknownWord(typed, nearest: EditDistance.nearest(to: typed, among: context.words))
  }

  /// An action's identifier or title, typed in full.
  private func actionInFull() throws(CommandProblem) -> Command? {
    let candidates = things.actions { $0.mayBegin(like: line) }
    guard let (action, input) = WordMatch.inFull(line, among: candidates, names: \.thing.names)
    else { return nil }
    // “sort by” is a prefix of “Sort by title” if “sort” takes no input.
    if !action.thing.takesInput, !input.isBlank, let longer = actionBeginningWithLine {
      return try longer.thing.id == action.thing.id ? perform(longer, "") : guess(longer, "")
    }
    return try perform(action, input)
  }

  /// A shell command, typed in full.
  private func shellWord() throws(CommandProblem) -> Command? {
    guard let own = ShellWord(typed: name) else { return nil }
    return try command(own)
  }

  /// A word of the app with its argument, such as `search WORDS`.
  private func shortcutWithArgument() throws(CommandProblem) -> Command? {
    guard let shortcut = ownShortcut, shortcut.argument != nil, !rest.isBlank else { return nil }
    return try open(shortcut)
  }

  /// A word of the app without an argument, with spaces for its hyphens: “sign in”.
  private func shortcutInWords() throws(CommandProblem) -> Command? {
    guard !rest.isBlank else { return nil }
    let words = String(line).trimmed.bounded.lowercased().split(whereSeparator: \.isWhitespace)
    let name = words.joined(separator: "-")
    let found = context.shortcuts.first { $0.argument == nil && $0.word == name }
    guard let found, actionBeginningWithLine == nil else { return nil }
    return .open(try found.link(to: ""))
  }

  /// `yes` or `no` to a question.
  private func answerToQuestion() -> Command? {
    things.button(for: line).map { .perform($0.thing.id, .none, pane: $0.pane) }
  }

  /// A prefix of a single action's identifier or title; not of one that deletes or ends something.
  private func actionByBeginning() throws(CommandProblem) -> Command? {
    if isName { return nil }
    // “I accept them” is an option, although it begins like the action “I have an account”.
    if !rest.isBlank, let option = optionOfForm { throw option }
    // The whole line first: a title may have spaces.
    if let action = actionBeginningWithLine { return try guess(action, "") }
    switch WordMatch.of(String(word), among: things.actions, names: \.thing.names) {
    case .one(let action): return try guess(action, rest)
    case .several(let several): throw .ambiguous(String(word), several.map(\.thing.id.rawValue))
    case .none: return nil
    }
  }

  /// A tab's name, typed in full.
  private func tab() -> Command? {
    rest.isBlank ? ownTab.map { .tab($0.id) } : nil
  }

  /// A word of the app without an argument.
  private func shortcut() throws(CommandProblem) -> Command? {
    guard let shortcut = ownShortcut, ownTab == nil else { return nil }
    return try open(shortcut)
  }
}

extension LineParser {
  /// Whether the line is a number or a list of numbers, which select rows.
  var isNumbers: Bool {
    guard let first = line.utf8.first, 0x30...0x39 ~= first else { return false }
    return NumberList.mayBe(line)
      || rest.isBlank && word.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// Whether the line is a text rather than the beginning of a command: “Don” is a name, and “don” the beginning of
  /// “done”.
  private var isName: Bool {
    context.takesBareValues && line.first?.isUppercase == true && ownTab == nil
      && ownShortcut == nil && things.takesAnyText
  }

  /// The known word that resembles the first word, or the command that is meant by a tab's name and more.
  var nearest: String? {
    if let usualName { return usualName }
    if isName { return nil }
    if let ownTab { return "\(ShellWord.tab) \(ownTab.id)" }
    let names = things.actions.flatMap(\.thing.names) + snapshot.tabs.flatMap(\.names)
    return EditDistance.nearest(to: String(word), among: names + context.words)
  }

  private var ownTab: Snapshot.Tab? { snapshot.tabs.first { $0.names.contains(name) } }

  private var ownShortcut: Shortcut? { context.shortcuts.first { $0.word == name } }

  /// The single action that has a name with the whole line as its prefix.
  private var actionBeginningWithLine: VisibleItems.Placed<Action>? {
    let line = String(line).trimmed
    guard case .one(let action) = WordMatch.of(line, among: things.actions, names: \.thing.names)
    else { return nil }
    return action
  }

  private func command(_ own: ShellWord) throws(CommandProblem) -> Command {
    if !own.takesArgument, !rest.isBlank { throw unexpectedInput(after: own.rawValue) }
    do throws(CommandProblem) {
      return try Command.parse(own, rest, in: snapshot, with: context)
    } catch {
      switch own {
      case .edit where rest.isBlank: throw orEdit(error)
      case .open:
        // A text of several rows, or a link, isn't a title to search for.
        if case .severalRows = error { throw error }
        throw isLink(rest) ? error : orText(error)
      case .log:
        if let name = usualName(of: "\(word)-\(String(rest).trimmed)") {
          throw .unknownWord(String(line).trimmed, nearest: name)
        }
        throw orText(error)
      case .help:
        if case .unknownWord(_, nearest: nil) = error { throw orText(error) }
        throw error
      case .set, .clear, .edit, .tab, .up, .down: throw orText(error)
      default: throw error
      }
    }
  }

  /// Whether a text looks like a link: it has a colon and, unlike many titles, no white space.
  private func isLink(_ text: Substring) -> Bool {
    text.utf8.contains(UInt8(ascii: ":"))
      && !String(text).trimmed.unicodeScalars.contains(where: \.properties.isWhitespace)
  }

  private func open(_ shortcut: Shortcut) throws(CommandProblem) -> Command {
    guard shortcut.argument != nil || rest.isBlank else {
      throw unexpectedInput(after: shortcut.word)
    }
    return .open(try shortcut.link(to: String(rest).trimmed))
  }

  private func guess(
    _ action: VisibleItems.Placed<Action>, _ typed: Substring
  ) throws(CommandProblem) -> Command {
    if action.thing.role == .destructive {
      throw .notInFull(String(line).trimmed, action: action.thing.id.rawValue)
    }
    return try perform(action, typed)
  }

  private func perform(
    _ action: VisibleItems.Placed<Action>, _ typed: Substring
  ) throws(CommandProblem) -> Command {
    let word = action.thing.id.rawValue
    if let reason = action.thing.disabledReason { throw .disabled(word, reason: reason) }
    guard let input = action.thing.input else {
      guard typed.isBlank else { throw unexpectedInput(after: word) }
      return .perform(action.thing.id, .none, pane: action.pane)
    }
    if input.isEmptiedAsInput(by: typed) {
      return .perform(action.thing.id, .value(.text("")), pane: action.pane)
    }
    guard !typed.isEmpty, let value = try input.value(from: String(typed), with: context) else {
      return .ask(action.thing, pane: action.pane)
    }
    return .perform(action.thing.id, .value(value), pane: action.pane)
  }
}
