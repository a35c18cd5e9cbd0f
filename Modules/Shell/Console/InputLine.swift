/// What comes next from the input.
package enum InputLine: Hashable, Sendable {
  /// A line without its end.
  case text(String)
  /// A line that is longer than a line may be; its bytes are passed over.
  case tooLong
  /// A line that is not UTF-8.
  case notText
  /// Ctrl-C was pressed while a line was waited for.
  case interrupted
  /// The input can't be read, for this reason, and nothing more comes.
  case failed(String)
  /// Nothing more is there; on a terminal, Ctrl-D was pressed.
  case end
}
