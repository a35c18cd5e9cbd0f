/// The shell commands, which work on every screen.
enum ShellWord: String, CaseIterable, Hashable, Sendable {
  case set, clear, edit, back, close, home, tab, open, show, down, up, page, help
  case whereabouts = "where"
  case tree, log, leaks, relaunch, quit

  /// Parses a typed word, in lower case: a command or another word for it.
  init?(typed: String) {
    switch typed {
    case "?", "h": self = .help
    case "q", "exit": self = .quit
    default: self.init(rawValue: typed)
    }
  }

  /// Whether the command is for developers, so that `help all` lists it and `help` does not.
  var isForDevelopers: Bool { [.tree, .log, .leaks, .relaunch].contains(self) }

  /// The command with its argument.
  var usage: String {
    switch self {
    case .set: "set FIELD VALUE"
    case .clear: "clear FIELD"
    case .edit: "edit FIELD"
    case .tab: "tab NAME"
    case .open: "open TEXT|LINK"
    case .help: "help [COMMAND]"
    case .log: "log [warnings]"
    case .down, .up: "\(rawValue) [left]"
    default: rawValue
    }
  }

  /// The required argument, such as "a name".
  var argument: String {
    switch self {
    case .set, .clear, .edit: "a field"
    case .open: "a row's text or a link"
    default: "a name"
    }
  }

  /// Whether the command takes an argument.
  var takesArgument: Bool { usage != rawValue }

  /// A sentence that explains the command.
  var explanation: String {
    switch self {
    case .set: "Fills in a field, named by its label or the start of it; - empties it."
    case .clear: "Clears a field."
    case .edit: "Edits a field's text in $VISUAL or $EDITOR."
    case .back: "Goes back one screen, or closes a form, a question or a list."
    case .close: "Closes the form, the question or the list that is open."
    case .home: "Goes to the first screen of the tab."
    case .tab: "Switches to another tab, by its name or number; the name alone does, too."
    case .open: "Chooses the row with a number or a text, or opens a link to a screen of the app."
    case .show: "Shows the screen again."
    case .down: "Shows the next part of a screen that is taller than the terminal, as Enter does."
    case .up: "Shows the part above; with left, of the left one of two screens."
    case .page: "Shows the whole screen, in your pager if it is tall."
    case .help: "Lists what you can do here, or explains one command; also “?”."
    case .whereabouts: "Shows where you are and where each action leads."
    case .tree: "Shows the coordinators that are running."
    case .log: "Shows what happened; with warnings, what failed in the background."
    case .leaks: "Shows objects that should have been released."
    case .relaunch: "Restarts the app where you left off."
    case .quit: "Quits the app; also “exit” or “q”."
    }
  }
}
