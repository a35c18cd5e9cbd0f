public import Core

/// A command of the command line that imports or exports data.
public struct TransferCommand: Hashable, Sendable {
  /// The words, such as `import notes`.
  public var words: String
  /// The placeholder of a value before the files, such as `YEAR`, or nil for none.
  public var parameter: String?
  /// The values that it takes, or nil for any text.
  public var parameterKind: FieldKind?
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
    _ words: String, parameter: String? = nil, parameterKind: FieldKind? = nil,
    takesSeveralFiles: Bool = false, writesFile: Bool = false, offersDryRun: Bool = false,
    asksFirst: Bool = false, explanation: String
  ) {
    self.words = words
    self.parameter = parameter
    self.parameterKind = parameterKind
    self.takesSeveralFiles = takesSeveralFiles
    self.writesFile = writesFile
    self.offersDryRun = offersDryRun
    self.asksFirst = asksFirst
    self.explanation = explanation
  }

  /// The command with its arguments.
  var usage: String { "\(words) \(arguments)" }

  /// The placeholders of the arguments.
  var arguments: String {
    (parameter.map { "\($0) " } ?? "") + "FILE" + (takesSeveralFiles ? "..." : "")
  }

  /// The separate words.
  var parts: [String] { words.split(separator: " ").map(String.init) }
}
