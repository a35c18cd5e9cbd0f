import Terminal

/// The state of the line that is edited. Each line begins with a new one.
struct EditedLine {
  /// The next step of taking a character as it is, after Ctrl-V.
  enum Quoting {
    /// Nothing.
    case none
    /// The character.
    case character
    /// The app's mode of the terminal, in whose place libedit has put its own.
    case mode
  }

  /// Whether the line is edited; false between two lines.
  var isEditing = false
  /// Whether the terminal's mode is set for the line, and passes on each key.
  var hasBegun = false
  /// Why the line has ended, unless by Return or Ctrl-D.
  var ending: InputLine?
  /// The next step of taking a character as it is.
  var quoting = Quoting.none
  /// The secret that is typed.
  var secret = ""
  /// A paste that waits for the end of a search.
  var pendingPaste: String?
  /// Whether a key may belong to a search in the history, during which the line must stay.
  var isSearching = false
  /// The line at the last tabulator that completed nothing.
  var lastCompleted: String?
}
