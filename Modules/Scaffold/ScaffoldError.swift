/// Why no feature was made.
public enum ScaffoldError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No module can be called so.
  case name(String)
  /// A module is called so already, or would be taken for another one.
  case taken(String)
  /// A file has not the line beside which something belongs.
  case line(file: String, line: String, new: String)
  /// A file can't be read or written.
  case file(String, reason: String)

  /// What is wrong and what helps.
  public var description: String {
    switch self {
    case .name(let name):
      "“\(name)” isn't a name for a module. Give 2 to \(FeatureName.maximumLength) letters and digits"
        + " that begin with a capital letter, such as Loans or ReadingClubs."
    case .taken(let name):
      "“\(name)” is taken or reserved. Choose another name."
    case .line(let file, let line, let new):
      "\(file) has no line “\(line)”, beside which this belongs:\n\(new)\nNothing was changed."
    case .file(let path, let reason): "\(path): \(reason)"
    }
  }
}
