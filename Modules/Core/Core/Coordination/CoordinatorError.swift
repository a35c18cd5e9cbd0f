/// An error in a request to a coordinator about its children.
public enum CoordinatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A child with this identifier is running; end it first, or choose another identifier.
  case duplicateIdentifier(String)
  /// No child has this identifier: it ended, or never started.
  case unknownIdentifier(String)

  /// The problem and its remedy, in one sentence.
  public var description: String {
    switch self {
    case .duplicateIdentifier(let id):
      "A child named “\(id)” is running already: stop it first, or give the new one another name."
    case .unknownIdentifier(let id):
      "No child is named “\(id)”: it has ended, or was never started."
    }
  }
}
