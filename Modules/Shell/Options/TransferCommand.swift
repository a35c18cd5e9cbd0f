/// A way to bring data in or take it out, as the command line names it.
public struct TransferCommand: Hashable, Sendable {
  /// The words, such as `import goodreads`.
  public var words: String
  /// Whether more than one file can be given.
  public var takesSeveralFiles: Bool
  /// What it does, in a few words.
  public var explanation: String

  /// Creates a command.
  public init(_ words: String, takesSeveralFiles: Bool = false, explanation: String) {
    self.words = words
    self.takesSeveralFiles = takesSeveralFiles
    self.explanation = explanation
  }

  /// The words with what follows them.
  var usage: String { "\(words) FILE\(takesSeveralFiles ? "..." : "")" }

  /// The words apart.
  var parts: [String] { words.split(separator: " ").map(String.init) }
}
