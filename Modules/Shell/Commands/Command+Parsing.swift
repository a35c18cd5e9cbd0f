import Services
import Core

// The order in which a line is parsed; `help` documents the same order:
//
// 1. A number selects a row.
// 2. After a colon: a shell command, whatever the names of the screen's actions.
// 3. An action's identifier or title, typed in full.
// 4. A shell command, typed in full.
// 5. A prefix of a single action's identifier or title.
// 6. A tab's name, typed in full.
extension Command {
  /// More scalars than any known word has; names have about a hundred characters.
  private static let endless = 10_000

  /// Parses a line against the visible screens.
  static func parse(_ typed: String, in snapshot: Snapshot) throws(CommandProblem) -> Command {
    if let word = endlessWord(typed) { throw .unknownWord(word, nearest: nil) }
    let line = typed.drop(while: \.isBlank)
    let things = VisibleItems(snapshot)
    guard let first = line.first else { return things.fields.isEmpty ? .nothing : .walk }
    if first == "#" { return .nothing }
    let (word, rest) = line.firstWord
    if first.isASCII, first.isNumber, rest.isBlank, word.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return try row(String(word), in: things)
    }
    if first == ":" {
      let name = String(word.dropFirst())
      guard let own = ShellWord(rawValue: name.bounded.lowercased()) else {
        throw .unknownWord(
          name, nearest: EditDistance.nearest(to: name, among: ShellWord.allCases.map(\.rawValue)))
      }
      return try parse(own, rest, in: snapshot)
    }
    let actions = things.actions
    let candidates = actions.lazy.filter { $0.thing.mayBegin(like: line) }
    if let (action, input) = WordMatch.inFull(line, among: candidates, names: \.thing.names) {
      // “sort by” is a prefix of “Sort by title” if “sort” takes no input.
      if action.thing.input == nil, !input.isBlank,
        case .one(let longer) = WordMatch.of(
          String(line).trimmed, among: actions, names: \.thing.names)
      {
        return try perform(longer, "")
      }
      return try perform(action, input)
    }
    if let own = ShellWord(rawValue: String(word).bounded.lowercased()) {
      return try parse(own, rest, in: snapshot)
    }
    let tab = snapshot.tabs.first { $0.names.contains(String(word).bounded.lowercased()) }
    return try actionByBeginning(
      String(line).trimmed, word: String(word), rest, in: actions, tab: tab)
  }

  /// Returns the beginning of an endless first word, without reading all of it, because comparing
  /// megabytes of accents would take long.
  private static func endlessWord(_ line: String) -> String? {
    let head = line.unicodeScalars.drop { $0 == " " }.prefix(endless)
    guard head.count == endless, !head.contains(where: \.properties.isWhitespace) else {
      return nil
    }
    return String(head.prefix(100))
  }

  private static func row(
    _ number: String, in things: VisibleItems
  ) throws(CommandProblem) -> Command {
    let rows = things.rows
    guard let number = Int(number), number >= 1, number <= rows.count else {
      let fields = things.fields
      throw .noSuchRow(
        number, count: rows.count, field: fields.count == 1 ? fields[0].thing.id.rawValue : nil)
    }
    return .choose(rows[number - 1].thing.id, pane: rows[number - 1].pane)
  }

  private static func actionByBeginning(
    _ line: String, word: String, _ rest: Substring, in actions: [VisibleItems.Placed<Action>],
    tab: Snapshot.Tab?
  ) throws(CommandProblem) -> Command {
    // The whole line first: a title may have spaces.
    if case .one(let action) = WordMatch.of(line, among: actions, names: \.thing.names) {
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
      let known = actions.flatMap(\.thing.names) + ShellWord.allCases.map(\.rawValue)
      throw .unknownWord(word, nearest: EditDistance.nearest(to: word, among: known))
    }
  }

  private static func perform(
    _ action: VisibleItems.Placed<Action>, _ typed: Substring
  ) throws(CommandProblem) -> Command {
    let word = action.thing.id.rawValue
    if let reason = action.thing.disabledReason { throw .disabled(word, reason: reason) }
    guard let input = action.thing.input else {
      guard typed.isBlank else { throw .unexpectedInput(word) }
      return .perform(action.thing.id, .none, pane: action.pane)
    }
    guard !typed.isEmpty, let value = try input.value(from: String(typed)) else {
      return .ask(action.thing, pane: action.pane)
    }
    return .perform(action.thing.id, .value(value), pane: action.pane)
  }
}
