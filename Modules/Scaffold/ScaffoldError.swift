/// Why no feature and no screen was created.
public enum ScaffoldError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name is not valid for a module or a screen.
  case name(String)
  /// Another module of the project or of Swift, or another screen has this name.
  case taken(String)
  /// A new type would have the name of another one.
  case type(String, String)
  /// There is no such kind of feature.
  case kind(String)
  /// There is no feature with this name, to which a screen could be added.
  case unknownFeature(String, known: [String])
  /// The name ends with what the type's name gets anyway.
  case ending(String, String)
  /// The app has no list of the account, from which the feature's screen would open.
  case noAccountTab(String, known: [String])
  /// A file does not contain the line after which to insert another one.
  case line(file: String, line: String, new: String)
  /// A file of the project can't be read or written.
  case project(ProjectError)

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .name(let name):
      "“\(name)” isn't a valid name. Give 2 to \(FeatureName.maximumLength) letters and digits"
        + " that begin with a capital letter, such as Loans or ReadingClubs."
    case .taken(let name):
      "“\(name)” is taken or reserved. Choose another name."
    case .type(let name, let type):
      "“\(name)” can't be used: it would create \(type), a type that exists already. Choose"
        + " another name."
    case .kind(let text):
      "“\(text)” isn't a kind of feature. Choose from: "
        + FeatureKind.allCases.map(\.rawValue).joined(separator: ", ") + "."
    case .unknownFeature(let name, let known):
      "There is no feature “\(name)”. IN= takes one of: \(known.joined(separator: ", "))."
    case .ending(let name, let ending):
      "Leave out “\(ending)”: NAME=\(name.dropLast(ending.count)) makes \(name)."
    case .noAccountTab(let name, let known):
      "KIND=screen opens from the account's list, and no feature of this app has the tab “account”. Use"
        + " KIND=tab, or add the screen to a feature: make screen NAME=\(name) IN="
        + (known.first ?? "FEATURE") + "."
    case .line(let file, let line, let new):
      "\(file) has no line “\(line)”, beside which this belongs:\n\(new)\nNothing was changed."
    case .project(let error): error.description
    }
  }
}
