import Core

/// What one typed line asks for, read against what is on screen.
enum Command: Hashable, Sendable {
  /// Choose a row of a visible screen.
  case choose(Row.ID, pane: Int)
  /// Perform an action of a visible screen.
  case perform(Action.ID, ActionInput, pane: Int)
  /// Perform an action whose input was not typed and has to be asked for.
  case ask(Action, pane: Int)
  /// Fill a field, or empty it.
  case fill(Field.ID, FieldValue?, pane: Int)
  /// Fill a field whose value was not typed and has to be asked for.
  case askField(Field, pane: Int)
  /// Walk through the fields of the form, asking for each.
  case walk
  /// Show the screen again.
  case show
  /// Leave the screen.
  case back
  /// Close the top layer.
  case close
  /// Go to the first screen of the tab.
  case home
  /// Make a tab visible.
  case tab(TabItem.ID)
  /// Open a link.
  case open(DeepLink)
  /// Say what can be done, or what an action or a word does.
  case help(HelpTopic)
  /// Say how one came here and where the actions lead.
  case whereabouts
  /// Show the coordinators that run.
  case tree
  /// Show what happened.
  case log
  /// Show what failed in the background.
  case warnings
  /// Show what outlived its place.
  case leaks
  /// Stop the app and start it again over the same services.
  case relaunch
  /// End the app.
  case quit
  /// Do nothing: an empty line or a comment.
  case nothing
}

/// What help is wanted for.
enum HelpTopic: Hashable, Sendable {
  /// All there is.
  case everything
  /// An action on screen.
  case action(Action)
  /// A word of the shell's own.
  case word(ShellWord)
}
