/// Why no feature was created.
public enum ScaffoldError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name is not valid for a module.
  case name(String)
  /// Another module of the project or of Swift has this name.
  case taken(String)
  /// A type of the new module would have the name of another one.
  case type(String, String)
  /// A file does not contain the line after which to insert another one.
  case line(file: String, line: String, new: String)
  /// A file can't be read or written.
  case file(String, reason: String)

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .name(let name):
      "“\(name)” isn't a name for a module. Give 2 to \(FeatureName.maximumLength) letters and digits"
        + " that begin with a capital letter, such as Loans or ReadingClubs."
    case .taken(let name):
      "“\(name)” is taken or reserved. Choose another name."
    case .type(let name, let type):
      "“\(name)” can't be a module: its \(type) would be taken for another type of this name. Choose"
        + " another name."
    case .line(let file, let line, let new):
      "\(file) has no line “\(line)”, beside which this belongs:\n\(new)\nNothing was changed."
    case .file(let path, let reason): "\(path): \(reason)"
    }
  }
}
