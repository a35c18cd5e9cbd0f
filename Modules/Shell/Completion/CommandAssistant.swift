import Terminal
import Services
import Core

/// Completes commands against what the screens show, and decides about pastes at the prompt.
struct CommandAssistant: LineAssistant {
  let snapshot: Snapshot
  /// The beginnings of links to the app's screens.
  var links: [String] = []
  /// The words that open links.
  var shortcuts: [Shortcut] = []

  func completion(of line: String) -> LineCompletion? {
    // No command has a longer beginning that can be completed.
    guard line.utf8.count <= 4096 else { return nil }
    let typed = line[...].drop(while: \.isBlank)
    if typed.first == "#" { return nil }
    let colon = typed.first == ":" ? ":" : ""
    let (word, rest) = typed.dropFirst(colon.count).firstWord
    if word.endIndex == typed.endIndex {
      return colon.isEmpty ? firstWord(typed) : .of(word, among: words { _ in true })
    }
    if colon.isEmpty, let (action, value) = action(typed) {
      return action.input.flatMap { FieldAssistant(field: $0).completion(of: String(value)) }
        ?? firstWord(typed)
    }
    switch ShellWord(typed: word.lowercased()) {
    case .set: return field(rest, hasValue: true)
    case .clear, .edit: return field(rest, hasValue: false)
    case .tab: return .of(rest, among: tabs)
    // A title may begin with these words: “H is for Hawk”, “Up in the Air”.
    case .help: return .of(rest, among: topics(rest)) ?? firstWord(typed)
    case .down, .up:
      return .of(rest, among: [LineCompletion.Candidate("left")]) ?? firstWord(typed)
    case .open:
      let titles = VisibleItems(snapshot).rows.map(\.thing.title.plain)
      return .of(rest, among: (titles + links).map { .init($0) }, endsWord: false)
    case .log: return .of(rest, among: [LineCompletion.Candidate("warnings")])
    default: return firstWord(typed)
    }
  }

  func place(_ paste: String, after line: String) -> PastePlace {
    let typed = line[...].drop(while: \.isBlank)
    if typed.isEmpty { return .answer }
    return field(of: typed).map { FieldAssistant(field: $0).place(paste, after: "") }
      ?? .line(paste.replacing("\n", with: " "))
  }

  /// The field, or the input of an action, whose value a line ends with.
  private func field(of typed: Substring) -> Field? {
    let hasColon = typed.first == ":"
    let (word, rest) = typed.dropFirst(hasColon ? 1 : 0).firstWord
    if !hasColon, let (action, _) = action(typed) { return action.input }
    if let own = ShellWord(typed: word.lowercased()) { return own == .set ? value(rest)?.0 : nil }
    guard !hasColon, word.endIndex < typed.endIndex,
      case .one(let action) = WordMatch.of(
        String(word), among: VisibleItems(snapshot).actions.map(\.thing), names: \.names)
    else { return nil }
    return action.input
  }

  /// Completes the beginning of a command, which may be the title of an action or a row.
  private func firstWord(_ typed: Substring) -> LineCompletion? {
    let rows = VisibleItems(snapshot).rows.enumerated().map { index, row in
      LineCompletion.Candidate(row.thing.title.plain, text: "\(index + 1)")
    }
    let names =
      typed.contains(where: \.isBlank) ? titles + rows : actions + usualWords(typed) + tabs
    return .of(typed, among: names) ?? .of(typed, among: titles + rows) ?? onlyValue(typed)
  }

  /// Completes the value of the screen's only field, which needs no `set`.
  private func onlyValue(_ typed: Substring) -> LineCompletion? {
    let fields = VisibleItems(snapshot).fields
    guard fields.count == 1 else { return nil }
    return FieldAssistant(field: fields[0].thing).completion(of: String(typed))
  }

  /// Completes the field of a command, by the label that the screen shows or else by its identifier, and its value.
  private func field(_ typed: Substring, hasValue: Bool) -> LineCompletion? {
    if hasValue, let (field, value) = value(typed) {
      return FieldAssistant(field: field).completion(of: String(value))
    }
    let fields = VisibleItems(snapshot).fields
    return .of(typed, among: fields.map { .init($0.thing.label.plain) })
      ?? .of(typed, among: fields.map { .init($0.thing.id.rawValue.plain) })
  }

  /// The field that a text names in full or by its beginning, with the text after the name and a space.
  private func value(_ typed: Substring) -> (Field, rest: Substring)? {
    let things = VisibleItems(snapshot)
    let (word, rest) = typed.firstWord
    if let (field, rest) = WordMatch.inFull(typed, among: things.fields, names: \.thing.names),
      rest.startIndex < typed.endIndex || typed.last?.isBlank == true
    {
      return (field.thing, rest)
    }
    guard word.endIndex < typed.endIndex,
      let field = try? Command.field(String(word), in: things)
    else { return nil }
    return (field.thing, rest)
  }

  /// The action that a line names in full, with the text after the name and a space.
  private func action(_ typed: Substring) -> (Action, rest: Substring)? {
    let actions = VisibleItems(snapshot).actions.map(\.thing)
    guard let (action, rest) = WordMatch.inFull(typed, among: actions, names: \.names),
      rest.startIndex < typed.endIndex || typed.last?.isBlank == true
    else { return nil }
    return (action, rest)
  }

  private var actions: [LineCompletion.Candidate] {
    VisibleItems(snapshot).actions.filter { $0.thing.disabledReason == nil }
      .map { .init($0.thing.id.rawValue.plain) }
  }

  private var titles: [LineCompletion.Candidate] {
    VisibleItems(snapshot).actions.filter { $0.thing.disabledReason == nil }
      .compactMap { $0.thing.names.last }.map { .init($0.plain) }
  }

  private var tabs: [LineCompletion.Candidate] {
    snapshot.tabs.map { .init($0.id.rawValue.plain) }
  }

  /// The arguments of `help`.
  private func topics(_ typed: Substring) -> [LineCompletion.Candidate] {
    actions + usualWords(typed) + [LineCompletion.Candidate("all")]
  }

  /// The words without those for developers, unless one of them is typed in full.
  private func usualWords(_ typed: Substring) -> [LineCompletion.Candidate] {
    let typed = String(typed).bounded.lowercased()
    return words { !$0.isForDevelopers || $0.rawValue == typed }
  }

  /// The words of the shell that are included, and those that open links.
  private func words(where isIncluded: (ShellWord) -> Bool) -> [LineCompletion.Candidate] {
    let own = ShellWord.allCases.filter(isIncluded).map(\.rawValue)
    return (own + shortcuts.map(\.word)).map { .init($0) }
  }
}
