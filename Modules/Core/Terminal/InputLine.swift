/// The next event of the input.
package enum InputLine: Hashable, Sendable {
  /// A line without its line ending.
  case text(String)
  /// A paste of several lines at a prompt for commands.
  case pasted(String)
  /// A line that exceeds the limit; its bytes are discarded.
  case tooLong
  /// A line that is not UTF-8.
  case notText
  /// Ctrl-C was pressed while the app waited for a line.
  case interrupted
  /// The input can't be read, for this reason, and has ended.
  case failed(String)
  /// End of input; on a terminal, Ctrl-D was pressed.
  case end
}
