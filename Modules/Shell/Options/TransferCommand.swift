/// A command of the command line that imports or exports data.
public struct TransferCommand: Hashable, Sendable {
  /// The words, such as `import goodreads`.
  public var words: String
  /// Whether more than one file can be given.
  public var takesSeveralFiles: Bool
  /// Whether it writes its file, as an export does.
  public var writesFile: Bool
  /// Whether it supports dry runs.
  public var offersDryRun: Bool
  /// Whether it has to be confirmed, because it replaces data.
  public var asksFirst: Bool
  /// A short explanation of the command.
  public var explanation: String

  /// Creates a command.
  public init(
    _ words: String, takesSeveralFiles: Bool = false, writesFile: Bool = false,
    offersDryRun: Bool = false, asksFirst: Bool = false, explanation: String
  ) {
    self.words = words
    self.takesSeveralFiles = takesSeveralFiles
    self.writesFile = writesFile
    self.offersDryRun = offersDryRun
    self.asksFirst = asksFirst
    self.explanation = explanation
  }

  /// The command with its arguments.
  var usage: String { "\(words) FILE\(takesSeveralFiles ? "..." : "")" }

  /// The separate words.
  var parts: [String] { words.split(separator: " ").map(String.init) }
}
