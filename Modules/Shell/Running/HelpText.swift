import Services
import Core

/// The text of `help` about a screen, in lines of any length.
struct HelpText {
  let snapshot: Snapshot
  /// The words of the app.
  var shortcuts: [Shortcut] = []
  /// One of the app's links, or nil.
  var linkExample: String?
  /// Whether it says that a line that isn't a command is the value of the screen's only field, unless that is a secret.
  var explainsBareValues = false
  /// The screens of which several rows can be chosen: they open no screen.
  var choosesSeveral: Set<Int> = []

  /// The lines about a topic.
  func lines(about topic: HelpTopic) -> [String] {
    switch topic {
    case .everything: everything()
    case .developers: everything(forDevelopers: true)
    case .action(let action):
      lines(about: action, action.disabledReason.map { "Not available: \($0.plain)" })
    case .seen(let action): lines(about: action, "Not possible here now.")
    case .word(let word):
      [word.usage, "  \(word.explanation)"] + more(about: word)
    case .shortcut(let shortcut): [shortcut.usage, "  \(shortcut.explanation)"]
    }
  }

  private func more(about word: ShellWord) -> [String] {
    switch word {
    case .set: fields
    case .open: linkExample.map { ["  For example: open \($0.plain)"] } ?? []
    default: []
    }
  }

  /// The fields with their accepted values.
  private var fields: [String] {
    VisibleItems(snapshot).fields.map { "  \($0.thing.explanation)" }
  }

  /// The actions, rows and fields of each screen, those of the last one first: its title is that of the prompt.
  private var here: [String] {
    let actions = VisibleItems(snapshot).actions
    var (lists, last): ([(title: String, lines: [String])], Int) = ([], 0)
    for (index, pane) in snapshot.panes.enumerated() {
      var here = actions.filter { $0.pane == index }.map { ($0.thing.usage, $0.thing.summary) }
      let (first, rows) = (last + 1, pane.content.rows.count)
      last += rows
      if rows > 0 {
        here.append(
          (
            rows == 1 ? "\(first)" : "\(first) … \(last)",
            choosesSeveral.contains(index)
              ? "Chooses a row; several as 1 3 or 1-3." : "Chooses a row."
          ))
      }
      if !pane.content.fields.isEmpty { here.append(("Enter", "Asks for each field in turn.")) }
      guard !here.isEmpty else { continue }
      let lines = TwoColumns.lines(here).map(\.withoutTrailingSpaces)
      lists.append((title: pane.content.title.plain, lines: lines))
    }
    return lists.reversed().enumerated().flatMap { index, list -> [String] in
      [index == 0 ? "Here:" : "Beside it, in “\(list.title)”:"] + list.lines + [""]
    }
  }

  private func everything(forDevelopers: Bool = false) -> [String] {
    var lines = here
    lines.append("Everywhere:")
    // The others are names of visible tabs or actions.
    let actions = VisibleItems(snapshot).actions.flatMap(\.thing.names).map { $0.lowercased() }
    let names = Set(snapshot.tabs.flatMap(\.names) + actions)
    let own = shortcuts.filter { $0.argument != nil || !names.contains($0.word) }
    let words = ShellWord.allCases.filter { !$0.isForDevelopers }.map { ($0.usage, $0.explanation) }
    lines += TwoColumns.lines(own.map { ($0.usage, $0.explanation) } + words)
    if forDevelopers {
      let words = ShellWord.allCases.filter(\.isForDevelopers)
      lines += ["", "For developers:"] + TwoColumns.lines(words.map { ($0.usage, $0.explanation) })
    }
    lines += [
      "", "You can shorten the name of an action, unless it deletes or ends something.",
    ]
    let fields = VisibleItems(snapshot).fields.map(\.thing)
    if explainsBareValues, fields.count == 1, !fields[0].kind.isSecret {
      lines.append("Any other line is the value of the field.")
    }
    lines += [
      "If an action has the name of a command, the action comes first; type :back for the command.",
      "Lines that start with # are ignored.",
    ]
    return forDevelopers ? lines : lines + ["help all also lists the commands for developers."]
  }

  private func lines(about action: Action, _ note: String?) -> [String] {
    var lines = [action.usage, "  \(action.title.plain)"]
    if let note { lines.append("  \(note)") }
    if let input = action.input { lines.append("  \(input.explanation)") }
    if action.role == .destructive { lines.append("  This deletes or discards something.") }
    return lines
  }
}

extension Action {
  /// The command with its argument.
  var usage: String {
    input.map { "\(id.rawValue.plain) \($0.placeholderWord)" } ?? id.rawValue.plain
  }

  /// The title of the action or, if that is its word, its input; and why it can't be performed now.
  fileprivate var summary: String {
    let reason = disabledReason.map { "(not available: \($0.plain))" }
    let meaning = names.count > 1 ? title.plain : input?.summary
    return [meaning, reason].compactMap(\.self).joined(separator: " ")
  }
}

extension Field {
  /// The placeholder of the value in a usage line, such as `WORDS`.
  var placeholderWord: String { id.rawValue.uppercased().plain }

  /// The label, unless that is the placeholder in the usage line, and the possible answers; nil if neither is there.
  fileprivate var summary: String? {
    let parts = [label.plain.uppercased() == placeholderWord ? nil : label.plain, answers]
      .compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  /// The label and the accepted values, with all options.
  var explanation: String {
    "\(label.plain): \(kind.hint)" + (placeholder.map { " (\($0.plain))" } ?? "")
  }
}

extension FieldKind {
  /// The accepted values of the field, with all options.
  var hint: String { hint(titles: options.map(\.typedName.plain).joined(separator: ", ")) }

  /// The accepted values of the field, in a few words.
  var shortHint: String {
    hint(titles: options.shownTitles.joined(separator: ", "))
  }

  private func hint(titles: String) -> String {
    switch self {
    case .text: "text"
    case .email: "an e-mail address"
    case .secure, .newPassword: "a secret, hidden while you type"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .choice: titles
    case .date: "a date such as 2026-11-20, today or -3d"
    case .longText: "text; \\n starts a new line"
    }
  }
}
