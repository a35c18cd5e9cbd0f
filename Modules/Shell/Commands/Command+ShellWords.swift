import Services
import Core

extension Command {
  /// Parses the argument of a shell command.
  static func parse(
    _ word: ShellWord, _ rest: Substring, in snapshot: Snapshot, with context: LineContext
  ) throws(CommandProblem) -> Command {
    if !word.takesArgument, !rest.isBlank { throw .unexpectedInput(word.rawValue) }
    switch word {
    case .set: return try fill(rest, in: VisibleItems(snapshot), with: context)
    case .clear:
      let things = VisibleItems(snapshot)
      if rest.isBlank { throw things.fields.isEmpty ? .noFields : .incomplete(word) }
      let field = try field(String(rest).trimmed, in: things)
      return .fill(field.thing.id, nil, pane: field.pane)
    case .edit: return try edit(rest, in: VisibleItems(snapshot))
    case .tab: return try tab(String(rest).trimmed, in: snapshot)
    case .open: return try open(String(rest).trimmed, in: VisibleItems(snapshot), with: context)
    case .help:
      return .help(try topic(String(rest).trimmed, in: snapshot, with: context))
    case .back: return .back
    case .close: return .close
    case .home: return .home
    case .show: return .show
    case .down: return .scroll(.down, inFirst: try isLeft(String(rest).trimmed, word))
    case .up: return .scroll(.up, inFirst: try isLeft(String(rest).trimmed, word))
    case .page: return .page
    case .whereabouts: return .whereabouts
    case .tree: return .tree
    case .log: return try log(String(rest).trimmed)
    case .leaks: return .leaks
    case .relaunch: return .relaunch
    case .quit: return .quit
    }
  }

  private static func edit(
    _ name: Substring, in things: VisibleItems
  ) throws(CommandProblem) -> Command {
    if name.isBlank { throw things.fields.isEmpty ? .noFields : .incomplete(.edit) }
    let field = try field(String(name).trimmed, in: things)
    switch field.thing.kind {
    case .text, .longText: return .edit(field.thing, pane: field.pane)
    default: throw .noLongText(field.thing.label)
    }
  }

  /// Opens a link, or the row with a text; a link has a colon, and so do some titles.
  private static func open(
    _ typed: String, in things: VisibleItems, with context: LineContext
  ) throws(CommandProblem) -> Command {
    if typed.isEmpty { throw .incomplete(.open) }
    do throws(DeepLink.Problem) {
      return .open(try DeepLink(typed))
    } catch {
      let rows = things.rows(with: typed)
      switch rows.count {
      case 0 where typed.contains(":"):
        throw .badLink(error, example: context.linkExample)
      case 0: throw .noSuchText(typed, hasMore: things.hasMoreRows)
      case 1: return .choose(rows[0].row.thing.id, pane: rows[0].row.pane)
      default: throw .severalRows(typed, numbers: rows.map(\.number))
      }
    }
  }

  /// Returns whether the left one of two screens is meant.
  private static func isLeft(
    _ side: String, _ word: ShellWord
  ) throws(CommandProblem) -> Bool {
    if side.isEmpty { return false }
    switch WordMatch.of(side, among: ["left"], names: { [$0] }) {
    case .one: return true
    default: throw .unknownArgument(side, nearest: "\(word) left")
    }
  }

  private static func log(_ topic: String) throws(CommandProblem) -> Command {
    if topic.isEmpty { return .log }
    switch WordMatch.of(topic, among: ["warnings"], names: { [$0] }) {
    case .one: return .warnings
    default: throw .unknownArgument(topic, nearest: "\(ShellWord.log) warnings")
    }
  }

  private static func tab(
    _ name: String, in snapshot: Snapshot
  ) throws(CommandProblem) -> Command {
    if snapshot.tabs.isEmpty { throw .noTabs }
    if name.isEmpty { throw .incomplete(.tab) }
    switch WordMatch.of(name, among: snapshot.tabs, names: { [$0.id.rawValue, $0.title] }) {
    case .one(let tab): return .tab(tab.id)
    case .several(let tabs): throw .ambiguous(name, tabs.map(\.title))
    case .none:
      guard let numbers = NumberList(name, upTo: snapshot.tabs.count)?.numbers, numbers.count == 1
      else { throw .noSuchTab(name, snapshot.tabs.map(\.title)) }
      return .tab(snapshot.tabs[numbers[0] - 1].id)
    }
  }

  private static func topic(
    _ name: String, in snapshot: Snapshot, with context: LineContext
  ) throws(CommandProblem) -> HelpTopic {
    if name.isEmpty { return .everything }
    let things = VisibleItems(snapshot)
    let actions = things.actions.map(\.thing)
    let isAction = actions.contains { $0.names.contains { $0.lowercased() == name.lowercased() } }
    if !isAction {
      let name = name.bounded.lowercased()
      if let word = ShellWord(typed: name) { return .word(word) }
      if let shortcut = context.shortcuts.first(where: { $0.word == name }) {
        return .shortcut(shortcut)
      }
      if HelpTopic.allWords.contains(name) { return .developers }
    }
    switch WordMatch.of(name, among: actions, names: \.names) {
    case .one(let action): return .action(action)
    case .several(let several): throw .ambiguous(name, several.map(\.id.rawValue))
    case .none:
      if let (action, rest) = context.seen.action(in: name[...]), rest.isBlank {
        return .seen(action)
      }
      // The help about set lists the fields with their values.
      if (try? field(name, in: things)) != nil { return .word(.set) }
      let known = actions.flatMap(\.names) + context.words
      throw .unknownWord(name, nearest: EditDistance.nearest(to: name, among: known))
    }
  }
}
