import Services
import Core

/// Parses one line that is neither empty nor a comment.
struct LineParser {
  /// The line without white space at its start.
  let line: Substring
  let snapshot: Snapshot
  let things: VisibleItems
  let context: LineContext

  /// Returns the command of the line.
  ///
  /// - Parameter first: the first Character of the line.
  func command(_ first: Character) throws(CommandProblem) -> Command {
    let (word, rest) = line.firstWord
    if first.isASCII, first.isNumber, let command = try rows(word, rest) { return command }
    if first == ":" { return try shellCommand(String(word.dropFirst()), rest) }
    let candidates = things.actions { $0.mayBegin(like: line) }
    if let (action, input) = WordMatch.inFull(line, among: candidates, names: \.thing.names) {
      // “sort by” is a prefix of “Sort by title” if “sort” takes no input.
      if !action.thing.takesInput, !input.isBlank,
        case .one(let longer) = WordMatch.of(
          String(line).trimmed, among: things.actions, names: \.thing.names)
      {
        return try perform(longer, "")
      }
      return try perform(action, input)
    }
    let name = String(word).bounded.lowercased()
    if let own = ShellWord(typed: name) {
      return try Command.parse(own, rest, in: snapshot, with: context)
    }
    let shortcut = context.shortcuts.first { $0.word == name }
    if let shortcut, shortcut.argument != nil, !rest.isBlank { return try open(shortcut, rest) }
    if let button = things.button(for: line) {
      return .perform(button.thing.id, .none, pane: button.pane)
    }
    let tab = snapshot.tabs.first { $0.names.contains(name) }
    // “Don” is a name, and “don” the beginning of “done”.
    if tab == nil, shortcut == nil, context.takesBareValues, line.first?.isUppercase == true,
      things.takesAnyText
    {
      throw .unknownWord(String(word), nearest: nil)
    }
    return try actionByBeginning(word: String(word), rest, in: things.actions, tab, shortcut)
  }

  /// Selects the rows of a line of numbers; nil for another line that begins with a number.
  private func rows(
    _ word: Substring, _ rest: Substring
  ) throws(CommandProblem) -> Command? {
    let rows = things.rows
    if rest.isBlank, word.allSatisfy({ $0.isASCII && $0.isNumber }) {
      guard let number = Int(word), number >= 1, number <= rows.count else {
        throw .noSuchRow(String(word), count: rows.count, field: fieldForNumber)
      }
      return .choose(rows[number - 1].thing.id, pane: rows[number - 1].pane)
    }
    guard NumberList.mayBe(line) else { return nil }
    guard let numbers = NumberList(line, upTo: rows.count)?.numbers else {
      throw .noSuchRow(String(line).trimmed, count: rows.count, field: fieldForNumber)
    }
    let chosen = numbers.map { rows[$0 - 1] }
    if chosen.count == 1 { return .choose(chosen[0].thing.id, pane: chosen[0].pane) }
    guard chosen.allSatisfy({ $0.pane == chosen[0].pane }) else { throw .severalLists }
    return .chooseSeveral(chosen.map(\.thing.id), pane: chosen[0].pane)
  }

  /// The field for a number, or a placeholder for one of several; nil for a secret.
  private var fieldForNumber: String? {
    let fields = things.fields.filter { !$0.thing.kind.isSecret }
    return fields.count == 1 ? fields[0].thing.id.rawValue : fields.isEmpty ? nil : "FIELD"
  }

  private func shellCommand(
    _ name: String, _ rest: Substring
  ) throws(CommandProblem) -> Command {
    let word = name.bounded.lowercased()
    if let own = ShellWord(typed: word) {
      return try Command.parse(own, rest, in: snapshot, with: context)
    }
    if let shortcut = context.shortcuts.first(where: { $0.word == word }) {
      return try open(shortcut, rest)
    }
    throw .unknownWord(name, nearest: EditDistance.nearest(to: name, among: context.words))
  }

  private func open(
    _ shortcut: Shortcut, _ rest: Substring
  ) throws(CommandProblem) -> Command {
    guard shortcut.argument != nil || rest.isBlank else { throw .unexpectedInput(shortcut.word) }
    return .open(try shortcut.link(to: String(rest).trimmed))
  }

  private func actionByBeginning(
    word: String, _ rest: Substring, in actions: [VisibleItems.Placed<Action>],
    _ tab: Snapshot.Tab?, _ shortcut: Shortcut?
  ) throws(CommandProblem) -> Command {
    // The whole line first: a title may have spaces.
    if case .one(let action) = WordMatch.of(
      String(line).trimmed, among: actions, names: \.thing.names)
    {
      return try perform(action, "")
    }
    switch WordMatch.of(word, among: actions, names: \.thing.names) {
    case .one(let action): return try perform(action, rest)
    case .several(let several): throw .ambiguous(word, several.map(\.thing.id.rawValue))
    case .none:
      if let tab {
        if rest.isBlank { return .tab(tab.id) }
        throw .unknownWord(word, nearest: "\(ShellWord.tab) \(tab.id)")
      }
      if let shortcut { return try open(shortcut, rest) }
      let known = actions.flatMap(\.thing.names) + snapshot.tabs.flatMap(\.names) + context.words
      throw .unknownWord(word, nearest: EditDistance.nearest(to: word, among: known))
    }
  }

  private func perform(
    _ action: VisibleItems.Placed<Action>, _ typed: Substring
  ) throws(CommandProblem) -> Command {
    let word = action.thing.id.rawValue
    if let reason = action.thing.disabledReason { throw .disabled(word, reason: reason) }
    guard let input = action.thing.input else {
      guard typed.isBlank else { throw .unexpectedInput(word) }
      return .perform(action.thing.id, .none, pane: action.pane)
    }
    guard !typed.isEmpty, let value = try input.value(from: String(typed), with: context) else {
      return .ask(action.thing, pane: action.pane)
    }
    return .perform(action.thing.id, .value(value), pane: action.pane)
  }
}
