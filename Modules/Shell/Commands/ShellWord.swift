/// The words that are understood on every screen.
enum ShellWord: String, CaseIterable, Hashable, Sendable {
  case set, clear, back, close, home, tab, open, show, help
  case whereabouts = "where"
  case tree, log, leaks, relaunch, quit

  /// The word with what follows it.
  var usage: String {
    switch self {
    case .set: "set FIELD VALUE"
    case .clear: "clear FIELD"
    case .tab: "tab NAME"
    case .open: "open LINK"
    case .help: "help [WORD]"
    case .log: "log [warnings]"
    default: rawValue
    }
  }

  /// Whether something may follow the word.
  var takesArgument: Bool { usage != rawValue }

  /// What the word does, in one sentence.
  var explanation: String {
    switch self {
    case .set: "Fills a field; the field is named by its label or the beginning of it."
    case .clear: "Empties a field."
    case .back: "Goes back one screen, or closes the layer whose first screen it is."
    case .close: "Closes the top layer."
    case .home: "Goes to the first screen of the tab."
    case .tab: "Goes to another tab."
    case .open: "Opens a link into the app."
    case .show: "Shows the screen again."
    case .help: "Says what can be done here, or what one word does."
    case .whereabouts: "Says how you came here, what you can do, and where it leads."
    case .tree: "Shows which parts of the app run."
    case .log: "Shows what happened; with warnings, what failed behind the screens."
    case .leaks: "Shows what should be gone and is not."
    case .relaunch: "Stops the app and starts it again where it was."
    case .quit: "Leaves the app."
    }
  }
}
