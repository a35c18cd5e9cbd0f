import Core

/// The command of one typed line, parsed against the visible screens.
enum Command: Hashable, Sendable {
  /// Select a row of a visible screen.
  case choose(Row.ID, pane: Int)
  /// Select several rows of a visible screen, in this order.
  case chooseSeveral([Row.ID], pane: Int)
  /// Perform an action of a visible screen.
  case perform(Action.ID, ActionInput, pane: Int)
  /// Perform an action after asking for its missing input.
  case ask(Action, pane: Int)
  /// Fill a field, or clear it.
  case fill(Field.ID, FieldValue?, pane: Int)
  /// Fill a field after asking for its missing value.
  case askField(Field, pane: Int)
  /// Edit the text of a field in the user's own editor.
  case edit(Field, pane: Int)
  /// Ask for each field of the form in turn.
  case walk
  /// Show the screen again.
  case show
  /// Show another part of a screen that is taller than the terminal.
  case scroll(WindowMove, inFirst: Bool)
  /// Show the whole screen.
  case page
  /// Leave the screen.
  case back
  /// Close the top layer.
  case close
  /// Go to the first screen of the tab.
  case home
  /// Make a tab visible.
  case tab(TabID)
  /// Open a link.
  case open(DeepLink)
  /// Print help about the screen, an action or a command.
  case help(HelpTopic)
  /// Print the path to this screen and where its actions lead.
  case whereabouts
  /// Print the running coordinators.
  case tree
  /// Print the event log.
  case log
  /// Print background failures.
  case warnings
  /// Print leaked objects.
  case leaks
  /// Stop the app and start it again over the same services.
  case relaunch
  /// End the app.
  case quit
  /// Do nothing: an empty line or a comment.
  case nothing
}

/// The topic of `help`.
enum HelpTopic: Hashable, Sendable {
  /// All actions and commands.
  case everything
  /// An action of a visible screen.
  case action(Action)
  /// An action of another screen, or of this one before.
  case seen(Action)
  /// A shell command.
  case word(ShellWord)
  /// A word of the app.
  case shortcut(Shortcut)
  /// All actions and commands, with those for developers.
  case developers

  /// The words that mean ``developers``.
  static let allWords: Set = ["all", "developers"]
}

/// Where the window of a screen that is taller than the terminal moves.
enum WindowMove: Hashable, Sendable { case up, down }
